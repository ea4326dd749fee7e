"""The only clock. Stages are given a time; they never ask for one."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> datetime:
    """The present instant, in UTC."""
    return datetime.now(UTC)


def today() -> str:
    """As records have it: 2026-01-31."""
    return now().strftime("%Y-%m-%d")


def seconds() -> int:
    """UNIX time in whole seconds."""
    return int(time.time())


def nanoseconds() -> int:
    """UNIX time, fine enough to put arrivals in order."""
    return time.time_ns()
