"""What `report` draws: every skill, every commit that changed one, and what both took."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.overview import Cost, Overview, SkillLine


@dataclass(frozen=True, slots=True)
class Happening:
    """One commit of a skills branch. `kind` is birth, patch, merge, archive, restore, verdict, or other."""

    commit: str
    time: int
    kind: str
    scope: str
    subject: str
    reason: str
    quote: str
    names: tuple[str, ...]
    clauses: str = ""  # of a merge: what became of what it took in
    reflector: str = ""
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """`happenings` are oldest first; `drawn` is when, in UNIX seconds."""

    drawn: int
    overview: Overview
    skills: tuple[SkillLine, ...]
    happenings: tuple[Happening, ...]
