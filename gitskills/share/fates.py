"""What becomes of a skill of which two lines say different things. Neither line is ours: both clones decide alike.

A person's no holds, a person's text stands before an agent's, a change brings back what was put away. What does not fit
together is not mixed: one version stays whole, the other waits for a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gitskills.model.skill import SkillFolder
from gitskills.share.folders import NOTHING, Files, joined_folder, same_words, with_evidence

Passes = Callable[[SkillFolder], bool]


@dataclass(frozen=True, slots=True)
class Side:
    """A skill as one line has it, `files` None where it is not live, and what happened to it since the base.

    `person`: a person changed its text; `refused`: a person took it back; `first`: time and id of the first such commit.
    """

    files: Files | None
    person: bool = False
    refused: bool = False
    first: tuple[int, str] = (0, "")


@dataclass(frozen=True, slots=True)
class Fate:
    """`files` None: not live. `told` is why, "" where one side alone had changed it; `lost` is a version that waits for a person."""

    files: Files | None
    told: str = ""
    kept: Files = field(default_factory=dict)
    lost: Files | None = None


def fate(name: str, base: Files | None, sides: tuple[Side, Side], passes: Passes) -> Fate:
    """What the skill is afterwards."""
    one, other = sides
    if one.files == other.files:
        return Fate(one.files)
    for side, against in ((one, other), (other, one)):
        if side.refused and side.files is None:
            told = "a person took it back on one side" + (
                "" if against.files == base else ", which holds against changes"
            )
            return Fate(None, told)
    if one.files == base:
        return Fate(other.files)
    if other.files == base:
        return Fate(one.files)
    if one.files is None or other.files is None:
        files = other.files if one.files is None else one.files
        return Fate(files, "put away on one side and changed on the other: it stays, as changed")
    return _both(name, base, sides, passes)


def _both(name: str, base: Files | None, sides: tuple[Side, Side], passes: Passes) -> Fate:
    """Both lines have changed it, or made it."""
    first, second = sorted(sides, key=_rank)
    winner, loser, old = first.files or NOTHING, second.files or NOTHING, base or NOTHING
    whole = joined_folder(old, winner, loser) if base is not None else None
    if whole is not None and passes(SkillFolder(name, whole)):
        return Fate(whole, "both sides changed it, and both changes are in")
    kept = with_evidence(winner, loser, old)
    if passes(SkillFolder(name, winner)) and not passes(SkillFolder(name, kept)):
        kept = winner
    if same_words(winner, loser):
        return Fate(kept, "both sides learned it, which is one lesson with the words of both")
    whose = "the person's" if first.person and not second.person else "the older"
    did = "changed" if base is not None else "learned"
    return Fate(kept, f"both sides {did} it, and {whose} text stays; the other's is in its parent", winner, loser)


def _rank(side: Side) -> tuple[bool, int, str]:
    """People first, then who was first."""
    return (not side.person, *side.first)
