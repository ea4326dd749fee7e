"""Waiting for what runs beside a test: long enough for a machine that is busy, and no longer than until it is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from gitskills.git.holder import is_gone, process_mark

PATIENCE = 120.0  # seconds


def until(ready: Callable[[], bool], what: str) -> None:
    """Wait for it; a `TimeoutError` that names it otherwise."""
    end = time.monotonic() + PATIENCE
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE:g} s for {what}")
        time.sleep(0.02)


def dies(pid: int) -> bool:
    """Whether that process is gone, or soon is: a killed one takes a moment, and one that nobody asks after stays a zombie."""
    mark = f"{process_mark().rpartition(' ')[0]} {pid}"
    until(lambda: is_gone(mark), f"process {pid} to end")
    return True


def awaited(file: Path) -> str:
    """What is in the file as soon as a whole line is."""
    until(lambda: file.exists() and file.read_text("utf-8").endswith("\n"), str(file))
    return file.read_text("utf-8")
