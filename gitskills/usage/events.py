"""From the lines of a session to events. A call counts when its result is there and is no failure; a turn, when something followed.

What is not finished at the end of the part is left: `end` lies before it, and the next reading begins there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from gitskills.model.turn import SLASH, Channel, RawLine, Skipped, Speaker, Turn
from gitskills.model.usage import Event, Kind, Shelf
from gitskills.transcript.activity import is_ours
from gitskills.transcript.listing import listed
from gitskills.transcript.reading import read_turns
from gitskills.transcript.records import blocks_of, decode, record_of, text_of
from gitskills.usage.paths import read_by


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a transcript that is to be read.

    `told` are the names that the host had listed before it, None at the beginning: then `born` counts until the host says
    more, all names with the time stamp of their arrival ("" = always there). What is older than `since` is a copy.
    """

    transcript: str
    lines: Iterable[RawLine]
    told: AbstractSet[str] | None = None
    born: Mapping[str, str] = field(default_factory=dict)
    since: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """`offset` and `line` are where the next reading begins. `ours`: a child of ours, of which nothing counts."""

    events: tuple[Event, ...]
    told: AbstractSet[str] | None
    offset: int
    line: int
    ours: bool = False


def find_events(part: Part, shelf: Shelf) -> Found:
    """Everything in the part that can be counted by now."""
    finder = _Finder(part, shelf)
    for turn in read_turns(finder.lines()):
        if not isinstance(turn, Skipped):
            finder.see(turn)
    if finder.ours:
        return Found((), *finder.end(), ours=True)
    return Found(tuple(finder.events), *finder.end())


@dataclass(frozen=True, slots=True)
class _Call:
    line: int
    events: tuple[Event, ...]


class _Finder:
    """One pass. `_open` are calls that wait for their result, `_prompt` the person's turn that waits for what follows."""

    def __init__(self, part: Part, shelf: Shelf) -> None:
        self.events: list[Event] = []
        self.told = part.told
        self.ours = False
        self._part = part
        self._shelf = shelf
        self._open: dict[str, _Call] = {}
        self._answered: list[str] = []
        self._prompt: Turn | None = None
        self._starts = array("q")
        self._first = self._end = 0
        self._ended = False
        self._loose: list[int] = []
        self._tellings = [(0, part.told)]

    def lines(self) -> Iterator[RawLine]:
        """The lines, looked through for what is no turn: lists of skills, and results that say nothing."""
        for line in self._part.lines:
            self._settle()
            self._first = self._first or line.line
            self._starts.append(line.offset)
            self._end = line.end
            self.ours = self.ours or is_ours(line.content)
            if (found := listed(line)) is not None:
                self._tell(found.names if found.whole or self.told is None else self.told | found.names)
            self._answered = list(self._answers(line)) if self._open else []
            yield line
        self._settle()
        self._ended = True

    def _tell(self, names: AbstractSet[str]) -> None:
        self.told = names
        self._tellings.append((self._first + len(self._starts) - 1, names))

    def _answers(self, line: RawLine) -> Iterator[str]:
        """Open calls whose result this is, said without a word."""
        if not any(call_id.encode() in line.content for call_id in self._open):
            return
        record = decode(line)
        if isinstance(record, dict) and record.get("type") == "user":
            for block in blocks_of(record_of(record.get("message")).get("content")):
                if block.get("type") == "tool_result" and block.get("is_error") is not True:
                    yield text_of(block.get("tool_use_id"))

    def _settle(self) -> None:
        for call_id in self._answered:
            self._done(call_id)
        self._answered = []

    def _done(self, call_id: str) -> None:
        if (call := self._open.pop(call_id, None)) is not None:
            self.events += call.events

    def see(self, turn: Turn) -> None:
        if self._ended:  # what was queued and never sent, so far
            self._loose.append(turn.line)
            return
        if turn.sidechain or "" < turn.timestamp < self._part.since:
            return
        if turn.human or self._slash(turn):
            self._said(turn)
        elif turn.speaker is Speaker.AGENT:
            self._expose()
            if turn.channel is Channel.CALL:
                self._called(turn)
        elif turn.channel is Channel.RESULT:
            self._done(turn.call_id)
        if turn.channel in {Channel.ERROR, Channel.REJECTION, Channel.INJECTED}:
            self._open.pop(turn.call_id, None)

    def _slash(self, turn: Turn) -> bool:
        return turn.tool == SLASH and turn.locator in self._shelf.names

    def _said(self, turn: Turn) -> None:
        self._expose()
        self._prompt = turn
        if turn.channel in {Channel.TYPED, Channel.INJECTED}:
            self._open.clear()  # nothing that was asked before will be answered now
        if self._slash(turn):
            self.events.append(Event(Kind.USE, self._key(turn), turn.locator))

    def _expose(self) -> None:
        """The turn counts, with what the host had listed when its agent set to work."""
        if self._prompt is None:
            return
        if self.told is None:
            stamp = self._prompt.timestamp
            self._tell(frozenset(name for name, born in self._part.born.items() if born <= (stamp or born)))
        self.events.append(
            Event(Kind.TURN, self._key(self._prompt), listed=(self.told or frozenset()) & self._shelf.names)
        )
        self._prompt = None

    def _called(self, turn: Turn) -> None:
        if turn.tool.casefold() == "skill":
            name = text_of(turn.arguments.get("skill") or turn.arguments.get("command")).strip().removeprefix("/")
            kind, skills = Kind.USE, frozenset({name}) & self._shelf.names
        else:
            kind, skills = Kind.VIEW, read_by(turn, self._shelf)
        if skills and turn.call_id:
            events = tuple(Event(kind, f"{self._key(turn)} {turn.call_id}", name) for name in sorted(skills))
            self._open[turn.call_id] = _Call(turn.line, events)

    def _key(self, turn: Turn) -> str:
        return turn.uuid or (
            f"{turn.timestamp} {turn.text}" if turn.timestamp else f"{self._part.transcript}:{turn.line}"
        )

    def end(self) -> tuple[AbstractSet[str] | None, int, int]:
        """What the host had told, offset and line: behind the last line before which nothing is open."""
        waiting = [*self._loose, *(call.line for call in self._open.values())]
        waiting += [self._prompt.line] if self._prompt else []
        count = len(self._starts)
        if not count:
            return self.told, 0, 0
        line = min(waiting, default=self._first + count)
        told = [names for where, names in self._tellings if where < line][-1]
        offset = self._starts[line - self._first] if line < self._first + count else self._end
        return told, offset, line - 1
