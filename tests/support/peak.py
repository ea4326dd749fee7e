"""The most memory that this process ever needed."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_kilobytes() -> int:
    """On Linux the program's own peak: `ru_maxrss` would count what the starting process took before it as well."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    own = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
    return own or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
