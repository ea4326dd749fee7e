"""All that a reflector gets to see, as one text (LOOP C6). Made for one look and never stored.

It begins with our own mark, so that a transcript that holds it is never learned from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gitskills.model.episode import Episode
from gitskills.model.library import Statement
from gitskills.model.skill import SkillEntry
from gitskills.model.turn import Turn
from gitskills.transcript import OUR_MARK

FORMAT = (
    "A name: lower-case words joined by '-', at most 64 characters.",
    "A description: one sentence, at most 60 characters, that says when to use the skill and carries the rule itself.",
    "A body: at most 25 lines that are not blank; the rule, not the story.",
    "Evidence: words from the window, verbatim. The digest is for orientation and is never evidence.",
    "Compare before adding: patch a fitting skill, else update it, else add a file to it, else add.",
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known beside the session: skills of both scopes, refused lessons (name, reason), what the project says."""

    skills: Sequence[SkillEntry] = ()
    refused: Sequence[tuple[str, str]] = ()
    statements: Sequence[Statement] = ()


def bundle(episode: Episode, around: Surroundings) -> str:
    """The whole text, section by section; an empty section is left out."""
    sections = (
        ("Format", FORMAT),
        ("Skills that are there", [f"{item.name} [{item.scope}]: {item.description}" for item in around.skills]),
        ("Lessons that were refused", [f"{name}: {reason}" for name, reason in around.refused]),
        ("What the project says already", [f"{item.place}: {item.text}" for item in around.statements]),
        ("Digest: what came before, for orientation, never evidence", map(_line, episode.digest)),
        ("Window: what may be quoted", map(_line, episode.window)),
    )
    return "\n\n".join((OUR_MARK, *(part for title, lines in sections if (part := _section(title, lines))))) + "\n"


def _section(title: str, lines: Iterable[str]) -> str:
    said = "\n".join(lines)
    return f"## {title}\n\n{said}" if said else ""


def _line(turn: Turn) -> str:
    tool = f" {turn.tool}" if turn.tool else ""
    source = f" ({turn.locator})" if turn.locator else ""
    return f"[line {turn.line}] {turn.speaker}/{turn.channel}{tool}{source}: {turn.text}"
