"""Sessions of the pi agent: one message a record, tool results with a role of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gitskills.model.turn import Channel, RawLine, Speaker, Turn
from gitskills.transcript.calls import Call, Calls, Made
from gitskills.transcript.records import Record, blocks_of, joined, record_of, text_of
from gitskills.transcript.wrappers import injected


class PiReader:
    """Turns of one session, record by record."""

    def __init__(self) -> None:
        self._calls = Calls()

    def turns(self, line: RawLine, record: Record) -> Iterator[Turn]:
        """The turns of one record."""
        message = record_of(record.get("message"))
        if record.get("type") != "message":
            return
        stamp, uuid = text_of(record.get("timestamp")), text_of(record.get("id"))
        for turn in self._message(line, message):
            yield replace(turn, timestamp=stamp, uuid=uuid)

    def rest(self) -> Iterator[Turn]:
        """Nothing is ever held."""
        return iter(())

    def _message(self, line: RawLine, message: Record) -> Iterator[Turn]:
        role = message.get("role")
        if role == "assistant":
            yield from self._assistant(line, message)
        elif role == "toolResult":
            yield from self._result(line, message)
        elif role == "user" and (text := joined(message.get("content")).strip()):
            other = injected(text)
            speaker, channel = (Speaker.OTHER, Channel.INJECTED) if other else (Speaker.USER, Channel.TYPED)
            yield Turn(line.line, line.end, speaker, channel, text)

    def _assistant(self, line: RawLine, message: Record) -> Iterator[Turn]:
        for block in blocks_of(message.get("content")):
            if block.get("type") == "text" and (text := text_of(block.get("text")).strip()):
                yield Turn(line.line, line.end, Speaker.AGENT, Channel.TEXT, text)
            elif block.get("type") == "toolCall":
                made = Made(text_of(block.get("id")), text_of(block.get("name")), record_of(block.get("arguments")))
                yield self._calls.made(made, line)

    def _result(self, line: RawLine, message: Record) -> Iterator[Turn]:
        call_id, tool = text_of(message.get("toolCallId")), text_of(message.get("toolName"))
        call = self._calls.answered(call_id) or Call(tool, Speaker.OTHER, "")
        text = joined(message.get("content")).strip()
        if text:
            channel = Channel.ERROR if message.get("isError") is True else Channel.RESULT
            turn = Turn(line.line, line.end, call.speaker, channel, text)
            yield replace(turn, tool=call.tool, call_id=call_id, locator=call.locator)
