"""How much was done in a session: tool calls of its main thread, as its own records say (LOOP S1, S4). Light: hooks load it."""

from __future__ import annotations

import json
import re

from gitskills.transcript import OUR_MARK

_CALLS = (b'"tool_use"', b'"server_tool_use"')
_SAID = (b'"user"', b'"queue-operation"')
_REPLIES = (b'"answers"', b"the user said")  # to a question of the agent's; with a refused call
_SETTLES = re.compile(
    rb"(?i)\blet'?s\b|\blet us\b|\bgo(?:ing)? (?:for|with)\b|\b(?:switch|stick|move) (?:to|with)\b|\bship it\b|\bdecid"
    rb"|\b(?:use|using|instead|prefer|choose|pick|option|actually|over|because|yes|undo|answers)\b"
    rb"|\bdefaults? to\b|\bby default\b"
)
FEW = 40  # words that may settle something without one that tells
_MARK = OUR_MARK.encode("ascii")


def calls_in(line: bytes, since: str) -> int:
    """The tool calls of one record. What is older than `since` was copied from another session and counts there."""
    if not any(word in line for word in _CALLS):
        return 0
    record = _decoded(line)
    if record.get("type") != "assistant" or record.get("isSidechain") or record.get("isApiErrorMessage"):
        return 0
    stamp = record.get("timestamp")
    if isinstance(stamp, str) and stamp < since:
        return 0
    return sum(block.get("type") in ("tool_use", "server_tool_use") for block in _blocks(record))


def may_decide(line: bytes, since: str) -> bool:
    """Whether a person's words in the record could settle something; whether they do is judged elsewhere. In doubt, yes.

    Few words may be the answer to any question; of many there is one that tells.
    """
    if not any(word in line for word in _SAID):
        return False
    if b'"tool_result"' in line and not any(word in line for word in _REPLIES):
        return False
    record = _decoded(line)
    stamp = record.get("timestamp")
    old = isinstance(stamp, str) and stamp < since
    if (
        old
        or record.get("isSidechain")
        or record.get("isMeta")
        or record.get("type") not in ("user", "queue-operation")
    ):
        return False
    return _SETTLES.search(line) is not None or 0 < _words(record) <= FEW


def _words(record: dict[str, object]) -> int:
    """How many words a person typed; none where a host wrote the text."""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else record.get("content")
    texts = [content] if isinstance(content, str) else [block.get("text") for block in _blocks(record)]
    said = " ".join(text for text in texts if isinstance(text, str))
    return 0 if said.lstrip().startswith("<") else len(said.split(maxsplit=FEW + 1))


def is_ours(line: bytes) -> bool:
    """Whether the record hands our own prompt to an agent: then the session is a child of ours."""
    if _MARK not in line:
        return False
    record = _decoded(line)
    if record.get("type") not in ("user", "system"):
        return False
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else record.get("content")
    if isinstance(content, str):
        return OUR_MARK in content
    texts = [block.get("text") for block in _blocks(record) if block.get("type") == "text"]
    return any(isinstance(text, str) and OUR_MARK in text for text in texts)


def _blocks(record: dict[str, object]) -> list[dict[str, object]]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _decoded(line: bytes) -> dict[str, object]:
    try:
        record = json.loads(line.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
