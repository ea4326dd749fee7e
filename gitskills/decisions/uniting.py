"""Decisions of two lines that parted become one set: whole records by the ladder again, never line by line.

Neither line is ours: both clones come to the same records and the same ids. What can't be decided so, a person is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from gitskills.decisions.ladder import OVERWRITEABLE, agree
from gitskills.decisions.record import render
from gitskills.decisions.vocabulary import MOST_CONFIRMED
from gitskills.model.decision import PLACE, Candidate, Decision
from gitskills.model.proposal import Evidence
from gitskills.model.turn import Channel

_ADDED = "confirmation_count"  # confirmations on both sides all count
_LATEST = frozenset({"updated", "last_validated", "last_accessed"})


@dataclass(frozen=True, slots=True)
class Line:
    """One of the two, by topic name: what stands, and `firsts`: the ids that it gave since they parted, by commit of the first."""

    records: Mapping[str, Decision]
    firsts: Mapping[tuple[str, str], str] = field(default_factory=dict)  # (id, topic) → commit


@dataclass(frozen=True, slots=True)
class Contest:
    """Two equally strong decisions that differ: `lost` waits for a person, `kept` stands."""

    kept: Decision
    lost: Decision


@dataclass(frozen=True, slots=True)
class Joined:
    """What stands afterwards, by topic name (None: nothing), of the topics on which the lines differ."""

    records: Mapping[str, Decision | None]
    contests: tuple[Contest, ...] = ()


def unite(base: Mapping[str, Decision], lines: tuple[Line, Line], taken: int) -> Joined:
    """One set of decisions of two. `taken` is the highest id that either line ever gave."""
    one, other = lines
    records: dict[str, Decision | None] = {}
    contests: list[Contest] = []
    for topic in sorted(one.records.keys() | other.records.keys() | base.keys()):
        sides = one.records.get(topic), other.records.get(topic)
        met = meet(base.get(topic), *sides)
        records[topic] = met.kept if isinstance(met, Contest) else met
        contests += [met] if isinstance(met, Contest) else []
    return Joined(*_renumbered(records, contests, lines, taken))


def meet(base: Decision | None, one: Decision | None, other: Decision | None) -> Decision | Contest | None:
    """What stands on a topic of which two lines may say different things."""
    if other in (one, base):
        return one
    if one == base:
        return other
    if one is None or other is None:
        changed = one or other
        # a decision that was revoked stays so whatever else was said of it; another decision is another matter
        return None if base and changed and changed.id == base.id else changed
    if base and base.id in {one.id, other.id}:
        return _same(base, one, other) if one.id == other.id else other if one.id == base.id else one
    return _stronger(one, other)


def _same(base: Decision, one: Decision, other: Decision) -> Decision:
    """One decision that both lines changed: field by field, and where both did, as the later has it."""
    late, early = (one, other) if _age(one) > _age(other) else (other, one)
    values: dict[str, object] = {}
    for name in (each.name for each in fields(Decision)):
        was, mine, theirs = (getattr(each, name) for each in (base, late, early))
        if name == _ADDED:
            values[name] = min(max(0, mine + theirs - was), MOST_CONFIRMED)
        elif name in _LATEST:
            values[name] = max(mine, theirs)
        else:
            values[name] = theirs if mine == was else mine
    return replace(base, **values)  # type: ignore[arg-type]


def _stronger(one: Decision, other: Decision) -> Decision | Contest:
    """Two decisions on one topic: the ladder, then for what may be overwritten the newer, else the older."""
    if one.standing != other.standing:
        return max(one, other, key=lambda each: each.standing)
    early, late = sorted((one, other), key=_age)
    if one.confidence in OVERWRITEABLE:
        return late
    return early if agree(one, other) else Contest(early, late)


def _age(decision: Decision) -> tuple[str, str, bytes]:
    return decision.created, decision.updated, render(decision)


def _renumbered(
    records: dict[str, Decision | None], contests: Sequence[Contest], lines: tuple[Line, Line], taken: int
) -> tuple[dict[str, Decision | None], tuple[Contest, ...]]:
    """Where both lines gave an id, the decision whose first commit has the smaller id keeps it, the other takes a new one."""
    given = dict(records)
    for id_, topic in _second(lines):
        found = given.get(topic)
        if found is not None and found.id == id_ and _is_from(found, topic, lines):
            taken += 1
            given[topic] = replace(found, id=f"{taken:04d}", aliases=(*found.aliases, id_))
    told = tuple(replace(one, kept=given[one.kept.topic.name] or one.kept) for one in contests)
    return given, told


def _second(lines: tuple[Line, Line]) -> Iterator[tuple[str, str]]:
    """(id, topic) of the decisions that have to give up their id, in an order that no clone changes."""
    one, other = (line.firsts for line in lines)
    for id_ in sorted({id_ for id_, _ in one} & {id_ for id_, _ in other}):
        by_commit = sorted(
            (commit, topic) for firsts in (one, other) for (each, topic), commit in firsts.items() if each == id_
        )
        yield from ((id_, topic) for _, topic in by_commit[1:])


def _is_from(found: Decision, topic: str, lines: tuple[Line, Line]) -> bool:
    """On one topic both may have given the same id: then the one that stands gives it up where it is the second."""
    both = [line for line in lines if (found.id, topic) in line.firsts]
    if len(both) < len(lines):
        return True
    own = next((line for line in lines if line.records.get(topic) == found), lines[0])
    return own.firsts[found.id, topic] != min(line.firsts[found.id, topic] for line in both)


def asked_again(lost: Decision) -> Candidate:
    """A decision that did not stay, as a candidate for a person's review."""
    shared = {each.name for each in fields(Candidate)} & {each.name for each in fields(Decision)}
    evidence = tuple(
        Evidence(lost.captured_turn_excerpt, lost.speaker, Channel.TYPED, int(line), source, digest)
        for digest, place in zip(lost.evidence_sha256, lost.evidence_source, strict=False)
        for source, _, line in (place.rpartition(":") if PLACE.fullmatch(place) else (place, ":", "0"),)
    )
    values: dict[str, Any] = {name: getattr(lost, name) for name in shared if name != "supersedes"}
    values |= {"level": lost.confidence, "excerpt": lost.captured_turn_excerpt, "causal_parent": lost.causal_parent_id}
    return Candidate(evidence=evidence, **values)
