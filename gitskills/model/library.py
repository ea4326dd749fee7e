"""The library at one commit: all that the rules may know when they judge a proposal (a snapshot)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum

from gitskills.model.policy import Policy
from gitskills.model.proposal import Scope
from gitskills.model.skill import SkillEntry


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that the project says already (CLAUDE.md, AGENTS.md, rules, host memory): `place` is `path:line`."""

    place: str
    text: str
    terms: Mapping[str, int] = field(default_factory=dict)


class VerdictKind(StrEnum):
    """What a person took back."""

    LESSON = "lesson"  # an add or a merge was reverted, or the skill withdrawn
    PATCH = "patch"  # a later change was reverted


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person's no, read from a commit. `tree` is the refused folder tree; the rest identifies the lesson.

    `words` (of the quotes) and `contents` (of the folders) are digests of what an eye sees, so that no spelling slips through.
    """

    kind: VerdictKind
    name: str
    commit: str
    tree: str = ""
    proposals: frozenset[str] = frozenset()
    evidence: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    contents: frozenset[str] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """One commit that changed a skill's folder. `tree` is the folder afterwards, "" where it is gone.

    `action` comes from the trailer, "" on a commit that is not ours. `place` is the folder's path (live or archive).
    """

    commit: str
    name: str
    place: str
    before: str
    tree: str
    action: str = ""
    proposal: str = ""
    evidence: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    accepted: bool = True
    time: int = 0
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the branch's history says, oldest first; derived, cached by tip, never stored elsewhere."""

    tip: str = ""
    versions: Mapping[str, tuple[Version, ...]] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    proposals: Mapping[str, str] = field(default_factory=dict)  # proposal id → commit that landed it
    pinned: frozenset[str] = frozenset()  # names that a person wants kept


def learned_from(versions: Iterable[Version]) -> dict[str, set[str]]:
    """Which skills ever rested on which quote, by its digest."""
    learned: dict[str, set[str]] = {}
    for version in versions:
        for digest in version.evidence:
            learned.setdefault(digest, set()).add(version.name)
    return learned


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The library of one scope at `tip` ("" before the first promotion).

    `skills` are live by name; `archived` newest per name; `occupied` maps a folded name (case, NFKC, look-alikes) of
    anything that exists in any layer and any scope to a place to name in the refusal. `learned` maps the digest of a
    quote to the names of the skills that ever rested on it.
    """

    scope: Scope
    tip: str
    skills: Mapping[str, SkillEntry] = field(default_factory=dict)
    archived: Mapping[str, SkillEntry] = field(default_factory=dict)
    occupied: Mapping[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    learned: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    births_today: int = 0
    in_probation: int = 0
