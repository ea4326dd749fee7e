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
    after = [gitconfig.explicitly(context.folder, key) for key in keys]
    if context.project is not None and before != after:
        begin_now(str(context.project.state.root), topics or tuple(TOPICS))
    place = "in this repository" if where == "repo" else "wherever the repository itself doesn't say otherwise"
    sentence = f"{' and '.join(topics) or 'gitskills'} is {'on' if on else 'off'} {place}"
    if on and topics and gitconfig.explicitly(context.folder, WHOLE) is not True:
        return f"{sentence}, but gitskills as a whole is not: `gitskills on`"
    against = [key for key, found in zip(keys, after, strict=True) if found is not on]
    return f"{sentence}, but here another layer decides: see `gitskills config {against[0]}`" if against else sentence


def _for_session(context: Context, topics: tuple[str, ...], *, on: bool) -> str:
    session = variables([SESSION_VARIABLE]).get(SESSION_VARIABLE, "")
    if not valid(session):
        raise UsageError(
            "there is no session here", f"run it inside a session of the host, which sets {SESSION_VARIABLE}"
        )
    state = str(context.need_project().state.root)
    asked = set(topics or (ALL,))
    if on and not topics:
        left: set[str] = set()
    else:
        before = set(switched_off(state, session))
        left = before - asked - ({ALL} if on else set()) if on else before | asked
    switch_session(state, session, sorted(left))
    drop_due(state, session)
    if (row := read_session(state, session)) is not None:
        write_session(state, skip(row, topics or TOPICS))
    return f"{' and '.join(topics) or 'gitskills'} is {'on' if on else 'off'} in this session"


def begin_now(state: str, topics: Iterable[str]) -> None:
    """What is handed over but not read yet may hold words from either side of the switch: it is let go."""
    for session in due_sessions(state):
        drop_due(state, session)
    for row in registered(state):
        write_session(state, skip(row, topics))
