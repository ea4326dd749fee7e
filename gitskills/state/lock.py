"""One gitskills at a time: a lock of the operating system, which dies with its holder. Waiting is bounded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gitskills.errors import LockTimeout
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import PRIVATE_FILE, reported


@contextmanager
def held(state: StateDirectory, name: str, seconds: float) -> Iterator[None]:
    """Hold the lock `name` inside the block; a LockTimeout when another process keeps it longer than `seconds`."""
    from filelock import FileLock, Timeout

    place = state.folder("locks") / f"{name}.lock"
    lock = FileLock(place, timeout=seconds, mode=PRIVATE_FILE)
    with reported(place.parent):
        try:
            lock.acquire()
        except Timeout as error:
            raise LockTimeout(
                f"another gitskills held {place} for more than {seconds:g} seconds",
                "wait for it to finish, or raise gitskills.lockSeconds",
            ) from error
    try:
        yield
    finally:
        lock.release()
