"""JSON objects as lines over a stream, bounded: how the relay and the job that owns the tools talk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

LONGEST = 4_000_000  # bytes of a line


class Overlong(ValueError):
    """A line that never ends."""


@dataclass(slots=True)
class Lines:
    """Bytes as they come, lines as they are whole."""

    rest: bytes = b""

    def feed(self, part: bytes) -> Iterator[bytes]:
        """The lines that `part` completes; Overlong where one grows beyond the bound."""
        *whole, self.rest = (self.rest + part).split(b"\n")
        yield from whole
        if len(self.rest) > LONGEST:
            raise Overlong


def encoded(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode("ascii") + b"\n"


def decoded(line: bytes) -> Mapping[str, object]:
    """The object in a line; an empty one where there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
