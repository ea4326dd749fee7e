"""All that a reflector gets to see, as one text (LOOP C6), each part within its room. Made for one look and never stored.

It begins with our own mark, so that a transcript that holds it is never learned from. What leaves no room is counted; what
is most like the person's words comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from gitskills.model.episode import Episode
from gitskills.model.library import Statement
from gitskills.model.skill import SkillEntry
from gitskills.model.turn import Channel, Turn
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms
from gitskills.transcript import OUR_MARK
from gitskills.transcript.clipping import clip

FORMAT = (
    "A name: lower-case words joined by '-', at most 64 characters.",
    "A description: one sentence, at most 60 characters, that says when to use the skill and carries the rule itself.",
    "A body: at most 25 lines that are not blank; the rule, not the story.",
    "Evidence: words from the window, verbatim. The digest is for orientation and is never evidence.",
    "Compare before adding: patch a fitting skill, else update it, else add a file to it, else add.",
)
AGAIN = (
    "Of a skill that was said again although listed: sharpen its description so that it is read in time, or say in the reason"
    " that a lint rule or a hook would do better."
)
# Bytes of a turn in the prompt, by the way it came: most of a session is what calls gave back, hardly ever a lesson.
SHOWN = {
    Channel.TEXT: 1_000,
    Channel.CALL: 300,
    Channel.RESULT: 300,
    Channel.ERROR: 800,
    Channel.INJECTED: 300,
}
ALIKE = 24


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes for each part beside digest and window; `whole` for each skill that is shown in full."""

    skills: int = 8_000
    refused: int = 3_000
    statements: int = 4_000
    whole: int = 3_000

    def within(self, total: int) -> Room:
        """Shares of `total` bytes: the index never takes half the prompt."""
        return Room(
            min(self.skills, total // 8),
            min(self.refused, total // 16),
            min(self.statements, total // 12),
            min(self.whole, total // 12),
        )


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known beside the session: skills of both scopes, refused lessons (name, reason), what the project says.

    `whole` are the texts of the few skills that the window may be about, by name.
    """

    skills: Sequence[SkillEntry] = ()
    refused: Sequence[tuple[str, str]] = ()
    statements: Sequence[Statement] = ()
    whole: Sequence[tuple[str, str]] = ()
    room: Room = Room()


def bundle(episode: Episode, around: Surroundings) -> str:
    """The whole text, section by section; an empty section is left out."""
    said, room = words_of(episode), around.room
    skills = {_skill_line(item): item.terms for item in around.skills}
    statements = {f"{item.place}: {item.text}": item.terms for item in around.statements}
    refused = [" ".join(f"{name}: {reason}".split()) for name, reason in around.refused]
    sections = (
        ("Format", (*FORMAT, *((AGAIN,) if any(item.relapses for item in around.skills) else ()))),
        ("Skills that are there", _bounded(_alike_first(skills, said), room.skills)),
        ("Lessons that were refused", _bounded(refused, room.refused)),
        ("What the project says already", _bounded(_alike_first(statements, said), room.statements)),
        *((f"The skill {name}, whole", text.splitlines()) for name, text in around.whole),
        ("Digest: what came before, for orientation, never evidence", map(shown, episode.digest)),
        ("Window: what may be quoted", map(shown, episode.window)),
    )
    return "\n\n".join((OUR_MARK, *(part for title, lines in sections if (part := _section(title, lines))))) + "\n"


def _skill_line(skill: SkillEntry) -> str:
    again = f" (said again although listed: {skill.relapses})" if skill.relapses else ""
    return f"{skill.name} [{skill.scope}]: {skill.description}{again}"


def words_of(episode: Episode) -> Mapping[str, int]:
    """What people said in the window, for comparing."""
    return terms("\n".join(turn.text for turn in episode.window if turn.human))


def nearest(skills: Iterable[SkillEntry], said: Mapping[str, int], limit: int, least: float) -> list[SkillEntry]:
    """The skills most like what was said, best first."""
    by_key = {f"{item.scope}/{item.name}": item for item in skills}
    alike = Similarity({key: item.terms for key, item in by_key.items()})
    return [by_key[key] for key, score in alike.nearest(said, limit) if score >= least]


def halves(episode: Episode) -> tuple[Episode, Episode] | None:
    """The window as two, divided between records at about half its size; None where it is one record."""
    window = episode.window
    cuts = [place for place in range(1, len(window)) if window[place].line != window[place - 1].line]
    if not cuts:
        return None
    before = list(accumulate((len(shown(turn)) for turn in window), initial=0))
    cut = min(cuts, key=lambda place: abs(before[place] - before[-1] / 2))
    return replace(episode, window=window[:cut]), replace(episode, window=window[cut:])


def shown(turn: Turn) -> str:
    """A turn as it stands in the prompt. Only its first line begins with `[line`: no text can pass for another's words."""
    tool = f" {turn.tool}" if turn.tool and turn.channel is not Channel.CALL else ""
    most = SHOWN.get(turn.channel)
    text = clip(turn.text, most, both_ends=turn.channel is not Channel.TEXT) if most else turn.text
    return f"[line {turn.line}] {turn.speaker}/{turn.channel}{tool}: " + "\n  ".join(text.splitlines())


def _section(title: str, lines: Iterable[str]) -> str:
    said = "\n".join(lines)
    return f"## {title}\n\n{said}" if said else ""


def _alike_first(lines: Mapping[str, Mapping[str, int]], said: Mapping[str, int]) -> list[str]:
    first = [line for line, _ in Similarity(lines).nearest(said, ALIKE)] if said else []
    return list(dict.fromkeys((*first, *lines)))


def _bounded(lines: Sequence[str], room: int) -> list[str]:
    """As many as fit, and how many did not."""
    kept: list[str] = []
    for line in lines:
        room -= len(line.encode("utf-8", "replace")) + 1
        if room < 0:
            return [*kept, f"(and {len(lines) - len(kept)} more)"]
        kept.append(line)
    return kept
