"""Where a batch makes its objects: nobody sees them until they are published, and then the ref moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from gitskills.git.identity import Person
from gitskills.git.port import Busy
from gitskills.git.source import WritableObjects

Veto = Callable[[], Busy | None]


@dataclass(frozen=True, slots=True)
class Move:
    """What is to happen to a ref; `old` "" means that it must not exist.

    `recorded`: the old tip is found again in the reflog, also where no reflogs are kept, as in a bare repository.
    """

    ref: str
    old: str
    new: str
    note: str
    recorded: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """The trees of a three-way merge."""

    base: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged tree, or the paths where the sides disagree."""

    tree: str
    conflicts: frozenset[str]


class Workbench(WritableObjects, Protocol):
    """One batch's own; it reads what the repository holds and what it wrote itself."""

    def current(self, ref: str) -> str:
        """Commit id that a ref holds, "" where there is no such ref."""
        ...

    def merge_base(self, ours: str, other: str) -> str:
        """The commit that both grew from, "" where there is none."""
        ...

    def merged(self, sides: Sides, *, ours_wins: bool) -> Merged:
        """Both changes of the base as git would merge them; no conflict is left where ours wins."""
        ...

    def published(self) -> AbstractContextManager[None]:
        """All objects are on disk, flushed, and kept from every gc while the block lasts."""
        ...

    def move(self, move: Move, signer: Person, veto: Veto) -> bool | Busy:
        """True when moved, False when the ref was elsewhere; `veto` is asked last, while the ref is locked."""
        ...
