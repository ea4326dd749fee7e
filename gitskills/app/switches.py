"""Yes and no: for a session, a repository or all of a person's, as a whole or by topic; it holds before the next byte is read.

Saying yes begins now: what was said while it was no is read on request alone (`learn --history`).
"""

from __future__ import annotations

from collections.abc import Iterable

from gitskills.app.context import Context
from gitskills.app.sessions.tally import skip
from gitskills.errors import GitskillsError, UsageError
from gitskills.model.hookwords import TOPICS
from gitskills.state import gitconfig
from gitskills.state.environment import variables
from gitskills.state.sessions import (
    drop_due,
    due_sessions,
    read_session,
    registered,
    switch_session,
    switched_off,
    valid,
    write_session,
)

WHOLE = "gitskills.enabled"
ALL = "all"
SESSION_VARIABLE = "CLAUDE_CODE_SESSION_ID"
LAYERS = {"repo": "local", "global": "global"}


def switch(context: Context, *, on: bool, where: str, topics: tuple[str, ...]) -> str:
    """What was done, in a sentence. `where` is session, repo or global; without topics everything is meant."""
    for topic in topics:
        if topic not in TOPICS:
            raise UsageError(f"there is no topic {topic!r}", f"name {' or '.join(TOPICS)}, or nothing for all")
    return _for_session(context, topics, on=on) if where == "session" else _by_config(context, where, topics, on=on)


def _by_config(context: Context, where: str, topics: tuple[str, ...], *, on: bool) -> str:
    keys = [TOPICS[topic] for topic in topics] or [WHOLE]
    before = [gitconfig.explicitly(context.folder, key) for key in keys]
    for key in keys:
        bad = gitconfig.write(context.folder, key, "true" if on else "false", LAYERS[where])
        if bad is not None:
            raise GitskillsError(f"{bad.key} was not taken: {bad.why}")
    if context.project is not None and before != [gitconfig.explicitly(context.folder, key) for key in keys]:
        begin_now(str(context.project.state.root), topics or tuple(TOPICS))
    place = "in this repository" if where == "repo" else "wherever the repository itself doesn't say otherwise"
    return f"{_said(topics, on=on)} {place}{_but(context.folder, keys, on=on)}"


def _said(topics: tuple[str, ...], *, on: bool) -> str:
    return f"{' and '.join(topics) or 'gitskills'} is {'on' if on else 'off'}"


def _but(folder: str, keys: list[str], *, on: bool) -> str:
    """Why it is otherwise here all the same, "" where it isn't."""
    if on and keys != [WHOLE] and gitconfig.explicitly(folder, WHOLE) is not True:
        return ", but gitskills as a whole is not: `gitskills on`"
    still = [topic for topic, key in TOPICS.items() if gitconfig.explicitly(folder, key) is False]
    if on and still and keys == [WHOLE]:
        return f", but not to {' and '.join(still)}: `gitskills on {' '.join(still)}`"
    against = next((key for key in keys if gitconfig.explicitly(folder, key) is not on), "")
    return f", but here another layer decides: see `gitskills config {against}`" if against else ""


def _for_session(context: Context, topics: tuple[str, ...], *, on: bool) -> str:
    session = variables([SESSION_VARIABLE]).get(SESSION_VARIABLE, "")
    if not valid(session):
        raise UsageError(
            "there is no session here", f"run it inside a session of the host, which sets {SESSION_VARIABLE}"
        )
    state = str(context.need_project().state.root)
    off = set(switched_off(state, session))
    if on:
        off = off - {ALL, *topics} if topics else set()
    else:
        off |= {*(topics or (ALL,))}
    switch_session(state, session, sorted(off))
    drop_due(state, session)
    if (row := read_session(state, session)) is not None:
        write_session(state, skip(row, topics or TOPICS))
    return f"{_said(topics, on=on)} in this session"


def begin_now(state: str, topics: Iterable[str]) -> None:
    """What is handed over but not read yet may hold words from either side of the switch: it is let go."""
    for session in due_sessions(state):
        drop_due(state, session)
    for row in registered(state):
        write_session(state, skip(row, topics))
