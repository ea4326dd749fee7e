"""The whole lines of a transcript behind an offset, for those who only count. Light: hooks load it.

A line longer than the bound is passed over; a last line without its newline is left for the next time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

CHUNK = 1 << 20
LONGEST_LINE = 8_000_000


def size_of(path: str) -> int:
    """Bytes in the file, 0 where there is none."""
    return os.stat(path).st_size if os.path.isfile(path) else 0


def lines_from(path: str, offset: int) -> Iterator[tuple[bytes, int]]:
    """Each whole line and the offset behind it. A file that shrank is read from its beginning."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb", buffering=CHUNK) as file:
        end = 0 if os.fstat(handle).st_size < offset else offset
        file.seek(end)
        while part := file.readline(LONGEST_LINE):
            line, end = part, end + len(part)
            while part and not part.endswith(b"\n"):
                part = file.readline(LONGEST_LINE)
                line, end = b"", end + len(part)
            if not part:
                return
            yield line, end
