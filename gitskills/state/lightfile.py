"""Small JSON files for processes that must start in an instant: whole or absent, 0600, links never followed.

Imports os and json alone; `durable` is for everybody else, and adds the flush to disk.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
LONGEST = 1 << 20
LONGEST_JOURNAL = 512 * 1024
_PASSING = ".new"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


def make_folder(root: str, *names: str) -> str:
    """The folder below `root`, each level private; an OSError where one is a link or no folder."""
    place = root
    for name in ("", *names):
        place = os.path.join(place, name) if name else place
        with suppress(FileExistsError):
            os.mkdir(place, PRIVATE_FOLDER)
        if not stat.S_ISDIR(os.lstat(place).st_mode):
            raise NotADirectoryError(place)
    return place


def read_json(place: str) -> dict[str, object] | None:
    """The object in a regular file; None where there is none, or none that can be read."""
    with suppress(OSError, ValueError, RecursionError):
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK | _NO_FOLLOW)
        with os.fdopen(handle, "rb") as stream:
            if stat.S_ISREG(os.fstat(handle).st_mode):
                found = json.loads(stream.read(LONGEST))
                return found if isinstance(found, dict) else None
    return None


def passing_name(place: str) -> str:
    """A name beside `place` for a moment, of this process alone."""
    return f"{place}.{os.getpid()}{_PASSING}"


def sweep(folder: str, before: float) -> None:
    """Remove what processes that were killed left under passing names before a time (UNIX seconds)."""
    for path in listed(folder, _PASSING):
        with suppress(FileNotFoundError):
            if os.lstat(path).st_mtime < before:
                os.unlink(path)


def write_json(place: str, value: dict[str, object]) -> None:
    """Replace a file at once. The folder must be there."""
    scratch = passing_name(place)
    handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_FOLLOW, PRIVATE_FILE)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(json.dumps(value).encode("ascii") + b"\n")
        os.replace(scratch, place)
    except OSError:
        remove(scratch)  # a full disk leaves nothing behind
        raise


def append_json(place: str, value: dict[str, object]) -> None:
    """A line at the end of a file that is bounded: at its bound nothing is added."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_FOLLOW
    handle = os.open(place, flags, PRIVATE_FILE)
    if os.fstat(handle).st_size < LONGEST_JOURNAL:
        os.write(handle, json.dumps(value).encode("ascii") + b"\n")
    os.close(handle)


def remove(place: str) -> None:
    """Take a file away, where it is there."""
    with suppress(FileNotFoundError):
        os.unlink(place)


def claim(place: str, new_name: str) -> bool:
    """Rename a file; of several that try, one succeeds."""
    with suppress(FileNotFoundError):
        os.rename(place, new_name)
        return True
    return False


def listed(folder: str, ending: str) -> list[str]:
    """Paths of the files in a folder whose names end so, oldest first."""
    found: list[tuple[int, str]] = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ending):
                with suppress(FileNotFoundError):
                    found.append((entry.stat(follow_symlinks=False).st_mtime_ns, entry.path))
    return [path for _, path in sorted(found)]
