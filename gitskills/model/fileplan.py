"""What has to be written to and removed from a live folder, decided before anything is touched."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.skill import SkillFile


@dataclass(frozen=True, slots=True)
class Place:
    """A file in the live tree: `path` relative to the live skills folder, POSIX; `file` None removes it."""

    path: str
    file: SkillFile | None


@dataclass(frozen=True, slots=True)
class Edit:
    """A live file that somebody changed in place: kept, shown in review, never overwritten."""

    path: str
    content: bytes

    @property
    def skill(self) -> str:
        return self.path.partition("/")[0]


@dataclass(frozen=True, slots=True)
class FilePlan:
    """`steps` in the order to be carried out (support files first, SKILL.md last; on removal the other way round)."""

    steps: tuple[Place, ...] = ()
    edits: tuple[Edit, ...] = ()
