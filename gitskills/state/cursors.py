"""How far each transcript was read. A lost or broken cursor reads from the start again: a repeat, never a loss."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from gitskills.model.episode import Cursor
from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import read_whole, write_whole

_FOLDER = "cursors"


def read_cursor(state: StateDirectory, transcript: str, reader: str = "") -> Cursor:
    """Where reading stopped, the start where that is not known. Readers of other names have places of their own."""
    try:
        content = read_whole(state.peek(_FOLDER, _name(transcript, reader)))
        return decode(Cursor, content) if content is not None else Cursor()
    except (OSError, Malformed):
        return Cursor()


def write_cursor(state: StateDirectory, transcript: str, cursor: Cursor, reader: str = "") -> None:
    write_whole(state.folder(_FOLDER) / _name(transcript, reader), encode(cursor))


def _name(transcript: str, reader: str) -> str:
    real = os.path.realpath(transcript)
    return f"{reader}{hashlib.sha256(os.fsencode(Path(real))).hexdigest()[:32]}.json"
