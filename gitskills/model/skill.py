"""A skill as a folder of files, and as a line in a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gitskills.model.proposal import Scope

SKILLS_ROOT = ".claude/skills"
OWN_ROOT = ".gitskills"
ARCHIVE_ROOT = f"{OWN_ROOT}/archive"
ROOTS = (SKILLS_ROOT, ARCHIVE_ROOT)  # below which skills stand, live and put away
POLICY_PATH = f"{OWN_ROOT}/policy.yaml"
SKILL_FILE = "SKILL.md"
SIDECAR = ".gitskills.yaml"
SUPPORT_FOLDERS = ("references", "scripts", "templates", "assets")
EVIDENCE_PREFIX = "references/evidence-"


class Owner(StrEnum):
    """Who may change a skill."""

    AGENT = "agent"  # ours, unchanged since
    ADOPTED = "adopted"  # a person edited it: patched only through review
    PROJECT = "project"  # the default branch tracks it: never touched
    FOREIGN = "foreign"  # came from commits that this clone has not accepted
    HAND = "hand-written"  # somebody else's folder: never touched


NOT_OURS = frozenset({Owner.HAND, Owner.PROJECT})


class Status(StrEnum):
    """Where a skill stands in its life."""

    PROBATION = "probation"
    ACTIVE = "active"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class SkillFile:
    """One file of a skill: bytes and whether it is executable. `link` marks a symbolic link (content = target)."""

    content: bytes
    executable: bool = False
    link: bool = False


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """Everything in `.claude/skills/<name>/`, paths relative to it, POSIX, sidecar and evidence included."""

    name: str
    files: Mapping[str, SkillFile]

    @property
    def skill_md(self) -> SkillFile | None:
        return self.files.get(SKILL_FILE)


@dataclass(frozen=True, slots=True)
class SkillEntry:
    """A skill as the library lists it. `tree` is the folder's git tree id; `terms` are stemmed word counts of
    description and body, for similarity. `archive_path` is set for archived ones.
    """

    name: str
    scope: Scope
    tree: str
    description: str = ""
    category: str = ""
    owner: Owner = Owner.AGENT
    status: Status = Status.PROBATION
    archive_path: str = ""
    terms: Mapping[str, int] = field(default_factory=dict)
    relapses: int = 0  # how often a person had to say it although the host had listed it


@dataclass(frozen=True, slots=True)
class KnownSkill:
    """A skill with the body of its SKILL.md, for whoever compares a lesson with it."""

    entry: SkillEntry
    body: str
