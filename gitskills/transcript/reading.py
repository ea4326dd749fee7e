"""Lines of a transcript → turns, streaming. The dialect is told from each record itself, so that reading may start anywhere.

Unknown records pass silently; what is no record is `Skipped` with its reason. Nothing that a file can hold raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from gitskills.model.turn import RawLine, Skipped, Turn
from gitskills.transcript.claude import ClaudeReader
from gitskills.transcript.codex import CodexReader
from gitskills.transcript.pi import PiReader
from gitskills.transcript.records import Record, decode


class Reader(Protocol):
    """One host's dialect."""

    def turns(self, line: RawLine, record: Record) -> Iterator[Turn]: ...

    def rest(self) -> Iterator[Turn]: ...


def read_turns(lines: Iterable[RawLine]) -> Iterator[Turn | Skipped]:
    """Turns in file order; a queued message comes when it is known what became of it, with the line where it was typed."""
    readers: dict[str, Reader] = {"claude": ClaudeReader(), "codex": CodexReader(), "pi": PiReader()}
    for line in lines:
        record = decode(line)
        if isinstance(record, str):
            yield Skipped(line.line, line.end, record)
        elif record is not None:
            yield from readers[dialect_of(record)].turns(line, record)
    for reader in readers.values():
        yield from reader.rest()


def dialect_of(record: Record) -> str:
    """Which host wrote this record."""
    if "payload" in record:
        return "codex"
    return "pi" if record.get("type") == "message" else "claude"
