"""A session as exchanges: what a person said, with what the agent said and did before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.model.turn import Channel, Speaker, Turn

_CHANGING = frozenset({"edit", "write", "multiedit", "notebookedit", "apply_patch", "str_replace", "create"})


@dataclass(frozen=True, slots=True)
class Exchange:
    """A human turn with what the agent said before and after, and the tools it called in between."""

    turn: Turn
    number: int
    before: str = ""
    before_line: int = 0
    acted_before: bool = False
    after: str = ""
    acted_after: bool = False


def exchanges(window: Sequence[Turn]) -> tuple[Exchange, ...]:
    """Every human turn of the main session, in order, with its surroundings."""
    main = [turn for turn in window if not turn.sidechain]
    places = [place for place, turn in enumerate(main) if turn.human]
    found = []
    for number, place in enumerate(places):
        start = places[number - 1] + 1 if number else 0
        end = places[number + 1] if number + 1 < len(places) else len(main)
        before, after = main[start:place], main[place + 1 : end]
        asked, answered = _said(before), _said(after)
        found.append(
            Exchange(
                turn=main[place],
                number=number,
                before=asked[-1].text.strip() if asked else "",
                before_line=asked[-1].line if asked else 0,
                acted_before=_changed(before),
                after=answered[0].text.strip() if answered else "",
                acted_after=_changed(after),
            )
        )
    return tuple(found)


def _said(turns: Sequence[Turn]) -> list[Turn]:
    return [t for t in turns if t.speaker is Speaker.AGENT and t.channel is Channel.TEXT and t.text.strip()]


def _changed(turns: Sequence[Turn]) -> bool:
    return any(turn.channel is Channel.CALL and turn.tool.lower() in _CHANGING for turn in turns)
