"""A transcript file as lines of bytes: opened read-only, read forward in chunks, never held whole.

Only a newline byte ends a line. A last line without it is given out when it is complete JSON, else left for the next time.
A cursor counts only while the bytes before it are the same; otherwise reading starts over at the beginning of the
file, which is always safe: a record is then seen twice, never lost and never cut.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from gitskills.errors import EnvironmentFault, UsageError
from gitskills.model.episode import Cursor
from gitskills.model.turn import RawLine

CHUNK = 1 << 18
TAIL = 4096
BOM = b"\xef\xbb\xbf"


def open_lines(path: str, start: Cursor | None = None, max_line_bytes: int = 8_000_000) -> Iterator[RawLine]:
    """The lines from `start` on (None: from the beginning). `start` should come from `resume`."""
    with _open(path):
        pass  # a wrong path is the caller's business now, not at the first line
    return _stream(path, start or Cursor(), max_line_bytes)


def cursor_after(path: str, end_offset: int, end_line: int) -> Cursor:
    """The cursor for a reader that has dealt with everything before `end_offset`."""
    with _open(path) as file:
        return Cursor(_identity(file), end_offset, end_line, _tail(file, end_offset))


def resume(path: str, cursor: Cursor) -> Cursor:
    """`cursor` where it still fits the file, else the beginning.

    A file in another place (copied, restored, moved over) that says the same up to the offset keeps the offset.
    """
    if cursor.offset <= 0 or cursor.line < 0:
        return Cursor()
    with _open(path) as file:
        if os.fstat(file.fileno()).st_size < cursor.offset or _tail(file, cursor.offset) != cursor.tail_sha256:
            return Cursor()
        return Cursor(_identity(file), cursor.offset, cursor.line, cursor.tail_sha256)


def _open(path: str) -> BinaryIO:
    try:
        # O_NONBLOCK: a pipe in the file's place must be refused, not waited for
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise UsageError(f"there is no transcript {path!r}", "name a .jsonl file that the host wrote") from error
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENAMETOOLONG, errno.ENXIO):
            raise UsageError(f"{path!r} is not a transcript file", "name a .jsonl file that the host wrote") from error
        raise EnvironmentFault(f"the transcript {path!r} can't be read: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError(f"{path!r} is not a regular file", "name a .jsonl file that the host wrote")
    return os.fdopen(handle, "rb", buffering=CHUNK)


def _identity(file: BinaryIO) -> str:
    status = os.fstat(file.fileno())
    return f"{status.st_dev}:{status.st_ino}"


def _tail(file: BinaryIO, offset: int) -> str:
    begin = max(0, offset - TAIL)
    file.seek(begin)
    return hashlib.sha256(file.read(offset - begin)).hexdigest()


@dataclass(frozen=True, slots=True)
class _Piece:
    """One line as found: `content` is None where it was longer than the bound."""

    content: bytes | None
    length: int
    ended: bool


def _stream(path: str, start: Cursor, bound: int) -> Iterator[RawLine]:
    with _open(path) as file:
        line = start.line + 1
        offset = start.offset
        if offset and _unfinished(file, offset):
            # the line before was taken without its newline; what comes before the next one still belongs to it
            line -= 1
        file.seek(offset)
        while (piece := _next_line(file, bound)) is not None:
            end = offset + piece.length
            if not piece.ended and not _complete(piece.content):
                return
            content = _bare(piece.content or b"", first=offset == 0)
            if content or piece.content is None or line != start.line:
                yield RawLine(line, offset, end, content, oversized=piece.content is None)
            offset, line = end, line + 1


def _unfinished(file: BinaryIO, offset: int) -> bool:
    file.seek(offset - 1)
    return file.read(1) not in (b"\n", b"")


def _next_line(file: BinaryIO, bound: int) -> _Piece | None:
    """Up to and with the next newline; a line beyond the bound is read through and let go of."""
    part = file.readline(min(CHUNK, bound + 2))
    if not part:
        return None
    parts, length = [part], len(part)
    while part and not part.endswith(b"\n"):
        part = file.readline(CHUNK)
        length += len(part)
        if length <= bound + 2:
            parts.append(part)
        else:
            parts.clear()
    ended = part.endswith(b"\n")
    fits = length - ended <= bound
    return _Piece(b"".join(parts) if fits else None, length, ended)


def _complete(content: bytes | None) -> bool:
    """Whether a last line without its newline is a whole record: no beginning of a JSON object is one."""
    if content is None:
        return False
    try:
        return isinstance(json.loads(content.decode("utf-8", "replace")), dict)
    except (ValueError, RecursionError):
        return False


def _bare(content: bytes, *, first: bool) -> bytes:
    content = content.removesuffix(b"\n").removesuffix(b"\r")
    return content.removeprefix(BOM) if first else content
