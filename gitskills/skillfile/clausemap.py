"""The clause map of a merge: what became of every clause of the skills that were put together. Read from the bytes alone.

A proposer can claim one thing only: that a clause is dropped, and why. A claim about a clause that nobody had is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gitskills.model.proposal import Dropped
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile, SkillFolder
from gitskills.skillfile.clauses import Clause, ClauseKind, clauses_in, held_in
from gitskills.skillfile.document import Document, parse


@dataclass(frozen=True, slots=True)
class Fate:
    """`place` is the umbrella's file that holds the clause, "" where none does; then `reason` says why, or nobody does."""

    skill: str
    clause: Clause
    place: str = ""
    reason: str = ""

    @property
    def accounted(self) -> bool:
        return bool(self.place or self.reason)


@dataclass(frozen=True, slots=True)
class ClauseMap:
    """`false` are claims of a drop that no absorbed skill bears out."""

    fates: tuple[Fate, ...]
    false: tuple[str, ...] = ()

    def summary(self) -> tuple[str, ...]:
        """A line for each skill, then one for each clause that was dropped."""
        by_skill: dict[str, list[Fate]] = {}
        for fate in self.fates:
            by_skill.setdefault(fate.skill, []).append(fate)
        counts = tuple(f"{skill}: {_counted(fates)}." for skill, fates in by_skill.items())
        lost = tuple(
            f"Dropped of {fate.skill}, {fate.clause.kind} {fate.clause.text!r}: {fate.reason}"
            for fate in self.fates
            if not fate.place and fate.reason
        )
        return (*counts, *lost)


def _counted(fates: Sequence[Fate]) -> str:
    moved = sorted({fate.place for fate in fates if fate.place not in {"", SKILL_FILE} and not _in_place(fate)})
    kept = sum(fate.place == SKILL_FILE or _in_place(fate) for fate in fates)
    away = sum(bool(fate.place) for fate in fates) - kept
    gone = sum(not fate.place for fate in fates)
    parts = [f"{kept} of {len(fates)} clauses kept"]
    parts += [f"{away} moved to {', '.join(moved)}"] if away else []
    parts += [f"{gone} dropped"] if gone else []
    return ", ".join(parts)


def _in_place(fate: Fate) -> bool:
    return fate.clause.kind is ClauseKind.FILE and fate.place == fate.clause.text


def clause_map(
    absorbed: Mapping[str, SkillFolder], umbrella: SkillFolder, dropped: Sequence[Dropped] = ()
) -> ClauseMap:
    """What became of each clause of the absorbed folders in the umbrella's."""
    reasons = {" ".join(item.clause.split()): item.reason for item in dropped}
    held = tuple(_holding(umbrella))
    fates = tuple(
        Fate(name, clause, place, "" if place else reasons.get(clause.text, ""))
        for name, folder in absorbed.items()
        for clause, place in _placed(folder, umbrella, held)
    )
    known = {fate.clause.text for fate in fates}
    return ClauseMap(fates, tuple(text for text in reasons if text not in known))


def _placed(
    folder: SkillFolder, umbrella: SkillFolder, held: Sequence[tuple[str, frozenset[tuple[ClauseKind, str]]]]
) -> Iterator[tuple[Clause, str]]:
    for path, file in folder.files.items():
        if path not in {SKILL_FILE, SIDECAR}:
            yield Clause(ClauseKind.FILE, path), place_of(path, file, umbrella.files)
    for clause in clauses_in(said_by(folder)):
        if not (clause.kind is ClauseKind.PATH and clause.text in folder.files):  # the file itself is accounted for
            yield clause, next((path for path, keys in held if clause.key in keys), "")


def place_of(path: str, file: SkillFile, files: Mapping[str, SkillFile]) -> str:
    """Where these very bytes stand with this very mode: the same path first. "" where nowhere."""
    if files.get(path) == file:
        return path
    if path.startswith(EVIDENCE_PREFIX):
        return ""
    return next((other for other, found in files.items() if found == file), "")


def _holding(folder: SkillFolder) -> Iterator[tuple[str, frozenset[tuple[ClauseKind, str]]]]:
    """What each file of the umbrella says, SKILL.md first."""
    yield SKILL_FILE, held_in(said_by(folder))
    for path, file in folder.files.items():
        if path not in {SKILL_FILE, SIDECAR} and not path.startswith(EVIDENCE_PREFIX):
            yield path, held_in(file.content.decode("utf-8", "replace"), markdown=path.endswith(".md"))


def said_by(folder: SkillFolder) -> str:
    """Description and body; what can't be read counts as all text."""
    file = folder.skill_md
    if file is None:
        return ""
    document = parse(file.content)
    if isinstance(document, Document):
        return f"{document.description}\n\n{document.body}"
    return file.content.decode("utf-8", "replace")
