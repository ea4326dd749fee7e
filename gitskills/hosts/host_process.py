"""The host's own process, found among a hook's ancestors, and whether it still lives. Light: hooks load it.

A process is told from a later one with the same number by its start time.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

_SHELLS = frozenset({"sh", "dash", "bash", "zsh", "ksh", "ash", "busybox", "fish"})
_FARTHEST = 8


def host_process() -> tuple[int, str]:
    """Number and start time of the nearest ancestor that is no shell; (0, "") where none is found."""
    pid = os.getppid()
    for _ in range(_FARTHEST):
        name, parent, started = _look(pid)
        if not started:
            break
        if name not in _SHELLS:
            return pid, started
        pid = parent
    return 0, ""


def alive(pid: int, started: str) -> bool:
    """Whether the process that was seen then is there still. What was never found counts as gone."""
    return bool(started) and _look(pid)[2] == started


def age(started: str) -> float:
    """For how many seconds the process has run; infinite where that can't be told."""
    if not started.isdigit() or not hasattr(time, "CLOCK_BOOTTIME"):
        return float("inf")
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(started) / os.sysconf("SC_CLK_TCK")


def _look(pid: int) -> tuple[str, int, str]:
    """Name, parent and start time of a process; the last is "" where it is gone."""
    if pid <= 1:
        return "", 0, ""
    if os.path.isdir("/proc/self"):
        return _from_proc(pid)
    return _from_ps(pid)


def _from_proc(pid: int) -> tuple[str, int, str]:
    with suppress(OSError), open(f"/proc/{pid}/stat", "rb") as file:
        head, _, rest = file.read().rpartition(b")")
        fields = rest.split()
        if len(fields) > 19 and fields[0] not in (b"Z", b"X"):
            return os.fsdecode(head.partition(b"(")[2]), int(fields[1]), fields[19].decode("ascii")
    return "", 0, ""


def _from_ps(pid: int) -> tuple[str, int, str]:
    """Where there is no /proc, as on macOS."""
    with os.popen(f"LC_ALL=C ps -o ppid=,lstart=,comm= -p {int(pid)} 2>/dev/null") as answer:  # noqa: S605 - a number
        words = answer.read().split()
    if len(words) < 7 or not words[0].isdigit():
        return "", 0, ""
    return os.path.basename(" ".join(words[6:])).removeprefix("-"), int(words[0]), " ".join(words[1:6])
