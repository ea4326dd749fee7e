"""A job's own bound: when its guard is gone or its time is up, the whole process group ends, whatever it is doing."""

from __future__ import annotations

import os
import signal
import threading
import time

GUARD = "GITSKILLS_GUARD"  # the guard's number, as it stands in the job's environment
BOUND = "GITSKILLS_JOB_SECONDS"
_LOOK = 0.5  # seconds between two looks
_GRACE = 5  # seconds that the guard may be late


def put_on() -> None:
    """Hold this process to its guard and its bound. Nothing happens where no guard started it, as at a terminal."""
    guard, bound = os.environ.get(GUARD, ""), os.environ.get(BOUND, "")
    if not guard.isdigit() or not bound.isdigit() or os.getpgrp() != os.getpid():
        return
    seconds = int(bound)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process even where no thread gets to run any more
    signal.alarm(seconds + 2 * _GRACE)
    end = time.monotonic() + seconds + _GRACE
    threading.Thread(target=_watch, args=(int(guard), end), daemon=True, name="leash").start()


def _watch(guard: int, end: float) -> None:
    while os.getppid() == guard and time.monotonic() < end:
        time.sleep(_LOOK)
    os.killpg(0, signal.SIGKILL)
