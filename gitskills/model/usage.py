"""What became of a skill in sessions, as counted here: events in the order in which they were counted, and their sums."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What is counted."""

    TURN = "turn"  # a person's turn; the skills that were listed then were exposed
    USE = "use"  # the agent called the skill, or the person typed its name behind a slash
    VIEW = "view"  # the agent read a file of it
    RELAPSE = "relapse"  # a person had to correct what a listed skill says


@dataclass(frozen=True, slots=True)
class Event:
    """`key` names the record or the call, so that one that is read twice is one. `listed` belongs to a turn."""

    kind: Kind
    key: str
    skill: str = ""
    listed: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where skills of ours lie: absolute paths of the folders that hold them, and their names. `home` is what `~` stands for."""

    folders: tuple[str, ...]
    names: AbstractSet[str]
    home: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something was counted of a skill, and with which weight; of the kind turn, how often it was listed."""

    skill: str
    kind: Kind
    count: int
    weight: float


@dataclass(frozen=True, slots=True)
class Sums:
    """What everything up to `number` comes to; the weights are those after so many `turns`."""

    number: int = 0
    turns: int = 0
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """All that was counted, by ascending number: the sums of what is old, and what came behind them.

    `turns` are (number, listing), `events` (number, kind, skill); `lives` says behind which number a skill's present life begins.
    """

    turns: tuple[tuple[int, int], ...] = ()
    listings: Mapping[int, AbstractSet[str]] = field(default_factory=dict)
    events: tuple[tuple[int, Kind, str], ...] = ()
    lives: Mapping[str, int] = field(default_factory=dict)
    before: Sums = Sums()


@dataclass(frozen=True, slots=True)
class Usage:
    """One skill since its life here began. `turns` are those in which it was listed: the clock of its probation.

    The rates are uses and views per such turn, where recent ones weigh more.
    """

    uses: int = 0
    views: int = 0
    turns: int = 0
    relapses: int = 0
    rate: float = 0.0
    view_rate: float = 0.0


NEVER = Usage()


@dataclass(frozen=True, slots=True)
class Departure:
    """A skill that left the live tree, came back, or would: `becomes` is archived, live, review, or waiting (the branch is busy)."""

    name: str
    scope: str
    reason: str
    becomes: str
    commit: str = ""
