"""Why a file could not be read: a value, since an unreadable skill is a finding and not an accident."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """`line` counts from 1 in the file, 0 where no line can be named."""

    reason: str
    line: int = 0


def read_text(content: bytes) -> str | Fault:
    """Strict UTF-8 without BOM, line ends as LF: what an editor or `core.autocrlf` adds is not part of a skill."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Fault(f"not UTF-8 (byte {error.start})", content.count(b"\n", 0, error.start) + 1)
    if "\0" in text:
        return Fault("holds a NUL byte", text.count("\n", 0, text.index("\0")) + 1)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
