"""UserPromptSubmit: what was learned while the session runs is told once. No process is started, no setting read."""

from __future__ import annotations

from gitskills.hookrun.event import Row, told
from gitskills.hookrun.news import sentence
from gitskills.hookrun.place import ALL, Here
from gitskills.state.sessions import claim_news, read_session, switched_off, text


def prompt(event: Row, here: Here) -> Row:
    """A line to both, where a job of this or another session left one. A registered session is a consenting one."""
    session = text(event, "session_id")
    if read_session(here.state, session) is None or ALL in switched_off(here.state, session):
        return {}
    line = sentence(claim_news(here.state))
    return told("UserPromptSubmit", line, line)
