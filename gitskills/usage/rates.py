"""Sums per skill over all that was counted; recent turns weigh more. Turns are the only clock.

What a skill took in by a merge was used for counts as the umbrella's own use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from gitskills.model.usage import Kind, Log, Sums, Tally, Usage

HALF = 200  # turns after which one weighs half


def usages(log: Log, names: Iterable[str], heirs: Mapping[str, str] | None = None) -> dict[str, Usage]:
    """The usage of every name; `heirs` says into which skill an absorbed one went."""
    exposed: dict[str, Tally] = {}
    counts: dict[tuple[str, Kind], int] = defaultdict(int)
    weighed: dict[tuple[str, Kind], float] = defaultdict(float)
    for tally in summed(log).tallies:
        if tally.kind is Kind.TURN:
            exposed[tally.skill] = tally
            continue
        key = _heir(tally.skill, heirs or {}), tally.kind
        counts[key] += tally.count
        weighed[key] += tally.weight
    return {name: _usage(name, exposed.get(name), counts, weighed) for name in names}


def summed(log: Log) -> Sums:
    """The log as sums: more can be counted behind them, and nothing of it is read again."""
    turns = turns_of(log)
    counts: dict[tuple[str, Kind], int] = defaultdict(int)
    weights: dict[tuple[str, Kind], float] = defaultdict(float)
    fading = _weight(turns, log.before.turns)
    for tally in log.before.tallies:
        if log.lives.get(tally.skill, 0) < log.before.number:
            counts[tally.skill, tally.kind] = tally.count
            weights[tally.skill, tally.kind] = tally.weight * fading
    for skill, kind, weight in _counted(log, turns):
        counts[skill, kind] += 1
        weights[skill, kind] += weight
    last = max(log.before.number, *(row[0] for rows in (log.turns, log.events) for row in rows[-1:]), 0)
    return Sums(last, turns, tuple(Tally(*key, count, weights[key]) for key, count in counts.items()))


def turns_of(log: Log) -> int:
    """How many turns there were."""
    return log.before.turns + len(log.turns)


def _counted(log: Log, turns: int) -> Iterator[tuple[str, Kind, float]]:
    """What came behind the sums, each with the weight of the turn in which it happened."""
    for place, (number, listing) in enumerate(log.turns, log.before.turns + 1):
        weight = _weight(turns, place)
        for name in log.listings.get(listing, ()):
            if number > log.lives.get(name, 0):
                yield name, Kind.TURN, weight
    numbers = [number for number, _ in log.turns]
    for number, kind, skill in log.events:
        if number > log.lives.get(skill, 0):
            yield skill, kind, _weight(turns, log.before.turns + bisect_right(numbers, number))


def _weight(turns: int, turn: int) -> float:
    """Of a turn, the first being 1; the newest weighs 1, and what came before the first weighs as much as that."""
    return float(0.5 ** ((max(turns, 1) - max(turn, 1)) / HALF))


def _usage(
    name: str, exposed: Tally | None, counts: Mapping[tuple[str, Kind], int], weighed: Mapping[tuple[str, Kind], float]
) -> Usage:
    whole = max(exposed.weight if exposed else 0.0, 1.0)  # a single use in the first turn is no rate yet
    return Usage(
        uses=counts.get((name, Kind.USE), 0),
        views=counts.get((name, Kind.VIEW), 0),
        turns=exposed.count if exposed else 0,
        relapses=counts.get((name, Kind.RELAPSE), 0),
        rate=weighed.get((name, Kind.USE), 0.0) / whole,
        view_rate=weighed.get((name, Kind.VIEW), 0.0) / whole,
    )


def _heir(skill: str, heirs: Mapping[str, str]) -> str:
    seen = {skill}
    while (heir := heirs.get(skill, "")) and heir not in seen:
        seen.add(heir)
        skill = heir
    return skill
