"""Sessions that were registered at their start, what of them is due, and what is prepared for the next start.

The one home of these files, for hooks and jobs alike. A session's file is written by its own hooks alone; a due mark is
written by a hook, claimed by the job, and removed when all of it is settled: a crash repeats, never loses.
"""

from __future__ import annotations

import os
from contextlib import suppress

from gitskills.state.lightfile import claim, listed, make_folder, passing_name, read_json, remove, sweep, write_json

Row = dict[str, object]

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_SESSIONS, _ENDED, _DUE, _OFF, _NEWS = "sessions", "ended", "due", "off", "news"
_TAKEN, _RESTS = ".taken", ".rests"
SAID = "said"
BEGINS = {
    "learn": ("begin", "since"),
    "decide": ("said_begin", "said_since"),
}  # from which byte and time a topic may read


def valid(session: object) -> bool:
    """Whether this may be a session's id, and a file's name."""
    return isinstance(session, str) and 8 <= len(session) <= 64 and _LETTERS.issuperset(session)


def text(row: Row, name: str) -> str:
    """A field that should be text, "" where it is not."""
    value = row.get(name)
    return value if isinstance(value, str) else ""


def number(row: Row, name: str) -> int:
    """A field that should be a whole number from 0 on, 0 where it is not."""
    value = row.get(name)
    return value if isinstance(value, int) and value > 0 else 0


# -- registered sessions ---------------------------------------------------------------------------------------------


def read_session(state: str, session: str) -> Row | None:
    """The session's row, None where it never registered."""
    row = read_json(os.path.join(state, _SESSIONS, f"{session}.json"))
    return row if row is not None and row.get("session") == session and text(row, "transcript") else None


def write_session(state: str, row: Row) -> None:
    folder = make_folder(state, _SESSIONS)
    write_json(os.path.join(folder, f"{text(row, 'session')}.json"), row)


def forget_session(state: str, session: str) -> None:
    remove(os.path.join(state, _SESSIONS, f"{session}.json"))


def registered(state: str) -> list[Row]:
    """All registered sessions, those without news for longest first."""
    names = [os.path.basename(path).removesuffix(".json") for path in listed(os.path.join(state, _SESSIONS), ".json")]
    return [row for name in names if valid(name) and (row := read_session(state, name)) is not None]


def end_session(state: str, session: str) -> None:
    """Nobody adds to it any more; it stays until what was used in it is counted."""
    place = os.path.join(state, _SESSIONS, f"{session}.json")
    if os.path.lexists(place):
        claim(place, os.path.join(make_folder(state, _ENDED), f"{session}.json"))


def ended(state: str) -> list[Row]:
    """The sessions that ended and may not be counted to their end yet."""
    rows = [read_json(path) for path in listed(os.path.join(state, _ENDED), ".json")]
    return [row for row in rows if row is not None and valid(row.get("session")) and text(row, "transcript")]


def forget_ended(state: str, session: str) -> None:
    remove(os.path.join(state, _ENDED, f"{session}.json"))


def tidy(state: str, before: float) -> None:
    """Clear away what killed hooks left half-written before a time (UNIX seconds)."""
    for name in (_SESSIONS, _ENDED, _DUE, _OFF, _NEWS):
        sweep(os.path.join(state, name), before)
    sweep(state, before)


# -- what is due -----------------------------------------------------------------------------------------------------


def mark_due(state: str, row: Row, why: str) -> None:
    """Somebody must look at this session. An older mark that still waits keeps its earlier beginning.

    SAID asks for a look at what people decided, every other reason for a whole reflection, which is more.
    """
    folder = make_folder(state, _DUE)
    place = os.path.join(folder, f"{text(row, 'session')}.json")
    older = read_json(place) or row
    mark: Row = {name: row.get(name, "") for name in ("session", "transcript", "cwd")}
    for begin, since in BEGINS.values():
        mark[begin] = min(number(row, begin), number(older, begin))
        mark[since] = min(text(row, since), text(older, since))
    mark["why"] = (text(older, "why") or why) if why == SAID else why
    write_json(place, mark)


def any_due(state: str) -> bool:
    """Whether a job has something to do."""
    folder = os.path.join(state, _DUE)
    return bool(listed(folder, ".json") or listed(folder, _TAKEN))


def take_due(state: str, session: str) -> Row | None:
    """Claim a session's mark, or what a dead job left of it; call it with the lease held."""
    taken = os.path.join(state, _DUE, session + _TAKEN)
    if not os.path.lexists(taken):
        claim(os.path.join(state, _DUE, f"{session}.json"), taken)
    mark = read_json(taken)
    if mark is not None and mark.get("session") == session and text(mark, "transcript"):
        return mark
    remove(taken)  # torn: what it stood for is handed off again with the session's next activity
    return None


def due_sessions(state: str) -> list[str]:
    """Whose turn it is, the oldest first, each once."""
    folder = os.path.join(state, _DUE)
    paths = (*listed(folder, _TAKEN), *listed(folder, ".json"))
    names = (os.path.basename(path).rpartition(".")[0] for path in paths)
    return [name for name in dict.fromkeys(names) if valid(name)]


def taken_sessions(state: str) -> list[str]:
    """What the job was at when it ended."""
    return [os.path.basename(path).removesuffix(_TAKEN) for path in listed(os.path.join(state, _DUE), _TAKEN)]


def settle_due(state: str, session: str) -> None:
    """All that was claimed is done."""
    remove(os.path.join(state, _DUE, session + _TAKEN))


def rest_due(state: str, session: str) -> None:
    """Nobody tries any more by itself; a person may."""
    folder = os.path.join(state, _DUE)
    claim(os.path.join(folder, session + _TAKEN), os.path.join(folder, session + _RESTS))


def resting(state: str) -> list[Row]:
    """The marks that were given up."""
    return [row for path in listed(os.path.join(state, _DUE), _RESTS) if (row := read_json(path)) is not None]


def drop_due(state: str, session: str) -> None:
    """Switched off: what was due is not read any more."""
    for ending in (".json", _TAKEN):
        remove(os.path.join(state, _DUE, session + ending))


# -- switched off for one session ------------------------------------------------------------------------------------


def switched_off(state: str, session: str) -> list[str]:
    """The topics that are off in this session; "all" stands for everything."""
    row = read_json(os.path.join(state, _OFF, f"{session}.json")) or {}
    topics = row.get("off")
    return [topic for topic in topics if isinstance(topic, str)] if isinstance(topics, list) else []


def switch_session(state: str, session: str, topics: list[str]) -> None:
    """Remember what is off in this session; nothing is kept where nothing is."""
    place = os.path.join(state, _OFF, f"{session}.json")
    if topics:
        make_folder(state, _OFF)
        write_json(place, {"off": topics})
    else:
        remove(place)


# -- prepared for the next start -------------------------------------------------------------------------------------


def read_start(state: str) -> Row:
    """What a start may be told, as the last job left it."""
    return read_json(os.path.join(state, "start.json")) or {}


def tables_of(common: str) -> str:
    """What differs after any ref of the repository moved, where refs are no files of their own (reftable); "" elsewhere."""
    with suppress(OSError), open(os.path.join(common, "reftable", "tables.list"), "rb") as file:
        return file.read(65536).decode("ascii", "replace")
    return ""


def write_start(state: str, row: Row) -> None:
    write_json(os.path.join(make_folder(state), "start.json"), row)


def add_news(state: str, key: str, row: Row) -> None:
    """A fact that somebody should hear once."""
    write_json(os.path.join(make_folder(state, _NEWS), f"{key}.json"), row)


def drop_news(state: str, key: str) -> None:
    """It is so no more, and nobody heard of it."""
    remove(os.path.join(state, _NEWS, f"{key}.json"))


def claim_news(state: str) -> list[Row]:
    """All facts that nobody has heard yet; of several that ask, one gets each."""
    heard: list[Row] = []
    for path in listed(os.path.join(state, _NEWS), ".json"):
        mine = passing_name(path)
        if claim(path, mine):
            heard += [row for row in [read_json(mine)] if row is not None]
            remove(mine)
    return heard


def write_offers(state: str, offers: list[Row]) -> None:
    """Candidates that wait for wording; none takes the file away."""
    place = os.path.join(make_folder(state), "offers.json")
    if offers:
        write_json(place, {"offers": offers})
    else:
        remove(place)


def claim_offers(state: str) -> list[Row]:
    """The offers, to one who asks."""
    place = os.path.join(state, "offers.json")
    mine = passing_name(place)
    if not claim(place, mine):
        return []
    offers = (read_json(mine) or {}).get("offers")
    remove(mine)
    return [offer for offer in offers if isinstance(offer, dict)] if isinstance(offers, list) else []
