"""What was counted, in `uses.db`: one row an event, keyed by its record, so that replays, forks and any number of writers agree.

Names, digests and counts, never content. A lost or broken file is a fresh probation for all.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitskills.errors import RepositoryFault
from gitskills.model.episode import Cursor
from gitskills.model.usage import Event, Kind, Log, Sums
from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import reported, write_once

_FILE = "uses.db"
_SECONDS = 30.0
_KEY = 12  # bytes of a record's digest
_TABLES = """
CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, skill TEXT NOT NULL, key BLOB NOT NULL,
    listing INTEGER NOT NULL, UNIQUE (key, kind, skill));
CREATE TABLE IF NOT EXISTS listings (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS lives (skill TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS progress (transcript TEXT PRIMARY KEY, cursor BLOB NOT NULL, told TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sums (one INTEGER PRIMARY KEY CHECK (one = 1), sums BLOB NOT NULL);
"""


BEGINNING = Cursor()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a transcript was counted; `told` are the skills that the host had listed by then, None where it said nothing yet."""

    cursor: Cursor = BEGINNING
    told: frozenset[str] | None = None


def read_progress(state: StateDirectory, transcript: str) -> Progress:
    """Where counting stopped, the start where that is not known."""
    for cursor, told in _rows(
        state, "SELECT cursor, told FROM progress WHERE transcript = ?", _digest(transcript).hex()
    ):
        with suppress(Malformed):
            return Progress(decode(Cursor, cursor), None if told is None else _names(told))
    return Progress()


def add_events(
    state: StateDirectory, events: Iterable[Event], transcript: str = "", progress: Progress | None = None
) -> None:
    """Count events, and how far a transcript was read with them: both or neither."""
    with _writing(state) as base:
        for event in events:
            listing = _listing(base, event.listed) if event.kind is Kind.TURN else 0
            base.execute(
                "INSERT OR IGNORE INTO events (kind, skill, key, listing) VALUES (?, ?, ?, ?)",
                (event.kind.value, event.skill, _digest(event.key), listing),
            )
        if progress is not None:
            told = None if progress.told is None else _text(progress.told)
            row = (_digest(transcript).hex(), encode(progress.cursor), told)
            base.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", row)


def begin_lives(state: StateDirectory, names: Iterable[str]) -> None:
    """From here on what is counted belongs to a new life of these skills."""
    wanted = list(names)
    if not wanted:
        return
    with _writing(state) as base:
        ((last,),) = base.execute("SELECT COALESCE(MAX(seq), 0) FROM events").fetchall()
        base.executemany("INSERT OR REPLACE INTO lives VALUES (?, ?)", [(name, last) for name in wanted])


def keep_sums(state: StateDirectory, sums: Sums) -> None:
    """From here on `read_log` begins behind them. The rows stay: they tell what was counted already."""
    with _writing(state) as base:
        base.execute("INSERT OR REPLACE INTO sums VALUES (1, ?)", (encode(sums),))


def read_log(state: StateDirectory) -> Log:
    """Everything that was counted. The lives come last: one that begins meanwhile ends what the sums say of it."""
    before = _sums(state)
    rows = list(_rows(state, "SELECT seq, kind, skill, listing FROM events WHERE seq > ? ORDER BY seq", before.number))
    listed = "SELECT id, names FROM listings WHERE id IN (SELECT listing FROM events WHERE seq > ?)"
    return Log(
        turns=tuple((seq, listing) for seq, kind, _, listing in rows if kind == Kind.TURN),
        listings={key: _names(names) for key, names in _rows(state, listed, before.number)},
        events=tuple((seq, Kind(kind), skill) for seq, kind, skill, _ in rows if kind != Kind.TURN),
        lives=dict(_rows(state, "SELECT skill, seq FROM lives")),
        before=before,
    )


def _sums(state: StateDirectory) -> Sums:
    for (sums,) in _rows(state, "SELECT sums FROM sums"):
        with suppress(Malformed):
            return decode(Sums, sums)
    return Sums()


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=_KEY).digest()


def _text(names: Iterable[str]) -> str:
    return "\n".join(sorted(name.encode("utf-8", "replace").decode("utf-8") for name in names))


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split("\n") if text else ())


def _listing(base: sqlite3.Connection, names: Iterable[str]) -> int:
    told = _text(names)
    base.execute("INSERT OR IGNORE INTO listings (names) VALUES (?)", (told,))
    ((found,),) = base.execute("SELECT id FROM listings WHERE names = ?", (told,)).fetchall()
    return int(found)


def _rows(state: StateDirectory, question: str, *values: str | int) -> Iterator[tuple[Any, ...]]:
    """The answer; nothing where the file is not there or can't be read."""
    place = state.peek(_FILE)
    if not place.is_file():
        return
    try:
        with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=_SECONDS)) as base:
            rows = base.execute(question, values).fetchall()
    except sqlite3.DatabaseError:
        return  # as if it had never been: the next writer begins anew
    yield from rows


@contextmanager
def _writing(state: StateDirectory) -> Iterator[sqlite3.Connection]:
    """One transaction, behind those of all other processes."""
    place = state.file(_FILE)
    _mend(state, place)
    try:
        with closing(_open(place)) as base, base:
            base.execute("BEGIN IMMEDIATE")
            yield base
    except sqlite3.Error as error:
        raise RepositoryFault(f"{place} can't be written: {error}", "look at its permissions, or remove it") from error


def _open(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(place, timeout=_SECONDS, isolation_level=None)


def _mend(state: StateDirectory, place: Path) -> None:
    """Private from its first byte; what is no database goes."""
    write_once(place, b"")
    try:
        with closing(_open(place)) as base:
            base.executescript(_TABLES)
    except sqlite3.OperationalError:
        return  # locked or not writable: the transaction will say so
    except sqlite3.DatabaseError:
        with reported(state.root):
            place.unlink(missing_ok=True)
        write_once(place, b"")
        with closing(_open(place)) as base:
            base.executescript(_TABLES)
