"""Whether somebody changed a live skill in place, or git took one away: a job must copy it soon, or write it again.

Git replaces excluded files without a word, and a checkout of the branch and back removes them.
"""

from __future__ import annotations

import os
from contextlib import suppress

from gitskills.hookrun.place import Here


def disturbed(here: Here) -> bool:
    """Whether a live skill was edited or is missing. Takes its time, as below."""
    return edited(here) or removed(here)


def removed(here: Here) -> bool:
    """Whether the folder of a skill that we wrote is not there."""
    return bool(here.root) and any(not os.path.lexists(os.path.join(here.root, path)) for path in _managed(here))


def edited(here: Here) -> bool:
    """Whether a file in the live folders is younger than what the last job left. Takes its time: ask behind the host's back."""
    with suppress(OSError):
        if not here.root:
            return False
        last = os.stat(os.path.join(here.state, "start.json")).st_mtime_ns
        for shelf in {os.path.dirname(path) for path in _managed(here)} | {os.path.join(".claude", "skills")}:
            for folder, _, names in os.walk(os.path.join(here.root, shelf)):
                if any(os.lstat(os.path.join(folder, name)).st_mtime_ns > last for name in names):
                    return True
    return False


def _managed(here: Here) -> tuple[str, ...]:
    """The skills that we wrote, by their paths below the working folder."""
    from gitskills.materialize.exclude import managed_paths

    with suppress(OSError), open(os.path.join(here.common, "info", "exclude"), "rb") as file:
        return managed_paths(file.read())
    return ()
