"""Messages typed while the agent worked. Versions keep them once, twice or three times; each is given out once.

A message is held from its `enqueue` until what became of it is known: `remove` = the agent got it in mid-turn (nothing
else holds it, in most versions), `dequeue` = an ordinary prompt follows, `popAll` = it went back into the editor.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from gitskills.model.turn import Turn

MOST_HELD = 200


class Pending:
    """The queue of one session, oldest first."""

    def __init__(self) -> None:
        self._held: deque[Turn] = deque()
        self._given: deque[str] = deque(maxlen=20)

    def hold(self, turn: Turn) -> Iterator[Turn]:
        self._held.append(turn)
        if len(self._held) > MOST_HELD:
            yield self._give(self._held.popleft(), turn.end)

    def taken(self, text: str, end: int) -> Iterator[Turn]:
        """A `remove`: of the message that says `text`, or of the oldest where no text is kept."""
        turn = self._find(text) if text else next(iter(self._held), None)
        if turn is not None:
            self._held.remove(turn)
            yield self._give(turn, end)

    def sent(self) -> None:
        """A `dequeue`: the prompt that follows is the message."""
        if self._held:
            self._held.popleft()

    def clear(self) -> None:
        self._held.clear()

    def prompted(self, text: str) -> bool:
        """A prompt that says `text`; True where the message was given out already and nothing has been said since."""
        turn = self._find(text)
        if turn is not None:
            self._held.remove(turn)
        repeated = text in self._given
        self._given.clear()
        return repeated

    def attached(self, turn: Turn) -> Iterator[Turn]:
        """The copy that the agent got: the held message instead, nothing where it was given out already."""
        if self._find(turn.text) is not None:
            yield from self.taken(turn.text, turn.end)
        elif turn.text not in self._given:
            yield self._give(turn, turn.end)

    def rest(self) -> Iterator[Turn]:
        """What the session's end left in the queue."""
        while self._held:
            yield self._held.popleft()

    def _find(self, text: str) -> Turn | None:
        return next((turn for turn in self._held if turn.text == text), None)

    def _give(self, turn: Turn, end: int) -> Turn:
        self._given.append(turn.text)
        return replace(turn, end=max(turn.end, end))
