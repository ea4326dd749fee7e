"""What is known of all decisions: those that stood, what every commit did, what stands at the tip. Derived, never stored elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gitskills.model.decision import Decision, Status


@dataclass(frozen=True, slots=True)
class Past:
    """A decision that is no more: its record stands at the topic's path in `parent`; `commit` ended it, for the decision `by`."""

    id: str
    topic: str
    status: Status  # superseded or rejected
    commit: str
    parent: str
    by: str = ""
    time: int = 0
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class DecisionEvent:
    """One commit's change of one topic. `replaces` is the decision that went; `places` are `source:line` of the quotes.

    Time is UNIX seconds. Not `trusted`: from a commit that this clone has not accepted.
    """

    commit: str
    parent: str
    act: str
    id: str
    topic: str
    time: int
    subject: str
    title: str = ""
    replaces: str = ""
    level: str = ""
    speaker: str = ""
    evidence: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    created: str = ""
    trusted: bool = True

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.id, self.replaces, *self.aliases)


@dataclass(frozen=True, slots=True)
class DecisionIndex:
    """All decisions at `tip`: derived from the records there and from history, never a source of truth.

    `current` is by topic name; `faults` says why a record can't be read. `events` are oldest first. `taken` is the highest id ever given.
    """

    tip: str = ""
    current: Mapping[str, Decision] = field(default_factory=dict)
    events: tuple[DecisionEvent, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict)
    taken: int = 0


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision as a list shows it. `remark` says what to know before relying on it: over, superseded by …, foreign, the agent's own."""

    decision: Decision
    remark: str = ""
    commit: str = ""  # of a past one: what ended it
