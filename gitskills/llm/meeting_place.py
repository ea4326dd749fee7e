"""The folder in which a child and the job that started it meet: the person's alone, gone afterwards.

A job that is killed leaves its folder behind; the next one takes away those where nobody listens any more.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

PREFIX = "gitskills-child-"
LINE = "line"  # the socket's name
LONGEST = 60  # characters: a socket's path is short everywhere
SHORT = "/tmp"  # noqa: S108 - below it a private folder is made
FRESH = 60  # seconds: a younger folder may only just be getting its listener


@contextmanager
def meeting_place() -> Iterator[tuple[Path, socket.socket]]:
    """A new folder, mode 0700, and the socket in it that listens."""
    root = gettempdir() if len(gettempdir()) <= LONGEST else SHORT
    with TemporaryDirectory(prefix=PREFIX, dir=root, ignore_cleanup_errors=True) as name:
        place = Path(name)
        _sweep(place)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(place / LINE))
            listener.listen(2)
            yield place, listener


def _sweep(place: Path) -> None:
    now = place.stat().st_mtime
    for other in place.parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else sweeps, too
            found = other.lstat()
            old = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and now - found.st_mtime > FRESH
            if old and not _listened_to(other / LINE):
                shutil.rmtree(other, ignore_errors=True)


def _listened_to(line: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(line)) not in {errno.ECONNREFUSED, errno.ENOENT}
