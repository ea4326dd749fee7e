"""What sessions did with skills, counted from their transcripts: before numbers are shown, before anything is put away, by the job.

Only sessions that registered here count, behind their registration. Whoever counts, and however often, the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context, Store
from gitskills.app.live.places import claude_folders
from gitskills.errors import EnvironmentFault, UsageError
from gitskills.hosts.claude_code import home_folder
from gitskills.hosts.transcript_file import cursor_after, open_lines, resume
from gitskills.model.episode import Cursor
from gitskills.model.hookwords import TOPICS
from gitskills.model.skill import Owner
from gitskills.model.turn import RawLine
from gitskills.model.usage import Event, Kind, Shelf
from gitskills.state.births import Birth
from gitskills.state.directory import StateDirectory
from gitskills.state.gitconfig import explicitly
from gitskills.state.sessions import Row, ended, forget_ended, number, registered, switched_off, text
from gitskills.state.uses import Progress, add_events, keep_sums, read_log, read_progress
from gitskills.usage.events import Found, Part, find_events
from gitskills.usage.rates import summed

LEARN, ALL = "learn", "all"
GLANCE = 32 << 20  # bytes that a command reads before it shows numbers
ENOUGH = 1 << 62
LONG = 500  # events that are read one by one before they become sums


@dataclass(frozen=True, slots=True)
class Place:
    """What of a transcript may be counted: behind the byte `begin`, nothing older than `since`, at most so many bytes."""

    transcript: str
    begin: int = 0
    since: str = ""
    most: int = ENOUGH


def look(context: Context) -> None:
    """Count what there is to count in a moment; a repository that can only be read shows what was counted before."""
    if context.project is not None:
        with suppress(EnvironmentFault):
            count(context, str(context.project.state.root), GLANCE)


def count(context: Context, state: str, most: int = ENOUGH) -> None:
    """Count all sessions whose marks stand in `state`; one that has ended is let go of when its end is reached."""
    running, over = registered(state), ended(state)
    if not running and not over:
        return
    may = explicitly(context.folder, "gitskills.enabled") is True
    may = may and explicitly(context.folder, TOPICS[LEARN]) is not False
    may = may and bool(context.stores())
    shelves = _Shelves(context)
    for row in running:
        if may and _wanted(state, row):
            _count(context, shelves, _place(row, most))
    for row in over:
        if not (may and _wanted(state, row)) or _count(context, shelves, _place(row, most)):
            forget_ended(state, text(row, "session"))


def count_transcript(context: Context, transcript: str) -> None:
    """Count a session that a person named."""
    _count(context, _Shelves(context), Place(transcript))


def _wanted(state: str, row: Row) -> bool:
    return row.get("ours") is not True and not {LEARN, ALL} & set(switched_off(state, text(row, "session")))


def _place(row: Row, most: int) -> Place:
    return Place(text(row, "transcript"), number(row, "begin"), text(row, "since"), most)


def _count(context: Context, shelves: _Shelves, place: Place) -> bool:
    """Count what is new in one transcript; whether its end was reached."""
    base = context.base()
    progress = read_progress(base.state, place.transcript)
    try:
        start = resume(place.transcript, progress.cursor)
        size = Path(place.transcript).stat().st_size
    except (UsageError, EnvironmentFault, OSError):
        return True  # it was never written, is gone, or is not ours to read
    if start.offset < place.begin:
        start = Cursor(offset=place.begin)
    if start.offset >= size:
        return True
    lines = _first(open_lines(place.transcript, start), place.most)
    part = Part(place.transcript, lines, progress.told if start.offset else None, shelves.born, place.since)
    found = find_events(part, shelves.all)
    for store in reversed(context.stores()):  # the base last: its cursor says that all is counted
        _add(store, shelves, found, place.transcript if store is base else "", start)
        sum_up(store.state)
    return size - start.offset <= place.most


def _first(lines: Iterator[RawLine], most: int) -> Iterator[RawLine]:
    for line in lines:
        yield line
        most -= line.end - line.offset
        if most <= 0:
            return


def _add(store: Store, shelves: _Shelves, found: Found, transcript: str, start: Cursor) -> None:
    """What belongs to the store's own skills, and every turn; with a `transcript` also how far it was read."""
    names = shelves.of(store)
    events = list(_belonging(found.events, names))
    if not transcript:
        add_events(store.state, events)
        return
    cursor = cursor_after(transcript, found.offset, found.line) if found.offset else start
    told = None if found.told is None else frozenset(found.told)
    add_events(store.state, events, transcript, Progress(cursor, told))


def sum_up(state: StateDirectory) -> None:
    """What a library reads of its use doesn't grow with the years."""
    log = read_log(state)
    if len(log.turns) + len(log.events) > LONG:
        keep_sums(state, summed(log))


def _belonging(events: Iterable[Event], names: frozenset[str]) -> Iterator[Event]:
    for event in events:
        if event.kind is Kind.TURN:
            yield replace(event, listed=event.listed & names)
        elif event.skill in names:
            yield event


class _Shelves:
    """Where skills of ours lie and what they are called, read when the first transcript has something new."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._libraries: list[Library] | None = None

    @property
    def _read(self) -> list[Library]:
        if self._libraries is None:
            self._libraries = [read_library(self._context, store, judge=False) for store in self._context.stores()]
        return self._libraries

    def of(self, store: Store) -> frozenset[str]:
        """The store's skills; the project's come before the person's own of the same name."""
        taken: frozenset[str] = frozenset()
        for library in self._read:
            mine = names_of(library) - taken
            if library.store.scope is store.scope:
                return mine
            taken |= mine
        return frozenset()

    @property
    def all(self) -> Shelf:
        names = frozenset[str]().union(*(names_of(library) for library in self._read))
        places = [
            place
            for library in self._read
            for each in claude_folders(library.store)
            for place in (Path(each.path), Path(each.root).resolve() / each.skills)
        ]
        return Shelf(tuple(dict.fromkeys(place.as_posix() for place in places)), names, home_folder())

    @property
    def born(self) -> dict[str, str]:
        """What the host can have listed where it doesn't say so, and since when."""
        return {
            name: _stamp(library.births.get(name))
            for library in self._read
            for name, entry in library.skills.items()
            if entry.owner is not Owner.HAND
        }


def names_of(library: Library) -> frozenset[str]:
    """The skills whose use counts: live and archived ones of ours, never what a person wrote under such a name."""
    live = {name for name, entry in library.skills.items() if entry.owner is not Owner.HAND}
    return frozenset(live.union(library.archived).difference(library.handmade))


def _stamp(birth: Birth | None) -> str:
    if birth is None or not birth.time:
        return ""
    return datetime.fromtimestamp(birth.time, UTC).strftime("%Y-%m-%dT%H:%M:%S")
