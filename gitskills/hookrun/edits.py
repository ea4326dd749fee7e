"""Whether somebody changed a live skill in place: git replaces excluded files without a word, so a job must copy it soon."""

from __future__ import annotations

import os
from contextlib import suppress

from gitskills.hookrun.place import Here


def edited(here: Here) -> bool:
    """Whether a file in the live folders is younger than what the last job left. Takes its time: ask behind the host's back."""
    with suppress(OSError):
        if not here.root:
            return False
        last = os.stat(os.path.join(here.state, "start.json")).st_mtime_ns
        for folder, _, names in os.walk(os.path.join(here.root, ".claude", "skills")):
            if any(os.lstat(os.path.join(folder, name)).st_mtime_ns > last for name in names):
                return True
    return False
