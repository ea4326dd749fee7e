"""Waiting for the lock on a ref: one that somebody else holds is waited for, not broken; a stale one is named, unless a dead
gitskills left it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from gitskills.errors import LockTimeout
from gitskills.git.holder import Holder
from gitskills.git.port import Busy

_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
_HOLDERS = 20  # one after the other that are waited for: where each lets go, the branch moves on


class LockHeldError(Exception):
    """Somebody else holds the lock."""


def patiently(attempt: Callable[[], bool | Busy], holder: Holder) -> bool | Busy:
    """What the attempt gives, made again while it finds the lock held."""
    held, pauses = None, deque(_PAUSES)
    for _ in range(_HOLDERS * len(_PAUSES)):
        try:
            return attempt()
        except LockHeldError:
            if (now := holder.held()) != held:
                held, pauses = now, deque(_PAUSES)
            if not pauses:
                break
            pause = pauses.popleft()
            if not holder.clear_dead():
                time.sleep(pause)
    if holder.lock.exists() and not holder.clear_dead(waited=True):
        raise _named(holder)
    try:
        return attempt()
    except LockHeldError as error:
        if not holder.lock.exists() and error.__cause__ is not None:
            raise error.__cause__ from None  # whatever it is, it is no lock
        raise _named(holder) from error


def _named(holder: Holder) -> LockTimeout:
    return LockTimeout(
        f"another process holds {holder.lock}", "if no git command is running, a crash left it: delete that file"
    )
