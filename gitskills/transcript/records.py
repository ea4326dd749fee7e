"""From the bytes of a line to a JSON object whose strings every later encoder takes; nothing here raises."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from gitskills.model.turn import RawLine

Record = Mapping[str, object]

_ESCAPED = re.compile(rb"\\u(?:[dD][89a-fA-F]|0000)")
_UNFIT = re.compile("[\ud800-\udfff\0]")


def decode(line: RawLine) -> Record | str | None:
    """The record, the reason why there is none, or None for a blank line."""
    if line.oversized:
        return f"longer than the bound ({line.end - line.offset} bytes)"
    if not line.content.strip(b" \t\r\0"):
        return None
    try:
        record = json.loads(line.content.decode("utf-8", "replace"), strict=False)
        if b"\0" in line.content or (b"\\u" in line.content and _ESCAPED.search(line.content)):
            record = _fit(record)
    except ValueError:
        return "not JSON"
    except RecursionError:
        return "nested too deeply"
    return record if isinstance(record, dict) else "not a JSON object"


def _fit(value: object) -> object:
    """Lone surrogates and NUL become U+FFFD: neither can be written in UTF-8 text or handed to git."""
    if isinstance(value, str):
        return _UNFIT.sub("\ufffd", value)
    if isinstance(value, list):
        return [_fit(item) for item in value]
    if isinstance(value, dict):
        return {_UNFIT.sub("\ufffd", key): _fit(item) for key, item in value.items()}
    return value


def text_of(value: object) -> str:
    """A string, else nothing."""
    return value if isinstance(value, str) else ""


def record_of(value: object) -> Record:
    """An object, else an empty one."""
    return value if isinstance(value, dict) else {}


def blocks_of(content: object) -> list[Record]:
    """Content as a list of blocks, whatever the version wrote: text, list of texts, list of blocks."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [{"type": "text", "text": item} if isinstance(item, str) else record_of(item) for item in content]


TEXT_BLOCKS = frozenset({"text", "input_text", "output_text"})


def joined(content: object) -> str:
    """The text of all text blocks; images and the rest are dropped."""
    return "\n".join(text_of(block.get("text")) for block in blocks_of(content) if block.get("type") in TEXT_BLOCKS)
