"""SessionStart: registers the session, says what is known, and starts what is overdue. It never waits for a reflection.

Where nobody has said yes or no, nothing in the repository is read or made: the person gets one line, once (LOOP S9).
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from gitskills.app.sessions.tally import gone, moment, skip
from gitskills.hookrun.edits import disturbed
from gitskills.hookrun.event import Row, told
from gitskills.hookrun.news import offered, sentence
from gitskills.hookrun.place import Here, tip_of
from gitskills.hookrun.session import launch
from gitskills.hosts.host_process import age, host_process
from gitskills.hosts.transcript_tail import size_of
from gitskills.model.hookwords import BRANCH, FACTS_BYTES, TOPICS, switch
from gitskills.state.environment import variables
from gitskills.state.lightfile import make_folder
from gitskills.state.sessions import (
    BEGINS,
    any_due,
    claim_news,
    claim_offers,
    drop_due,
    due_sessions,
    forget_session,
    read_session,
    read_start,
    registered,
    text,
    write_session,
)

QUESTION = (
    "gitskills can learn from sessions in this repository. Nothing was read yet. "
    "/gitskills:on says yes, /gitskills:off says no; `git config --global gitskills.enabled true` answers for all."
)
EARLY = 1.0  # seconds that a session's first record may be older than its registration; a copy of another's is older


def start(event: Row, here: Here) -> Row:
    """Facts for the session's agent, a line for the person."""
    enabled = here.enabled()
    if enabled is None:
        return told("SessionStart", "", QUESTION) if here.root and _first_time(here) else {}
    session = text(event, "session_id")
    if enabled is False or not (here.root or switch(here.setting("gitskills.userScope")) is not False):
        _let_go(here)
        return {}
    fresh = read_start(here.state)
    current = _is_current(here, fresh)
    reply = _facts(here, fresh if current else {})
    with suppress(OSError):  # a read-only .git: there is nothing to queue, and still something to say
        if any(here.may(topic, session) for topic in TOPICS):
            _register(event, here)
        overdue = not current or any_due(here.state) or any(gone(row) for row in registered(here.state))
        launch(here, wanted=None if overdue else disturbed)
    return reply


def _facts(here: Here, fresh: Row) -> Row:
    parts, line = [text(fresh, "context")], ""
    with suppress(OSError):
        line = sentence(claim_news(here.state))
        parts = [line, *parts, offered(claim_offers(here.state))]
    facts = "\n\n".join(part for part in parts if part)
    return told("SessionStart", facts.encode("utf-8", "replace")[:FACTS_BYTES].decode("utf-8", "ignore"), line)


def _is_current(here: Here, fresh: Row) -> bool:
    """Whether what was prepared is still what the branches and the calendar say."""
    until = text(fresh, "until")
    if until and time.strftime("%Y-%m-%d", time.gmtime()) > until:
        return False  # a decision that it tells of is over since
    watched = fresh.get("watch")
    if not isinstance(watched, list):
        return not tip_of(here.common, here.setting("gitskills.branch") or BRANCH)
    return all(isinstance(one, list) and len(one) == 3 and tip_of(one[0], one[1]) == one[2] for one in watched)


def _register(event: Row, here: Here) -> None:
    """From here on its records are read. What stands in the transcript already belongs to the time before."""
    session, transcript = text(event, "session_id"), text(event, "transcript_path")
    if not os.path.isabs(transcript):
        return
    pid, started = host_process()
    row = read_session(here.state, session)
    if row is None:
        size = size_of(transcript)
        since = moment(min(EARLY, age(started)))
        row = {"session": session, "offset": size, "activity": 0, "ours": False}
        row |= {name: value for pair in BEGINS.values() for name, value in zip(pair, (size, since), strict=True)}
    mine: Row = {"transcript": transcript, "cwd": here.folder, "pid": pid, "started": started}
    write_session(here.state, {**row, **mine})


def _let_go(here: Here) -> None:
    """Switched off: what was going on is never read, and what ended is forgotten."""
    with suppress(OSError):
        for session in due_sessions(here.state):
            drop_due(here.state, session)
        for row in registered(here.state):
            if gone(row):
                forget_session(here.state, text(row, "session"))
            else:
                write_session(here.state, skip(row))


def _first_time(here: Here) -> bool:
    """Whether this person was not asked about this repository before; the answer is kept with the plugin, not here."""
    kept = variables(["CLAUDE_PLUGIN_DATA"]).get("CLAUDE_PLUGIN_DATA", "")
    if not kept or not os.path.isdir(kept):
        return False
    import hashlib

    folder = make_folder(os.path.join(kept, "asked"))
    name = hashlib.sha256(os.fsencode(here.common)).hexdigest()[:32]
    with suppress(FileExistsError):
        os.close(os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        return True
    return False
