"""Stop and SessionEnd: what was done is counted, and what is worth a reflection is handed to a job (LOOP S1–S4)."""

from __future__ import annotations

from collections.abc import Callable

from gitskills.app.sessions.tally import skip, tally
from gitskills.hookrun.edits import edited
from gitskills.hookrun.event import Row
from gitskills.hookrun.place import Here
from gitskills.model.hookwords import ACTIVITY, JOB_SECONDS, TAIL, TOPICS
from gitskills.state.sessions import (
    SAID,
    drop_due,
    end_session,
    forget_session,
    mark_due,
    number,
    read_session,
    switch_session,
    text,
    write_session,
)


def stop(event: Row, here: Here) -> Row:
    """The end of a turn: enough tool calls since the last hand-off, or words that may settle something, start a job."""
    row = _counted(event, here)
    if row:
        due = number(row, "activity") >= max(1, here.number("gitskills.activity", ACTIVITY))
        said = row.get("said") is True
        if due or said:
            mark_due(here.state, row, "activity" if due else SAID)
        write_session(here.state, {**row, "said": False, **({"activity": 0} if due else {})})
        launch(here, wanted=None if due or said else edited)
    return {}


def end(event: Row, here: Here) -> Row:
    """The end of the session: what is left of it is looked at, unless nothing was done."""
    session = text(event, "session_id")
    row = _counted(event, here)
    due = bool(row) and number(row, "activity") >= max(1, here.number("gitskills.tail", TAIL))
    said = row.get("said") is True
    if due or said:
        mark_due(here.state, row, "tail" if due else SAID)
    if row:
        write_session(here.state, row)
        end_session(here.state, session)
    else:
        forget_session(here.state, session)
    switch_session(here.state, session, [])
    if due or said:
        launch(here)
    return {}


def _counted(event: Row, here: Here) -> Row:
    """The registered session with its activity; empty where there is none, or where it is none of ours to read."""
    row = read_session(here.state, text(event, "session_id"))
    if row is None:
        return {}
    off = [topic for topic in TOPICS if here.enabled() is not True or not here.may(topic, text(row, "session"))]
    if len(off) == len(TOPICS):
        drop_due(here.state, text(row, "session"))
        write_session(here.state, skip(row))
        return {}
    row = skip(tally(row), off)
    if row.get("ours") is True:
        forget_session(here.state, text(row, "session"))
        return {}
    return row


def launch(here: Here, wanted: Callable[[Here], bool] | None = None) -> None:
    """Start a job, unless one is at work; where it is not certain that there is something to do, `wanted` finds out."""
    from gitskills.hookrun.guard import always, start_job

    seconds = here.number("gitskills.job.seconds", JOB_SECONDS)
    start_job(here.folder, here.state, seconds, (lambda: wanted(here)) if wanted else always)
