"""What came of two lines of the skills branch being made one."""

from __future__ import annotations

from dataclasses import dataclass

UNITING = "merge-branches"  # the Action of a merge commit that decides what its sides have not alike


@dataclass(frozen=True, slots=True)
class Held:
    """A skill of which one side's text waits for a person: `id` is the proposal in review, `why` one sentence."""

    name: str
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class United:
    """`tip` is where the branch stands now; `merged` says whether a merge commit was needed for that.

    `told` is a line for every skill that both sides had changed.
    """

    tip: str
    merged: bool = False
    held: tuple[Held, ...] = ()
    told: tuple[str, ...] = ()
