"""What happened, for `gitskills doctor`: one JSON object a line, ids and counts and never content, of bounded size."""

from __future__ import annotations

import json

from gitskills.errors import LockTimeout
from gitskills.state import clock
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import append, read_whole, reported
from gitskills.state.lock import held

FAULT = "fault"  # the one event that a person may have to act on
_FILE = "journal.jsonl"
_OLDER = "journal.older.jsonl"
_LONGEST = 512 * 1024
_LONGEST_WORD = 200


def note(state: StateDirectory, event: str, **facts: str | int) -> None:
    """Add a line. Texts are cut short: what is longer than an id or a path is content."""
    short = {name: fact[:_LONGEST_WORD] if isinstance(fact, str) else fact for name, fact in facts.items()}
    line = json.dumps({"time": clock.now().isoformat(timespec="seconds"), "event": event, **short})
    place = state.file(_FILE)
    append(place, line.encode("ascii") + b"\n")
    if place.stat().st_size > _LONGEST:
        _turn_over(state)


def note_fault(state: StateDirectory, where: str, why: str) -> None:
    """Add what went wrong, for `gitskills doctor`: where in gitskills, and the sentence that says why."""
    note(state, FAULT, where=where, why=why)


def recent_faults(state: StateDirectory, since: str) -> list[dict[str, object]]:
    """What went wrong after the instant `since` (as `note` writes time), oldest first."""
    faults = (entry for entry in _entries(state) if entry.get("event") == FAULT)
    return [entry for entry in faults if isinstance(time := entry.get("time"), str) and time >= since]


def _entries(state: StateDirectory) -> list[dict[str, object]]:
    """Every line, oldest first; what is torn is left out."""
    with reported(state.root):
        content = (read_whole(state.peek(_OLDER)) or b"") + (read_whole(state.peek(_FILE)) or b"")
    return [entry for line in content.splitlines() if (entry := _parse(line)) is not None]


def _turn_over(state: StateDirectory) -> None:
    place = state.file(_FILE)
    try:
        with held(state, "journal", 0.0), reported(place):
            if place.stat().st_size > _LONGEST:
                place.replace(state.file(_OLDER))
    except LockTimeout:
        return  # another process is just doing it


def _parse(line: bytes) -> dict[str, object] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
