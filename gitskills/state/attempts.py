"""Reflections that failed: how often, why, and when to try again. Bounded, with a growing pause. Light: the guard loads it."""

from __future__ import annotations

import os

from gitskills.state.lightfile import listed, make_folder, read_json, remove, write_json
from gitskills.state.sessions import Row, number, text, valid

MOST = 5
_FOLDER = "attempts"
_FIRST_PAUSE = 60
_LONGEST_PAUSE = 86_400
_LONGEST_REASON = 200


def add_attempt(state: str, session: str, reason: str, now: int) -> int:
    """Note a failure; how many there were in a row."""
    count = number(read_attempt(state, session), "count") + 1
    pause = min(_FIRST_PAUSE * 4 ** (count - 1), _LONGEST_PAUSE)
    row: Row = {"session": session, "count": count, "next": now + pause, "reason": reason[:_LONGEST_REASON]}
    write_json(os.path.join(make_folder(state, _FOLDER), f"{session}.json"), row)
    return count


def read_attempt(state: str, session: str) -> Row:
    """What went wrong with a session lately; empty where nothing did."""
    return read_json(os.path.join(state, _FOLDER, f"{session}.json")) or {}


def may_try(state: str, session: str, now: int) -> bool:
    """Whether the pause is over."""
    return number(read_attempt(state, session), "next") <= now


def used_up(state: str, session: str) -> bool:
    """Whether it was tried often enough."""
    return number(read_attempt(state, session), "count") >= MOST


def clear_attempts(state: str, session: str) -> None:
    """It worked, or nobody wants it any more."""
    remove(os.path.join(state, _FOLDER, f"{session}.json"))


def failures(state: str) -> list[Row]:
    """All that failed and was not mended since, oldest first."""
    found = [read_json(path) for path in listed(os.path.join(state, _FOLDER), ".json")]
    return [row for row in found if row is not None and valid(text(row, "session"))]
