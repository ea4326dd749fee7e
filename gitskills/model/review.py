"""What a person is to decide, what was taken back, and what was looked into and found, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Scope
from gitskills.model.ruling import Violation

LANDED = "landed"  # the kind of what stands already


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A file beside SKILL.md: `change` is added, changed or removed; `text` is all of it, or the difference; "" for no text."""

    path: str
    change: str
    size: int
    executable: bool
    text: str


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """Something for a person to decide. `kind` is proposal (waits for a yes), edit (changed in place) or landed (unseen).

    `detail` is SKILL.md or its difference, or the commit's words; `quotes` as in StoryEvent. `foreign`: not from this clone.
    """

    id: str
    kind: str
    scope: str
    name: str
    title: str
    reason: str
    detail: str
    violations: tuple[Violation, ...] = ()
    quotes: tuple[tuple[str, str, str, int], ...] = ()
    files: tuple[ReviewFile, ...] = ()
    commit: str = ""
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """What `rollback` did: the commit that takes it back, or the later commits in its way.

    `waits` says why the branch can't move now, `folder` is the worktree that needs it. Of `kept` the live folder stays as a
    person edited it.
    """

    commit: str
    subject: str
    names: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    waits: str = ""
    folder: str = ""
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawnSkill:
    """What becomes of a skill that descends from a withdrawn source: `removed`, `kept` by what others support, `held`.

    `goes` and `stays` are the commits (id, subject) that brought its parts; `why` says what holds it.
    """

    name: str
    scope: Scope
    place: str
    becomes: str
    goes: tuple[tuple[str, str], ...] = ()
    stays: tuple[tuple[str, str], ...] = ()
    restored: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawReport:
    """What descends from a source and what was done; `queued` names proposals of it that will never land."""

    sources: tuple[str, ...]
    skills: tuple[WithdrawnSkill, ...] = ()
    queued: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    waits: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Culprit:
    """The learned commit after which a command fails."""

    commit: str
    subject: str
    names: tuple[str, ...]
    message: str


Finding = tuple[str, str, Violation]  # commit ("" = none), path, what is wrong


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found: (commit or "", folder or path, violation), and how many folders and commits were judged."""

    findings: tuple[Finding, ...]
    folders: int
    commits: int


@dataclass(frozen=True, slots=True)
class Probe:
    """One line of `doctor`: `ok` None means that it is worth knowing but nobody needs to act."""

    name: str
    ok: bool | None
    sentence: str
    hint: str = ""
