"""What was decided: the list, one record, and what happened to a topic."""

from __future__ import annotations

from dataclasses import replace

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import need_decision, read_decided, record_of
from gitskills.decisions.index import foreign, past
from gitskills.decisions.listing import ended, is_settled, remark, standing
from gitskills.model.decided import DecisionEvent, DecisionIndex, DecisionLine, Past
from gitskills.model.decision import Decision
from gitskills.state import clock


def list_decisions(context: Context, store: Store, *, everything: bool) -> tuple[DecisionLine, ...]:
    """What is settled; with `everything` also what is less sure, and what was superseded or revoked."""
    index = read_decided(context, store)
    lines = standing(index, clock.today())
    if not everything:
        return tuple(line for line in lines if is_settled(line.decision, clock.today()))
    return (*lines, *(line for gone in past(index) if (line := past_line(store, gone))))


def show_decision(context: Context, store: Store, id_: str) -> DecisionLine:
    """One decision, standing or past. A GitskillsError where there is none."""
    index, found = need_decision(context, store, id_)
    if isinstance(found, Decision):
        return DecisionLine(found, remark(found, clock.today(), is_foreign=found.topic.name in foreign(index)))
    return past_line(store, found) or _lost(found)


def past_line(store: Store, gone: Past) -> DecisionLine | None:
    """The record as it was, with what became of it; None where history was cut off."""
    record = record_of(store, gone)
    if record is None:
        return None
    return DecisionLine(replace(record, status=gone.status, superseded_by=gone.by), ended(gone), gone.commit)


def decision_log(context: Context, store: Store, about: str) -> tuple[DecisionEvent, ...]:
    """What happened, oldest first: all of it, or that of a topic or of the topic of an id."""
    index = read_decided(context, store)
    topic = _topic(context, store, index, about) if about else ""
    return tuple(event for event in index.events if not topic or event.topic == topic)


def _topic(context: Context, store: Store, index: DecisionIndex, about: str) -> str:
    if any(event.topic == about for event in index.events):
        return about
    found = need_decision(context, store, about)[1]
    return found.topic.name if isinstance(found, Decision) else found.topic


def _lost(gone: Past) -> DecisionLine:
    from gitskills.errors import RepositoryFault

    raise RepositoryFault(f"the record of {gone.id} is not here: it was {ended(gone)}", "fetch the whole history")
