"""Tool calls that wait for their result: enough of each to say whose words the result is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gitskills.model.turn import Channel, RawLine, Speaker, Turn
from gitskills.transcript.sources import source_of

MOST_OPEN = 4_000


@dataclass(frozen=True, slots=True)
class Call:
    """The tool's name, and speaker and locator of what it gives back."""

    tool: str
    speaker: Speaker
    locator: str


@dataclass(frozen=True, slots=True)
class Made:
    """A call as a record tells it."""

    call_id: str
    tool: str
    arguments: Mapping[str, object]


class Calls:
    """Bounded: the oldest calls that never got a result are forgotten."""

    def __init__(self) -> None:
        self._open: dict[str, Call] = {}

    def made(self, made: Made, line: RawLine) -> Turn:
        """Remember the call; its turn."""
        speaker, locator = source_of(made.tool, made.arguments)
        if made.call_id:
            self._open[made.call_id] = Call(made.tool, speaker, locator)
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]
        return Turn(
            line.line,
            line.end,
            Speaker.AGENT,
            Channel.CALL,
            "",
            tool=made.tool,
            call_id=made.call_id,
            locator=locator,
            arguments=made.arguments,
        )

    def answered(self, call_id: str) -> Call | None:
        """The call that a result belongs to, None where it lies before the part that was read."""
        return self._open.pop(call_id, None)
