"""The last form of a turn: redacted, then projected, then clipped, in this order (LOOP C3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from gitskills.model.turn import Channel, Turn
from gitskills.transcript.clipping import clip
from gitskills.transcript.projection import project
from gitskills.transcript.sources import is_command

Redact = Callable[[str], tuple[str, int]]

LOCATOR_BYTES = 400
RESULT_BYTES = 1_500  # of what a call gave back without an error: most of a session's bytes, hardly ever a lesson
_LONGEST_IN_CONTEXT = 2_000
# names that say nothing of what they hold: neither they nor their neighbours make a value a secret
_PLAIN = frozenset(
    {"command", "description", "content", "file_path", "path", "pattern", "glob", "old_string", "new_string", "url"}
    | {"replace_all", "prompt", "offset", "limit", "output_mode", "timeout", "subagent_type", "query", "plan"}
)
_BOTH_ENDS = frozenset({Channel.RESULT, Channel.ERROR, Channel.INJECTED})  # an error's end says what it was
_SHORT = 400
_MOST_KNOWN = 5_000
_UNREADABLE = "[REDACTED]"


class Finisher:
    """Counts what it redacted."""

    def __init__(self, redact: Redact, record_bytes: int) -> None:
        self._redact = redact
        self._record_bytes = record_bytes
        self.redactions = 0
        self._known: dict[str, tuple[str, int]] = {}

    def turn(self, turn: Turn) -> Turn:
        """Text and locator are final; arguments are gone."""
        text = self._text(turn.text)
        if turn.channel is Channel.CALL and turn.arguments:
            arguments = {self._text(key): self._value(key, value) for key, value in turn.arguments.items()}
            text = project(replace(turn, arguments=arguments))
            text = text if turn.arguments.keys() <= _PLAIN else self._text(text)
        elif turn.channel is Channel.CALL and text != turn.tool:
            text = f"{turn.tool}: {text}" if text else turn.tool
        most = min(RESULT_BYTES, self._record_bytes) if turn.channel is Channel.RESULT else self._record_bytes
        text = clip(text, most, both_ends=turn.channel in _BOTH_ENDS)
        # the projection of a shell call is its command already
        locator = "" if turn.channel is Channel.CALL and is_command(turn.tool) else self._text(turn.locator)
        locator = clip(locator, min(LOCATOR_BYTES, self._record_bytes))
        return replace(turn, text=text, locator=locator, arguments={})

    def _text(self, text: str) -> str:
        found, count = self._known.get(text) or self._redact(text)
        if len(text) <= _SHORT:  # paths and names come again and again
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[text] = found, count
        self.redactions += count
        return found

    def _value(self, key: str, value: object) -> object:
        if isinstance(value, str):
            return self._named(key, self._text(value))
        if isinstance(value, dict):
            return {self._text(str(name)): self._value(str(name), item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._value(key, item) for item in value]
        return value

    def _named(self, key: str, value: str) -> str:
        """A value that only its name gives away, as in `"password": "…"`."""
        if key in _PLAIN or not value or len(value) > _LONGEST_IN_CONTEXT:
            return value
        text, count = self._redact(json.dumps({key: value}, ensure_ascii=False))
        if not count:
            return value
        self.redactions += count
        try:
            inner = json.loads(text)
        except ValueError:
            return _UNREADABLE
        return next((item for item in inner.values() if isinstance(item, str)), _UNREADABLE)
