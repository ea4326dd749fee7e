"""The reading tools of a reflector: index, skill, window. Everything comes from memory or the branch, redacted, within a room."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gitskills.app.branch.library import Library
from gitskills.app.context import Context
from gitskills.app.reflection.surroundings import skill_file
from gitskills.llm.port import Answer, Tool
from gitskills.model.episode import Episode
from gitskills.model.skill import SKILL_FILE
from gitskills.skillfile.terms import terms
from gitskills.transcript.clipping import clip

ANSWER_BYTES = 6_000
FULL = "There is no room for more. Call propose now."
LINES = 20  # lines of the window in one answer


@dataclass(slots=True)
class Consulting:
    """What may be looked up in one run. `room` is how many bytes of answers the model's context still takes."""

    context: Context
    libraries: Sequence[Library]
    episode: Episode
    room: int

    def tools(self) -> tuple[Tool, ...]:
        text, number = {"type": "string", "maxLength": 200}, {"type": "integer", "minimum": 1}
        return (
            Tool("index", "Lists skills; with words, those that hold one of them.", _object(words=text), self.index),
            Tool("skill", "Reads a file of a skill, SKILL.md where no path is named.", _object("name", name=text, path=text), self.skill),
            Tool("window", "Shows turns of the window uncut, from one line on.", _object("line", line=number), self.window),
        )  # fmt: skip

    def index(self, given: str) -> Answer:
        wanted = terms(_word(given, "words"))
        lines = [
            f"{entry.name} [{entry.scope}]: {entry.description}"
            for library in self.libraries
            for _, entry in sorted(library.skills.items())
            if not wanted or wanted.keys() & entry.terms.keys() or wanted.keys() & terms(entry.name).keys()
        ]
        return self._answer("\n".join(lines) or "No skill holds that.")

    def skill(self, given: str) -> Answer:
        name, path = _word(given, "name"), _word(given, "path") or SKILL_FILE
        text = skill_file(self.context, self.libraries, name, path)
        return self._answer("There is no such skill, or no such file in it." if text is None else text)

    def window(self, given: str) -> Answer:
        found = list(self._turns(_number(given, "line")))
        return self._answer("\n".join(found) or "The window has no such line.")

    def _turns(self, line: int) -> Iterator[str]:
        for turn in self.episode.window:
            if line and line <= turn.line < line + LINES:
                yield f"[line {turn.line}] {turn.speaker}/{turn.channel} {turn.tool}: {turn.text}"

    def _answer(self, text: str) -> Answer:
        text = clip(self.context.redactor.redact(text)[0], ANSWER_BYTES)
        size = len(text.encode())
        if size > self.room:
            return Answer(FULL)
        self.room -= size
        return Answer(text)


def _object(*required: str, **properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _given(text: str) -> Mapping[str, object]:
    """The arguments of a call; of what is no JSON object, none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _word(text: str, name: str) -> str:
    found = _given(text).get(name)
    return found if isinstance(found, str) else ""


def _number(text: str, name: str) -> int:
    found = _given(text).get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0
