"""Which decisions a skill rests on: the same words, or the same turn, or its text names them. And which of those hold no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gitskills.decisions.index import find, past
from gitskills.model.decided import DecisionIndex, Past
from gitskills.model.decision import DECISIONS_ROOT, Decision

_NAMED = re.compile(
    r"\bdecisions?[ \t]+#?(\d{4,8})\b|" + re.escape(DECISIONS_ROOT) + r"/([\w.-]+/[\w.-]+)\.md", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Basis:
    """A decision under a skill. `ended` is the commit that ended it, "" while it holds; `by` the one in its place, "" for none."""

    id: str
    topic: str
    title: str
    ended: str = ""
    by: str = ""
    time: int = 0

    @property
    def sentence(self) -> str:
        if not self.ended:
            return f"{self.id} {self.title}"
        return f"{self.id} {self.title} ({f'superseded by {self.by}' if self.by else 'revoked'})"


def bases(index: DecisionIndex, words: AbstractSet[str], places: AbstractSet[str], text: str) -> tuple[Basis, ...]:
    """`words` are digests of the skill's quotes, `places` their `source:line`, `text` is its SKILL.md."""
    ids = dict.fromkeys((*_shared(index, words, places), *_named(index, text)))
    return tuple(basis for id_ in ids if (basis := _basis(index, id_)) is not None)


def ended(index: DecisionIndex) -> bool:
    """Whether any decision was superseded or revoked at all."""
    return any(past(index))


def _shared(index: DecisionIndex, words: AbstractSet[str], places: AbstractSet[str]) -> Iterator[str]:
    for event in index.events:
        if event.id and (not words.isdisjoint(event.evidence) or not places.isdisjoint(event.places)):
            yield event.id


def _named(index: DecisionIndex, text: str) -> Iterator[str]:
    for id_, topic in _NAMED.findall(text):
        standing = index.current.get(topic)
        if id_ or standing is not None:
            yield id_ or (standing.id if standing else "")


def _basis(index: DecisionIndex, id_: str) -> Basis | None:
    found = find(index, id_)
    if isinstance(found, Decision):
        return Basis(found.id, found.topic.name, found.title)
    if isinstance(found, Past):
        titles = (event.title for event in reversed(index.events) if event.id == id_ and event.title)
        return Basis(id_, found.topic, next(titles, found.topic), found.commit, found.by, found.time)
    return None
