"""What happened around a statement: which way it came, what the agent had just said or done, how it answered."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.statements import Statement

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


def position(statement: Statement) -> frozenset[str]:
    """Names of where a statement stands in its turn."""
    facts = {
        "alone": statement.siblings == 1,
        "first_of_many": statement.first and statement.siblings > 1,
        "last_of_many": statement.last and statement.siblings > 1,
        "many_siblings": statement.siblings > 4,
    }
    return _holding(facts)


def situation(exchange: Exchange) -> frozenset[str]:
    """Names of what holds around a turn and all that is said in it."""
    words = len(exchange.turn.text.split(maxsplit=LONG_TURN))
    facts = {
        f"channel_{exchange.turn.channel}": True,
        "first_turn": exchange.number == 0,
        "long_turn": words > LONG_TURN,
        "agent_asked": bool(_ASKED.search(exchange.before)),
        "agent_offered_options": len(_OPTIONS.findall(exchange.before)) > 1,
        "agent_offered": bool(_OFFER.search(exchange.before[-300:])),
        "agent_acted_before": exchange.acted_before,
        "agent_agreed": bool(_AGREED.search(exchange.after)),
        "agent_gave_way": bool(_SORRY.search(exchange.after[:200])),
        "agent_acted_after": exchange.acted_after,
    }
    return _holding(facts)


def _holding(facts: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(name for name, holds in facts.items() if holds)
