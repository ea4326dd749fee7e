"""Looking decisions up: filtered first, then ranked by the words that they share with the query, bounded.

Offline and exact: the same query on the same records gives the same answer. A score only orders, it decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gitskills.model.decision import Decision, Level, Status
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms

WEIGHTY = 3  # how often a word of the title counts
FILTERS = ("project", "tool", "model", "task_category", "author", "domain", "goal", "confidence_source")


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. `wanted` maps names of FILTERS to the value that a record must have, compared without case.

    Below the level `floor` nothing is found, nor what was superseded or revoked, unless `past`.
    """

    text: str
    floor: Level = Level.CONFIRMED
    wanted: Mapping[str, str] = field(default_factory=dict)
    past: bool = False
    limit: int = 10


@dataclass(frozen=True, slots=True)
class Found:
    """A decision with its score, 0 to 1. `remark` says what to know before relying on it."""

    decision: Decision
    score: float
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Recalled:
    """The best first; `more` were found beyond the limit, `unasked` stand that were left out, as nobody here accepted them."""

    found: tuple[Found, ...]
    more: int
    unasked: int = 0


def recall(records: Iterable[Decision], query: Query) -> Recalled:
    """The decisions that share words with the query; without words all that pass the filters, the newest first."""
    passing = [record for record in records if _passes(record, query)]
    words = terms(query.text)
    scored = _scored(passing, words) if words else [Found(record, 0.0) for record in passing]
    # sorted twice: the newest come first among equals
    newest = sorted(scored, key=lambda one: (one.decision.date, one.decision.id), reverse=True)
    best = sorted(newest, key=lambda one: (-one.score, one.decision.status is not Status.ACCEPTED))
    return Recalled(tuple(best[: query.limit]), max(0, len(best) - query.limit))


def _scored(records: list[Decision], words: Mapping[str, int]) -> list[Found]:
    counts = {str(place): weighed(record) for place, record in enumerate(records)}
    index = Similarity(counts)
    found = (
        Found(record, index.score(words, counts[str(place)]))
        for place, record in enumerate(records)
        if not words.keys().isdisjoint(counts[str(place)])
    )
    return [one for one in found if one.score > 0]


def weighed(record: Decision) -> dict[str, int]:
    """The record's words with how much each counts."""
    counts: dict[str, int] = {}
    for text, weight in _texts(record):
        for term, count in terms(text).items():
            counts[term] = counts.get(term, 0) + count * weight
    return counts


def _texts(record: Decision) -> Iterator[tuple[str, int]]:
    yield f"{record.title}\n{record.entity}\n{record.object}", WEIGHTY
    yield "\n".join((record.decision, record.context, record.consequences, record.notes, *record.alternatives)), 1
    yield " ".join((record.primary_tag, *record.tags, record.captured_turn_excerpt)), 1


def _passes(record: Decision, query: Query) -> bool:
    if record.confidence.rank < query.floor.rank:
        return False
    if record.status is not Status.ACCEPTED and not query.past:
        return False
    return all(str(getattr(record, name)).casefold() == value.casefold() for name, value in query.wanted.items())
