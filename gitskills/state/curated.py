"""How many turns had been counted when the curator last planned by itself. Lost means that it plans once more."""

from __future__ import annotations

from gitskills.state.directory import StateDirectory
from gitskills.state.durable import read_whole, write_whole

_FILE = "curated"
_MOST_DIGITS = 18


def planned_at(state: StateDirectory) -> int:
    content = (read_whole(state.peek(_FILE)) or b"")[:_MOST_DIGITS].strip()
    return int(content) if content.isdigit() else 0


def note_plan(state: StateDirectory, turns: int) -> None:
    write_whole(state.file(_FILE), f"{turns}\n".encode("ascii"))
