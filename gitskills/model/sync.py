"""What a sync with the chosen remote did, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.review import Finding
from gitskills.model.united import Held

Named = tuple[str, str]  # a commit and its subject


@dataclass(frozen=True, slots=True)
class SyncReport:
    """`came` and `went` are commits, oldest first; `merged`: a merge commit joined both sides, `told` says how, skill by skill.

    `held` waits for review, since it could not be joined by meaning. `refused` are findings (commit, path, what) for which
    nothing was taken in. `stopped` says why it went no further ("" = it did all), `hint` what to do, `folder` which
    worktree keeps the branch from moving.
    """

    remote: str
    branch: str
    tip: str = ""
    came: tuple[Named, ...] = ()
    went: tuple[Named, ...] = ()
    merged: bool = False
    held: tuple[Held, ...] = ()
    told: tuple[str, ...] = ()
    refused: tuple[Finding, ...] = ()
    stopped: str = ""
    hint: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the branch stands to the chosen remote, as of the last fetch; numbers of commits."""

    remote: str
    ahead: int = 0
    behind: int = 0
