"""What sessions handed over and nobody has reflected on yet, where something is in the way: for `status` and `doctor`."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.app.context import Store
from gitskills.state import clock
from gitskills.state.attempts import MOST, failures
from gitskills.state.sessions import number, resting, text


def troubles(store: Store) -> Iterator[tuple[str, str]]:
    """What happened, and what happens next or is to be done."""
    state = str(store.state.root)
    given_up = {text(mark, "session"): text(mark, "transcript") for mark in resting(state)}
    for row in failures(state):
        session, reason = text(row, "session"), text(row, "reason")
        if session in given_up:
            again = f"`gitskills learn {given_up[session]}` tries again"
            yield f"a session was given up after {MOST} attempts ({reason})", again
            continue
        minutes = max(0, number(row, "next") - clock.seconds()) // 60
        when = f"in {minutes} minutes" if minutes else "when the next session starts"
        failed = f"reflecting on a session failed ({reason}), attempt {number(row, 'count')} of {MOST}"
        yield failed, f"it is tried again {when}"
