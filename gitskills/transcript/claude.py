"""Claude Code's records, versions 1.0 to 2.1.332: where a person's words hide, and what only looks like them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gitskills.model.turn import LEARN, SLASH, Channel, RawLine, Speaker, Turn
from gitskills.transcript.asking import ASKING_TOOL
from gitskills.transcript.calls import Call, Calls, Made
from gitskills.transcript.pending import Pending
from gitskills.transcript.records import Record, blocks_of, joined, record_of, text_of
from gitskills.transcript.refusals import FailedCall, refusal
from gitskills.transcript.sources import source_by_shape
from gitskills.transcript.wrappers import injected, learn_request, shell_input, shell_output, slash_command, stripped

_SYNTHETIC = "<synthetic>"
_REMINDER = re.compile(r"\n*<system-reminder>.*?</system-reminder>\s*", re.DOTALL)
_INTERRUPTED = re.compile(r"\A(Exit code \d+\n)?\[Request interrupted by user[^\]\n]*\]\n?")
_SLASH = re.compile(r"/[a-z][\w:-]*")  # a command to the host, waiting in the queue
_NO_ERROR = ("<tool_use_error>Sibling tool call errored", "Sibling tool call errored")


_SHORT = 2_000  # characters; what people type behind `claude -p`
_ROLE = re.compile(r"\s*(?:you are|act as) ", re.IGNORECASE)


class ClaudeReader:
    """Turns of one session, record by record."""

    def __init__(self) -> None:
        self._calls = Calls()
        self._pending = Pending()
        self._headless = False
        self._shell = ""

    def turns(self, line: RawLine, record: Record) -> Iterator[Turn]:
        """The turns of one record; a record of an unknown type has none."""
        self._headless = self._headless or text_of(record.get("entrypoint")).startswith("sdk-")
        kind = record.get("type")
        if kind == "assistant":
            found = self._assistant(line, record)
        elif kind == "user":
            found = self._user(line, record)
        elif kind == "queue-operation":
            found = self._queue(line, record)
        elif kind == "attachment":
            found = self._attachment(line, record)
        else:
            return
        for turn in found:
            yield _signed(turn, record)

    def rest(self) -> Iterator[Turn]:
        """What was still held when the transcript ended."""
        return self._pending.rest()

    def _assistant(self, line: RawLine, record: Record) -> Iterator[Turn]:
        message = record_of(record.get("message"))
        if message.get("model") == _SYNTHETIC or record.get("isApiErrorMessage"):
            return
        for block in blocks_of(message.get("content")):
            kind = block.get("type")
            if kind == "text" and (text := text_of(block.get("text")).strip()):
                yield Turn(line.line, line.end, Speaker.AGENT, Channel.TEXT, text)
            elif kind in ("tool_use", "server_tool_use"):
                name, call_id = text_of(block.get("name")), text_of(block.get("id"))
                yield self._calls.made(Made(call_id, name, record_of(block.get("input"))), line)

    def _user(self, line: RawLine, record: Record) -> Iterator[Turn]:
        blocks = blocks_of(record_of(record.get("message")).get("content"))
        texts = [text_of(block.get("text")) for block in blocks if block.get("type") == "text"]
        repeated = self._pending.prompted(_words(texts)) if texts else False
        human = not repeated and self._by_person(record) and not _by_program(record, texts)
        for block in blocks:
            if block.get("type") == "tool_result":
                yield from self._result(line, record, block)
            elif block.get("type") == "text":
                yield from self._prompt(line, text_of(block.get("text")), human=human)

    def _prompt(self, line: RawLine, text: str, *, human: bool) -> Iterator[Turn]:
        if command := shell_input(text):
            self._shell = command
            yield Turn(line.line, line.end, *_said(human, Channel.SHELL), command, tool="Bash")
        elif shell_output(text):
            yield Turn(line.line, line.end, Speaker.COMMAND, Channel.RESULT, text, tool="Bash", locator=self._shell)
        elif (asked := learn_request(text)) is not None:
            yield Turn(line.line, line.end, *_said(human, Channel.TYPED), asked, tool=LEARN)
        elif injected(text):
            name = slash_command(text) if human else ""
            yield Turn(
                line.line, line.end, *_said(False, Channel.TYPED), text, tool=SLASH if name else "", locator=name
            )
        elif words := stripped(text).strip():
            human = human and not injected(words)
            yield Turn(line.line, line.end, *_said(human, Channel.TYPED), words)

    def _by_person(self, record: Record) -> bool:
        """What the record's own flags say; where they are silent the text decides."""
        flags = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isSidechain", "planContent")
        if any(record.get(flag) for flag in flags):
            return False
        origin = record_of(record.get("origin")).get("kind")
        if origin is not None:
            return origin == "human"
        return record.get("promptSource") != "system"

    def _result(self, line: RawLine, record: Record, block: Record) -> Iterator[Turn]:
        call_id = text_of(block.get("tool_use_id"))
        call = self._calls.answered(call_id)
        kept = record.get("toolUseResult")
        call = call or Call("", *source_by_shape(kept))
        text = _REMINDER.sub("\n", joined(block.get("content"))).strip()
        turn = Turn(line.line, line.end, call.speaker, Channel.RESULT, text)
        turn = replace(turn, tool=call.tool, call_id=call_id, locator=call.locator)
        if block.get("is_error") is True:
            yield _failed(turn, record)
        elif call.tool == ASKING_TOOL or (not call.tool and _answers(kept)):
            person = not record.get("isSidechain") and not self._headless
            yield replace(turn, speaker=Speaker.USER if person else Speaker.OTHER, channel=Channel.ANSWER)
        elif text:
            yield turn

    def _queue(self, line: RawLine, record: Record) -> Iterator[Turn]:
        operation, text = record.get("operation"), _queued_words(record.get("content"))
        if operation == "enqueue" and text:
            human = not self._headless and not injected(text) and not _SLASH.fullmatch(text)
            yield from self._pending.hold(Turn(line.line, line.end, *_said(human, Channel.QUEUED), text))
        elif operation == "remove":
            yield from self._pending.taken(text, line.end)
        elif operation == "dequeue":
            self._pending.sent()
        elif operation == "popAll":
            self._pending.clear()

    def _attachment(self, line: RawLine, record: Record) -> Iterator[Turn]:
        attachment = record_of(record.get("attachment"))
        if attachment.get("type") != "queued_command":
            return
        text = _queued_words(attachment.get("prompt") or attachment.get("content"))
        origin = record_of(attachment.get("origin")).get("kind")
        human = attachment.get("commandMode", "prompt") == "prompt" and origin in (None, "human") and not injected(text)
        human = human and self._by_person(record) and self._by_person(attachment)
        if text:
            yield from self._pending.attached(Turn(line.line, line.end, *_said(human, Channel.QUEUED), text))


def _signed(turn: Turn, record: Record) -> Turn:
    """With the record's identity; a turn held from an earlier record keeps its own."""
    uuid, timestamp = text_of(record.get("uuid")), text_of(record.get("timestamp"))
    sidechain = record.get("isSidechain") is True
    cwd = text_of(record.get("cwd"))
    return replace(turn, uuid=turn.uuid or uuid, timestamp=turn.timestamp or timestamp, sidechain=sidechain, cwd=cwd)


def _by_program(record: Record, texts: list[str]) -> bool:
    """Whether a headless run's prompt is a program's: `claude -p` is a person's too, where it reads like what people type."""
    entry = text_of(record.get("entrypoint"))
    if not entry.startswith("sdk-") and record.get("promptSource") != "sdk":
        return False
    words = "\n".join(texts)
    return entry != "sdk-cli" or len(words) > _SHORT or _ROLE.match(words) is not None


def _said(human: bool, channel: Channel) -> tuple[Speaker, Channel]:
    return (Speaker.USER, channel) if human else (Speaker.OTHER, Channel.INJECTED)


def _words(texts: list[str]) -> str:
    return "\n".join(words for text in texts if (words := stripped(text).strip()))


def _queued_words(content: object) -> str:
    return _words([text_of(block.get("text")) for block in blocks_of(content) if block.get("type") == "text"])


def _answers(kept: object) -> bool:
    return isinstance(kept, dict) and isinstance(kept.get("answers"), dict) and "questions" in kept


def _failed(turn: Turn, record: Record) -> Turn:
    """A failed call: the person's reason, a no without one, or the failure."""
    version, denial = text_of(record.get("version")), text_of(record.get("toolDenialKind"))
    refused = refusal(FailedCall(turn.text, turn.tool, version, denial))
    person = not record.get("isSidechain")
    if refused is not None and refused.reason and person:
        return replace(turn, speaker=Speaker.USER, channel=Channel.REJECTION, text=refused.reason, locator="")
    if refused is not None or turn.text.startswith(_NO_ERROR):
        return replace(turn, speaker=Speaker.OTHER, channel=Channel.INJECTED)
    return replace(turn, channel=Channel.ERROR, text=_INTERRUPTED.sub(r"\1", turn.text))
