"""What a registered session has done so far, and whether its host is gone. Light: hooks and jobs share it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from gitskills.hosts.host_process import alive
from gitskills.hosts.transcript_tail import lines_from, size_of
from gitskills.state.sessions import BEGINS, Row, number, text
from gitskills.transcript.activity import calls_in, is_ours, may_decide

MOST = 64 << 20  # bytes counted in one go: a hook has a second at most
IDLE: dict[str, tuple[str, object]] = {"learn": ("activity", 0), "decide": ("said", False)}
QUIET = 86_400  # seconds without a word, after which a host that was never found counts as gone


def tally(row: Row) -> Row:
    """The row with what its transcript holds by now counted; of a backlog too long for one go the next part.

    `said`: a person said what may settle something, and no job was told yet.
    """
    path, since = text(row, "transcript"), text(row, "since")
    offset, activity, ours = number(row, "offset"), number(row, "activity"), row.get("ours") is True
    said = row.get("said") is True
    if size_of(path) == 0:
        return row
    enough = offset + MOST
    for line, end in lines_from(path, offset):
        offset = end
        activity += calls_in(line, since)
        ours = ours or is_ours(line)
        said = said or may_decide(line, since)
        if offset >= enough:
            break
    return {**row, "offset": offset, "activity": activity, "ours": ours, "said": said}


def skip(row: Row, topics: Iterable[str] = BEGINS) -> Row:
    """The row as if the session began now for these topics: what was said while they were off is never read."""
    size, now = size_of(text(row, "transcript")), moment()
    begun = {name: value for topic in topics for name, value in zip(BEGINS[topic], (size, now), strict=True)}
    whole = {"offset": size} if set(topics) == set(BEGINS) else {}
    return {**row, **begun, **whole, **dict(IDLE[topic] for topic in topics)}


def gone(row: Row) -> bool:
    """Whether nobody will ever add to this session's transcript by the process that registered it."""
    started = text(row, "started")
    if started:
        return not alive(number(row, "pid"), started)
    path = text(row, "transcript")
    return not os.path.isfile(path) or time.time() - os.stat(path).st_mtime > QUIET


def moment(ago: float = 0.0) -> str:
    """A time in the form of a transcript's time stamps."""
    seconds = time.time() - ago
    return time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime(seconds)) + f"{int(seconds % 1 * 1000):03d}Z"
