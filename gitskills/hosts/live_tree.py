"""Live skill folders on disk: read, written and removed without ever going through a link."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gitskills.model.fileplan import FilePlan, Place
from gitskills.model.skill import SkillFile

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
LARGEST = 2_000_000  # bytes of a live file that is looked at
DEEPEST = 4


class LinkInTheWay(OSError):
    """A folder on the way is a link or no folder: nothing is written behind it."""


@contextmanager
def _descend(root: str, parts: Iterable[str], *, make: bool) -> Iterator[int | None]:
    """A descriptor of the folder; None where it is absent and not to be made."""
    current = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            if make:
                _make(current, part)
            following = _open_folder(current, part)
            os.close(current)
            if following is None:
                current = -1
                break
            current = following
        yield current if current >= 0 else None
    finally:
        if current >= 0:
            os.close(current)


def _make(folder: int, name: str) -> None:
    try:
        os.mkdir(name, dir_fd=folder)
    except FileExistsError:
        return


def _open_folder(folder: int, name: str) -> int | None:
    try:
        return os.open(name, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LinkInTheWay(error.errno, f"{name} is a link or no folder", name) from error


def obstacle(root: str, path: str) -> str:
    """The first thing on the way to the folder `path` that is a link or no folder, "" where none is."""
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        place = os.path.join(root, *parts[:length])
        if os.path.lexists(place) and (os.path.islink(place) or not os.path.isdir(place)):
            return place
    return ""


def names(root: str, skills: str) -> tuple[str, ...]:
    """The folders (and links) that stand in the live skills folder `root/skills`."""
    if not os.path.isdir(root):
        return ()
    with _descend_quietly(root, skills) as folder:
        return tuple(sorted(os.listdir(folder))) if folder is not None else ()


def no_folders(root: str, skills: str, wanted: Iterable[str]) -> frozenset[str]:
    """Those of the named skills in whose place a link or a file stands."""
    if not os.path.isdir(root):
        return frozenset()
    with _descend_quietly(root, skills) as folder:
        if folder is None:
            return frozenset()
        found = {name: _status(folder, name) for name in wanted}
    return frozenset(name for name, status in found.items() if status and not stat.S_ISDIR(status.st_mode))


def prune(root: str, skills: str) -> None:
    """Take away the live skills folder and what is above it below `root`, where nothing is left in them."""
    if os.path.isdir(root) and not obstacle(root, skills):
        _prune(root, skills.split("/"), 0)


@contextmanager
def _descend_quietly(root: str, skills: str) -> Iterator[int | None]:
    """Like `_descend` for reading: a link on the way means that nothing of ours is there."""
    try:
        with _descend(root, skills.split("/"), make=False) as folder:
            yield folder
    except LinkInTheWay:
        yield None


def read(root: str, skills: str, wanted: Iterable[str]) -> dict[str, dict[str, SkillFile]]:
    """The regular files of the named live skills; absent ones are left out."""
    found: dict[str, dict[str, SkillFile]] = {}
    for name, file in _walk(root, skills, wanted):
        content = _content(file)
        if content is not None:
            found.setdefault(name, {})[file.path] = SkillFile(content, bool(file.status.st_mode & 0o100))
    return found


def stamps(root: str, skills: str, wanted: Iterable[str]) -> dict[str, str]:
    """By `<name>/<path>` what changes whenever the file does; no file is opened."""
    return {f"{name}/{file.path}": _stamp(file.status) for name, file in _walk(root, skills, wanted)}


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"


@dataclass(frozen=True, slots=True)
class _Found:
    """A regular file: its path below the skill, the open folder that it is in, and its name there."""

    path: str
    folder: int
    name: str
    status: os.stat_result


def _walk(root: str, skills: str, wanted: Iterable[str]) -> Iterator[tuple[str, _Found]]:
    if not os.path.isdir(root):
        return
    with _descend_quietly(root, skills) as folder:
        for name in wanted if folder is not None else ():
            for file in _files(folder or 0, name, ""):
                yield name, file


def _files(folder: int, name: str, prefix: str) -> Iterator[_Found]:
    try:
        here = os.open(name, _FOLDER, dir_fd=folder)
    except OSError:
        return
    try:
        for entry in sorted(os.listdir(here)):
            status = _status(here, entry)
            if status is None:
                continue
            if stat.S_ISDIR(status.st_mode) and prefix.count("/") < DEEPEST:
                yield from _files(here, entry, f"{prefix}{entry}/")
            elif stat.S_ISREG(status.st_mode):
                yield _Found(prefix + entry, here, entry, status)
    finally:
        os.close(here)


def _status(folder: int, name: str) -> os.stat_result | None:
    """None where another process took it away meanwhile."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _content(file: _Found) -> bytes | None:
    try:
        handle = os.open(file.name, _READ, dir_fd=file.folder)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as stream:
        return stream.read(LARGEST)


def carry_out(root: str, skills: str, plan: FilePlan) -> tuple[str, ...]:
    """Do the steps of a plan in their order; sentences about what a link or a missing right kept from being done."""
    trouble: list[str] = []
    for place in plan.steps:
        parts = [*skills.split("/"), *place.path.split("/")[:-1]]
        try:
            _step(root, skills, parts, place)
        except OSError as error:
            trouble.append(f"{skills}/{place.path} was not written: {error.strerror}")
    return tuple(trouble)


def _step(root: str, skills: str, parts: list[str], place: Place) -> None:
    name = place.path.rpartition("/")[2]
    with _descend(root, parts, make=place.file is not None) as folder:
        if folder is None:
            return
        if place.file is not None:
            _write(folder, name, place.file)
            return
        try:
            os.unlink(name, dir_fd=folder)
        except FileNotFoundError:
            return
    _prune(root, parts, skills.count("/") + 1)


def _write(folder: int, name: str, file: SkillFile) -> None:
    """Atomic: a reader sees the old file or the new one, never half."""
    temporary = f".{name}.{secrets.token_hex(4)}.gitskills"
    mode = 0o777 if file.executable else 0o666
    target = os.open(
        temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder
    )
    with os.fdopen(target, "wb") as stream:
        stream.write(file.content)
    os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _prune(root: str, parts: list[str], kept: int) -> None:
    """Take away folders below the skills folder that are empty now."""
    while len(parts) > kept:
        *parents, last = parts
        with _descend(root, parents, make=False) as folder:
            if folder is None:
                return
            try:
                os.rmdir(last, dir_fd=folder)
            except OSError:
                return
        parts = parents
