"""Starts a job that outlives the hook, under a guard: the hook's own fork, in a session of its own.

The job is the leader of a process group. When it ends or its time is up, the guard kills what is left of the group, so
that nothing outlives the bound; should the guard die, the job's leash does the same (`state/leash.py`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from gitskills.state.attempts import add_attempt
from gitskills.state.environment import without_repository
from gitskills.state.lightfile import append_json, make_folder
from gitskills.state.sessions import taken_sessions

BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from gitskills.__main__ import main; sys.exit(main())"
LOCK = "job.lock"
_INHERITED = 1_024


def always() -> bool:
    """For a job that has something to do in any case."""
    return True


def start_job(folder: str, state: str, seconds: int, wanted: Callable[[], bool] = always) -> None:
    """Leave a guard with a job behind, where `wanted` says so: it is asked there, not while the host waits."""
    if os.fork():
        return
    try:
        os.setsid()
        _let_go()
        if wanted() and not leased(state):  # who holds the lease looks again before it leaves
            _guard(folder, state, seconds)
    finally:
        os._exit(0)  # never back into the hook


def leased(state: str) -> bool:
    """Whether a job is at work: it holds an operating system's lock on a file."""
    import fcntl

    with suppress(FileNotFoundError):
        handle = os.open(os.path.join(state, "locks", LOCK), os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
    return False


def _let_go() -> None:
    """The host waits for whoever holds its pipes."""
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    os.closerange(3, _INHERITED)


def _guard(folder: str, state: str, seconds: int) -> None:
    import signal  # slow to load, and the host is not waiting here

    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    words = [sys.executable, "-E", "-P", "-X", "utf8", "-c", BOOT, package, "-C", folder, "job", "--state", state]
    held = {"GITSKILLS_GUARD": str(os.getpid()), "GITSKILLS_JOB_SECONDS": str(seconds)}
    environment = {**without_repository(), "GITSKILLS_CHILD": "1", **held}
    job = os.posix_spawn(sys.executable, words, environment, setpgroup=0)
    late: list[int] = []

    def stop(_signal: int, _frame: object) -> None:
        late.append(1)
        os.killpg(job, signal.SIGKILL)

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(max(1, seconds))
    os.waitid(os.P_PID, job, os.WEXITED | os.WNOWAIT)  # not reaped yet: nobody else can have its number
    signal.alarm(0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(job, signal.SIGKILL)
    _, status = os.waitpid(job, 0)
    if late or status:
        _report(state, f"the job was ended after {seconds} seconds" if late else f"the job ended with status {status}")


def _report(state: str, why: str) -> None:
    """For `gitskills doctor`; and what the job was at is not tried again at once."""
    place = os.path.join(make_folder(state), "journal.jsonl")
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    append_json(place, {"time": stamp, "event": "fault", "where": "job", "kind": why})
    for session in taken_sessions(state):
        add_attempt(state, session, why, int(time.time()))
