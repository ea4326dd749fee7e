"""Turns → successive windows, oldest first, split between records only; each with the digest of what came before.

Order for every turn: what is ignored goes, the rest is redacted, then projected and clipped. Never more than one window
and one digest are held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from gitskills.capture.digest import Digest, size_of
from gitskills.capture.finish import Finisher, Redact
from gitskills.capture.ignore import Ignored, Screen, nothing_ignored
from gitskills.model.episode import Episode
from gitskills.model.settings import Settings
from gitskills.model.turn import Channel, Skipped, Speaker, Turn
from gitskills.transcript import OUR_MARK

MOST_SKIPPED = 100
_ROLES = frozenset({Channel.TYPED, Channel.QUEUED, Channel.INJECTED})


Known = Callable[[Turn], bool]


def nothing_known(_turn: Turn) -> bool:
    """For a transcript that is nobody's copy."""
    return False


@dataclass(frozen=True, slots=True)
class CapturePlan:
    """What to take. `abandoned` and `ours` come from the survey of the whole transcript.

    What ends at or before the byte `after` is known already: it only feeds the digest, and tells whose words later
    results are, so turns from the file's beginning serve better than from the cursor. `before` are turns older than the
    first item. `known` tells of turns that were dealt with elsewhere, as a fork copies them. A caller who stops early stops
    reading, too.
    """

    transcript: str
    source: str
    settings: Settings
    abandoned: frozenset[int] = frozenset()
    ignored: Ignored = nothing_ignored
    before: tuple[Turn, ...] = ()
    after: int = 0
    ours: bool = False
    known: Known = nothing_known


def episodes(items: Iterable[Turn | Skipped], redact: Redact, plan: CapturePlan) -> Iterator[Episode]:
    """The windows of what is new. A transcript that holds our own prompt has none."""
    if plan.ours:
        return
    capture = _Capture(redact, plan)
    for turn in plan.before:
        capture.recall(turn)
    for _, group in groupby(items, key=lambda item: item.line):
        record = list(group)
        if any(_ours(item) for item in record):
            return
        if record[-1].end <= plan.after or all(isinstance(item, Turn) and plan.known(item) for item in record):
            capture.pass_over(record)
            continue
        if (episode := capture.take(record)) is not None:
            yield episode
    if (last := capture.close()) is not None:
        yield last


def _ours(item: Turn | Skipped) -> bool:
    return (
        isinstance(item, Turn)
        and item.channel in _ROLES
        and item.speaker is not Speaker.AGENT
        and OUR_MARK in item.text
    )


@dataclass(slots=True)
class _Window:
    turns: list[Turn] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    size: int = 0
    redactions: int = 0


class _Capture:
    """The window under construction, and the digest behind it."""

    def __init__(self, redact: Redact, plan: CapturePlan) -> None:
        self._plan = plan
        self._room = plan.settings.window_bytes
        # a single record must fit the smallest window together with its locator
        most = min(plan.settings.record_bytes, max(200, self._room - 1_000))
        self._finisher = Finisher(redact, most)
        self._screen = Screen(plan.ignored)
        self._digest = Digest(plan.settings)
        self._window = _Window()
        self._shown: tuple[Turn, ...] = ()
        self._line = 0
        self._end = plan.after

    def recall(self, turn: Turn) -> None:
        """A turn that was dealt with before."""
        self._digest.add(self._screened(turn))

    def pass_over(self, record: list[Turn | Skipped]) -> None:
        for item in record:
            self._line = max(self._line, item.line)
            self._end = max(self._end, item.end)
            if isinstance(item, Turn):
                self.recall(item)

    def take(self, record: list[Turn | Skipped]) -> Episode | None:
        """Add a record; the window before it, where the record no longer fits."""
        redacted = self._finisher.redactions
        turns = [self._finisher.turn(self._screened(item)) for item in record if isinstance(item, Turn)]
        turns, skipped = self._bounded(turns)
        redacted = self._finisher.redactions - redacted
        size = sum(map(size_of, turns))
        full = self.close() if self._window.turns and self._window.size + size > self._room else None
        if not self._window.turns and not self._window.skipped:
            self._shown = self._digest.turns(self._finisher.turn)
        self._window.turns += turns
        self._window.size += size
        self._window.redactions += redacted
        self._note([item for item in record if isinstance(item, Skipped)] + skipped)
        self._line = max(self._line, *(item.line for item in record))
        self._end = max(self._end, *(item.end for item in record))
        return full

    def close(self) -> Episode | None:
        """The window as an episode, None where nothing is in it; its turns go on into the digest."""
        window, self._window = self._window, _Window()
        if not window.turns and not window.skipped:
            return None
        for turn in window.turns:
            self._digest.add(turn, finished=True)
        return Episode(
            self._plan.transcript,
            self._plan.source,
            tuple(window.turns),
            self._shown,
            self._line,
            self._end,
            tuple(window.skipped),
            window.redactions,
        )

    def _screened(self, turn: Turn) -> Turn:
        """Without ignored content; words on a branch that was taken back are nobody's evidence."""
        if turn.line in self._plan.abandoned and turn.speaker is Speaker.USER:
            turn = replace(turn, speaker=Speaker.OTHER, channel=Channel.INJECTED)
        return self._screen.turn(turn)

    def _bounded(self, turns: list[Turn]) -> tuple[list[Turn], list[Skipped]]:
        """The turns of one record that fit one window; a record is never divided."""
        kept: list[Turn] = []
        room = self._room
        for turn in turns:
            room -= size_of(turn)
            if room < 0:
                return kept, [Skipped(turn.line, turn.end, f"{len(turns) - len(kept)} parts more than a window holds")]
            kept.append(turn)
        return kept, []

    def _note(self, skipped: list[Skipped]) -> None:
        room = MOST_SKIPPED - len(self._window.skipped)
        self._window.skipped += skipped[: max(0, room)]
