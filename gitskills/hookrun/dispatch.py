"""Which event leads where. Events nobody knows, children, continuous integration, and foreign places lead nowhere."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from gitskills.hookrun.event import Row
from gitskills.hookrun.place import Here, find, outside
from gitskills.state.environment import variables
from gitskills.state.lightfile import append_json
from gitskills.state.sessions import text, valid


def _start(event: Row, here: Here) -> Row:
    from gitskills.hookrun.start import start  # here as below: an event pays for its own modules alone

    return start(event, here)


def _prompt(event: Row, here: Here) -> Row:
    from gitskills.hookrun.prompt import prompt

    return prompt(event, here)


def _stop(event: Row, here: Here) -> Row:
    from gitskills.hookrun.session import stop

    return stop(event, here)


def _end(event: Row, here: Here) -> Row:
    from gitskills.hookrun.session import end

    return end(event, here)


EVENTS: dict[str, Callable[[Row, Here], Row]] = {
    "SessionStart": _start,
    "UserPromptSubmit": _prompt,
    "Stop": _stop,
    "SessionEnd": _end,
}
SILENT = ("CI", "GITSKILLS_CHILD")  # LOOP S6, S8


def answer(event: Row) -> Row:
    """The reply to an event; empty where there is nothing to say."""
    act = EVENTS.get(text(event, "hook_event_name"))
    if act is None or not valid(event.get("session_id")) or any(variables(SILENT).values()):
        return {}
    folder = _folder(event)
    here = find(folder) or outside(folder)
    return act(event, here) if here is not None else {}


def journal(event: Row, error: Exception) -> None:
    """A line for `gitskills doctor`, where gitskills keeps its state: the kind of fault, never its words."""
    folder = _folder(event)
    here = find(folder) or outside(folder)
    if here is None or not os.path.isdir(here.state):
        return
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    where = text(event, "hook_event_name")[:40]
    row: Row = {"time": stamp, "event": "fault", "where": f"hook {where}", "kind": type(error).__name__}
    append_json(os.path.join(here.state, "journal.jsonl"), row)


def _folder(event: Row) -> str:
    """Where the session was started; the host's `cwd` follows the agent's `cd`."""
    named = variables(["CLAUDE_PROJECT_DIR"]).get("CLAUDE_PROJECT_DIR", "")
    return named if os.path.isabs(named) and os.path.isdir(named) else text(event, "cwd") or "."
