"""The part of a session that one reflection looks at, redacted and clipped."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.turn import Skipped, Turn


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where reading stopped: file identity, byte offset, line number, SHA-256 of the up to 4,096 bytes before it."""

    identity: str = ""
    offset: int = 0
    line: int = 0
    tail_sha256: str = ""


@dataclass(frozen=True, slots=True)
class Episode:
    """What crosses the boundary for one reflection (LOOP C4-C6).

    `transcript` is the path as the caller named it; `source` the form that may stand in a commit. `window` is what
    may be quoted; `digest` is for orientation and never evidence. `end_line` and `end_offset` say where the window ends in the file.
    """

    transcript: str
    source: str
    window: tuple[Turn, ...]
    digest: tuple[Turn, ...]
    end_line: int
    end_offset: int
    skipped: tuple[Skipped, ...] = ()
    redactions: int = 0
