"""Decisions as people look at them: which count as settled, what to know before relying on one, and the index as a table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitskills.decisions.index import foreign, number_of
from gitskills.decisions.vocabulary import is_over
from gitskills.model.decided import DecisionIndex, DecisionLine, Past
from gitskills.model.decision import Decision, Level, Status

FLOOR = Level.CONFIRMED
_HEAD = ("Id", "Decision", "Topic", "Confidence", "Date", "Remark")


def is_settled(decision: Decision, today: str) -> bool:
    """Whether it belongs into the index that is relied on: accepted, at least confirmed, and its time not over."""
    sure = decision.confidence.rank >= FLOOR.rank
    return sure and decision.status is Status.ACCEPTED and not is_over(decision.valid_until, today)


def standing(index: DecisionIndex, today: str) -> tuple[DecisionLine, ...]:
    """What stands, with remarks, in order of ids."""
    strange = foreign(index)
    lines = (DecisionLine(one, remark(one, today, is_foreign=name in strange)) for name, one in index.current.items())
    return tuple(sorted(lines, key=lambda line: number_of(line.decision.id)))


def remark(decision: Decision, today: str, *, is_foreign: bool) -> str:
    """What to know before relying on a decision that stands."""
    if is_foreign:
        return "foreign: not accepted here"
    if decision.status is not Status.ACCEPTED:
        return str(decision.status)
    if is_over(decision.valid_until, today):
        return f"over since {decision.valid_until}"
    return "" if decision.endorsed else "nobody but the agent said so"


def ended(gone: Past) -> str:
    """What became of a decision that stands no more."""
    told = f"superseded by {gone.by}" if gone.by else "revoked"
    return told if gone.trusted else f"{told}, which is not accepted here"


def markdown(lines: Iterable[DecisionLine]) -> str:
    """The index as a table that no title can break."""
    rows = [_HEAD, tuple("---" for _ in _HEAD)]
    for line in lines:
        one = line.decision
        rows.append((one.id, one.title, one.topic.name, one.confidence, one.date, line.remark))
    return "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in rows)


def _cell(text: str) -> str:
    return re.sub(r"([\\|<>`*_\[\]])", r"\\\1", " ".join(text.split()))
