"""The exchanges before a window: what people and agents said and the names of tools, for orientation, never as evidence."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from gitskills.model.settings import Settings
from gitskills.model.turn import Channel, Speaker, Turn

OVERHEAD = 40  # bytes that a reader's frame takes beside a turn's own text


def size_of(turn: Turn) -> int:
    """Bytes that a turn takes in a prompt."""
    return len(turn.text.encode()) + len(turn.locator.encode()) + len(turn.tool) + OVERHEAD


@dataclass(slots=True)
class _Kept:
    turn: Turn
    finished: bool


class Digest:
    """The last exchanges, bounded in number and bytes. Turns that never were in a window are redacted when first shown."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: deque[_Kept] = deque()
        self._people = 0
        self._bytes = 0

    def add(self, turn: Turn, *, finished: bool = False) -> None:
        """The next turn; the oldest exchanges make room."""
        if turn.channel is Channel.CALL:
            turn = replace(turn, text=turn.tool, arguments={}, locator="")
        elif not turn.human and not (turn.speaker is Speaker.AGENT and turn.channel is Channel.TEXT):
            return
        self._kept.append(_Kept(turn, finished))
        self._people += turn.human
        self._bytes += size_of(turn)
        self._shrink()

    def turns(self, finish: Callable[[Turn], Turn]) -> tuple[Turn, ...]:
        """What is kept, finished; the whole fits the settings' bytes."""
        for kept in self._kept:
            if not kept.finished:
                before = size_of(kept.turn)
                kept.turn, kept.finished = finish(kept.turn), True
                self._bytes += size_of(kept.turn) - before
        shown: deque[Turn] = deque()
        room = self._settings.digest_bytes
        for kept in reversed(self._kept):
            room -= size_of(kept.turn)
            if room < 0:
                break
            shown.appendleft(kept.turn)
        return tuple(shown)

    def _shrink(self) -> None:
        while self._kept and self._too_much():
            gone = self._kept.popleft().turn
            self._people -= gone.human
            self._bytes -= size_of(gone)

    def _too_much(self) -> bool:
        most = self._settings.digest_exchanges
        if self._people > most or most == 0 or self._settings.digest_bytes == 0:
            return True
        # an unfinished text may shrink when it is clipped, so the newest one stays whatever its size
        return len(self._kept) > 1 and self._bytes > 2 * self._settings.digest_bytes
