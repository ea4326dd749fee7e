"""Sums per skill over all that was counted; recent turns weigh more. Turns are the only clock.

What a skill took in by a merge was used for counts as the umbrella's own use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate

from gitskills.model.usage import Kind, Log, Usage

HALF = 200  # turns after which one weighs half


def usages(log: Log, names: Iterable[str], heirs: Mapping[str, str] | None = None) -> dict[str, Usage]:
    """The usage of every name; `heirs` says into which skill an absorbed one went."""
    weights = _weights(log)
    exposed = _Exposures(log, weights)
    counts, weighed = _events(log, weights, heirs or {})
    return {name: _usage(name, exposed.of(name, log.lives.get(name, 0)), counts, weighed) for name in names}


def _usage(
    name: str, exposed: tuple[int, float], counts: Counter[tuple[str, Kind]], weighed: Mapping[tuple[str, Kind], float]
) -> Usage:
    turns, weight = exposed
    whole = max(weight, 1.0)  # a single use in the first turn is no rate yet
    return Usage(
        uses=counts[name, Kind.USE],
        views=counts[name, Kind.VIEW],
        turns=turns,
        relapses=counts[name, Kind.RELAPSE],
        rate=weighed.get((name, Kind.USE), 0.0) / whole,
        view_rate=weighed.get((name, Kind.VIEW), 0.0) / whole,
    )


def _weights(log: Log) -> dict[int, float]:
    """By the turn's number; the newest weighs 1."""
    newest = len(log.turns) - 1
    return {number: 0.5 ** ((newest - place) / HALF) for place, (number, _) in enumerate(log.turns)}


def _events(
    log: Log, weights: Mapping[int, float], heirs: Mapping[str, str]
) -> tuple[Counter[tuple[str, Kind]], dict[tuple[str, Kind], float]]:
    """How often, and with which weight: that of the turn in which it happened."""
    counts: Counter[tuple[str, Kind]] = Counter()
    weighed: dict[tuple[str, Kind], float] = defaultdict(float)
    numbers = [number for number, _ in log.turns]
    for number, kind, skill in log.events:
        if number <= log.lives.get(skill, 0):
            continue
        place = bisect_right(numbers, number) - 1
        name = _heir(skill, heirs)
        counts[name, kind] += 1
        weighed[name, kind] += weights[numbers[max(place, 0)]] if numbers else 1.0
    return counts, weighed


def _heir(skill: str, heirs: Mapping[str, str]) -> str:
    seen = {skill}
    while (heir := heirs.get(skill, "")) and heir not in seen:
        seen.add(heir)
        skill = heir
    return skill


class _Exposures:
    """Per listing the numbers of its turns and the sums of their weights, so that a life's part is a look-up."""

    def __init__(self, log: Log, weights: Mapping[int, float]) -> None:
        self._numbers: dict[int, list[int]] = defaultdict(list)
        for number, listing in log.turns:
            self._numbers[listing].append(number)
        self._sums = {
            listing: list(accumulate((weights[number] for number in numbers), initial=0.0))
            for listing, numbers in self._numbers.items()
        }
        self._listings: dict[str, list[int]] = defaultdict(list)
        for listing in self._numbers:
            for name in log.listings.get(listing, ()):
                self._listings[name].append(listing)

    def of(self, name: str, life: int) -> tuple[int, float]:
        """Turns and weight behind the number `life`."""
        turns, weight = 0, 0.0
        for listing in self._listings.get(name, ()):
            before = bisect_right(self._numbers[listing], life)
            turns += len(self._numbers[listing]) - before
            weight += self._sums[listing][-1] - self._sums[listing][before]
        return turns, weight
