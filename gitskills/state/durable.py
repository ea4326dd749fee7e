"""Files that are private, whole or absent, and there after a power cut. Links are never followed."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gitskills.errors import RepositoryFault

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
_SCRATCH = ".gitskills-new-"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def reported(place: Path) -> Iterator[None]:
    """Say in one sentence that the state can't be used."""
    try:
        yield
    except OSError as error:
        raise RepositoryFault(
            f"gitskills can't keep its state in {place}: {error.strerror or error}",
            "make that folder writable for yourself, or free some disk space",
        ) from error


def private_folder(place: Path) -> Path:
    """The folder, made where missing, for its owner alone; a RepositoryFault where it is a link."""
    refuse_link(place)
    with reported(place):
        place.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        if stat.S_IMODE(place.stat().st_mode) != PRIVATE_FOLDER:
            place.chmod(PRIVATE_FOLDER)
    return place


def refuse_link(place: Path) -> None:
    if place.is_symlink():
        raise RepositoryFault(
            f"{place} is a symbolic link, and gitskills keeps no state behind links", f"remove {place}"
        )


def write_whole(place: Path, content: bytes) -> None:
    """Replace a file at once; readers see the old content or the new one."""
    with reported(place.parent):
        scratch = _scratch(place.parent, content)
        scratch.replace(place)
        _flush_folder(place.parent)


def write_once(place: Path, content: bytes, modified: int = 0) -> bool:
    """Create a file at once; False where there is one already, which stays. `modified` is its time in nanoseconds."""
    with reported(place.parent):
        scratch = _scratch(place.parent, content)
        if modified:
            os.utime(scratch, ns=(modified, modified))
        try:
            _link(scratch, place)
        except FileExistsError:
            return False
        finally:
            scratch.unlink(missing_ok=True)
        _flush_folder(place.parent)
        return True


def append(place: Path, content: bytes) -> None:
    """Add to the end of a file in one write."""
    with reported(place.parent):
        handle = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_FOLLOW, PRIVATE_FILE)
        try:
            os.fchmod(handle, PRIVATE_FILE)
            os.write(handle, content)
        finally:
            os.close(handle)


def read_whole(place: Path) -> bytes | None:
    """Content of a regular file, None where there is none; anything else under that name is an OSError."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK | _NO_FOLLOW)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(f"{place} is no regular file")
        return stream.read()


def remove(*places: Path) -> None:
    """Take files away for good; nothing happens where there are none."""
    changed: set[Path] = set()
    for place in places:
        with reported(place.parent), suppress(FileNotFoundError):
            place.unlink()
            changed.add(place.parent)
    for folder in changed:
        with reported(folder):
            _flush_folder(folder)


def move_into(place: Path, folder: Path) -> Path:
    """Move a file into a folder on the same disk; its new place."""
    target = folder / place.name
    with reported(folder), suppress(FileNotFoundError):  # another process may have moved it just now
        place.replace(target)
    return target


def _scratch(folder: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=_SCRATCH, dir=folder)  # mode 0600
    with os.fdopen(handle, "wb") as stream:
        os.fchmod(handle, PRIVATE_FILE)
        stream.write(content)
        stream.flush()
        os.fsync(handle)
    return Path(name)


def _link(scratch: Path, place: Path) -> None:
    """Give the finished file its name, never over another; where the disk knows no hard links, nearly never."""
    try:
        os.link(scratch, place)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS):
            raise
        if place.exists():
            raise FileExistsError(place) from error
        scratch.replace(place)


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
