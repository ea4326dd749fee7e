"""What happened around a statement: which way it came, what the agent had just said or done, how it answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.offline.clauses import Statement

LONG_TURN = 60  # words

_ASKED = re.compile(r"\?[\s*_)]*$")
_OPTIONS = re.compile(r"^\W*(?:option\s+)?(?:[A-D]|[1-4])[.):]\s", re.MULTILINE)
_OFFER = re.compile(
    r"\b(?:want me to|would you like|should i|shall i|do you want|which (?:one|approach|would|option)|ready to)\b",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"^\W*(?:(?:oh|ah|ok|okay|yes),? )*(?:you(?:'re| are) (?:absolutely |completely |totally |quite "
    r")?(?:right|correct)|"
    r"(?:good|great|excellent|fair|valid|nice) (?:point|call|catch|idea|suggestion|question|observation|"
    r"thinking|insight)|sorry|apologies|"
    r"my (?:mistake|bad|apologies)|i apologi[sz]e|makes sense|that makes|understood|got it|absolutely|of "
    r"course|i see|right|ah|noted)\b",
    re.IGNORECASE,
)
_SORRY = re.compile(
    r"\b(?:you(?:'re| are) (?:absolutely |completely )?right|sorry|apolog\w+|my (?:mistake|bad)|good "
    r"(?:point|catch|call)|i see the (?:issue|problem))\b",
    re.IGNORECASE,
)
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


def situation(statement: Statement, exchange: Exchange) -> frozenset[str]:
    """Names of what holds around a statement."""
    words = len(exchange.turn.text.split())
    facts = {
        f"channel_{exchange.turn.channel}": True,
        "first_turn": exchange.number == 0,
        "alone": statement.siblings == 1,
        "first_of_many": statement.first and statement.siblings > 1,
        "last_of_many": statement.last and statement.siblings > 1,
        "many_siblings": statement.siblings > 4,
        "long_turn": words > LONG_TURN,
        "agent_asked": bool(_ASKED.search(exchange.before)),
        "agent_offered_options": len(_OPTIONS.findall(exchange.before)) > 1,
        "agent_offered": bool(_OFFER.search(exchange.before[-300:])),
        "agent_acted_before": exchange.acted_before,
        "agent_agreed": bool(_AGREED.search(exchange.after)),
        "agent_gave_way": bool(_SORRY.search(exchange.after[:200])),
        "agent_acted_after": exchange.acted_after,
    }
    return frozenset(name for name, holds in facts.items() if holds)
