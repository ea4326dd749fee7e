"""Codex rollouts: `response_item` holds the conversation; `event_msg` repeats it and is passed over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from gitskills.model.turn import Channel, RawLine, Speaker, Turn
from gitskills.transcript.calls import Call, Calls, Made
from gitskills.transcript.records import Record, joined, record_of, text_of
from gitskills.transcript.wrappers import injected, stripped

_EXIT = re.compile(r"^Process exited with code (-?\d+)$", re.MULTILINE)
_HEAD = re.compile(
    r"\A(?:Chunk ID|Wall time|Process|Original token count|Exit code)[^\n]*\n(?:[^\n]*\n){0,5}?Output:\n"
)
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call"})


class CodexReader:
    """Turns of one rollout, record by record."""

    def __init__(self) -> None:
        self._calls = Calls()

    def turns(self, line: RawLine, record: Record) -> Iterator[Turn]:
        """The turns of one record."""
        payload = record_of(record.get("payload"))
        if record.get("type") != "response_item":
            return
        kind = payload.get("type")
        stamp = text_of(record.get("timestamp"))
        if kind == "message":
            found = _message(line, payload)
        elif kind in _CALLS:
            found = iter((self._calls.made(_made(payload), line),))
        elif kind in ("function_call_output", "custom_tool_call_output"):
            found = self._output(line, payload)
        else:
            return
        for turn in found:
            yield replace(turn, timestamp=stamp)

    def rest(self) -> Iterator[Turn]:
        """Nothing is ever held."""
        return iter(())

    def _output(self, line: RawLine, payload: Record) -> Iterator[Turn]:
        call_id = text_of(payload.get("call_id"))
        call = self._calls.answered(call_id) or Call("", Speaker.OTHER, "")
        text, failed = _printed(payload.get("output"))
        if text:
            channel = Channel.ERROR if failed else Channel.RESULT
            turn = Turn(line.line, line.end, call.speaker, channel, text)
            yield replace(turn, tool=call.tool, call_id=call_id, locator=call.locator)


def _message(line: RawLine, payload: Record) -> Iterator[Turn]:
    role, text = payload.get("role"), joined(payload.get("content"))
    words = stripped(text).strip()
    if not words:
        return
    if role == "assistant":
        yield Turn(line.line, line.end, Speaker.AGENT, Channel.TEXT, words)
    elif role == "user" and not injected(text) and not injected(words):
        yield Turn(line.line, line.end, Speaker.USER, Channel.TYPED, words)
    else:
        yield Turn(line.line, line.end, Speaker.OTHER, Channel.INJECTED, words)


def _made(payload: Record) -> Made:
    tool = text_of(payload.get("name")) or text_of(payload.get("type")).removesuffix("_call")
    arguments = payload.get("arguments", payload.get("input", payload.get("action")))
    if isinstance(arguments, str):
        arguments = _parsed(arguments) or {"input": arguments}
    return Made(text_of(payload.get("call_id")), tool, record_of(arguments))


def _parsed(text: str) -> Record:
    try:
        return record_of(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def _printed(output: object) -> tuple[str, bool]:
    """The text that a call gave back, without the host's head, and whether it failed."""
    inner = record_of(output) or (_parsed(output) if isinstance(output, str) and output[:1] == "{" else {})
    code = record_of(inner.get("metadata")).get("exit_code", 0)
    text = text_of(inner.get("output")) or text_of(inner.get("content")) or joined(output)
    exited = _EXIT.search(text[:1_000])
    failed = (exited is not None and exited[1] != "0") or code not in (0, None) or inner.get("success") is False
    return (text if failed else _HEAD.sub("", text, count=1)).strip(), failed
