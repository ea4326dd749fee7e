"""One pack of new objects, on disk and flushed before anyone can name it.

Made in a folder that `git prune` clears away after a crash; the pack gets its place before its index, so that no reader sees half of it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pygit2

from gitskills.git.localconfig import configured

_PREFIX = "tmp_objdir-gitskills-"
_SHARED_BITS = {"group": 0o440, "true": 0o440, "1": 0o440, "all": 0o444, "world": 0o444, "everybody": 0o444, "2": 0o444}


def write_pack(repo: pygit2.Repository, oids: Iterable[pygit2.Oid], objects: Path) -> None:
    """Write the objects named, and only them, as one pack below the `objects` folder."""
    builder = pygit2.PackBuilder(repo)
    for oid in oids:
        builder.add(oid)
    scratch = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=objects))
    try:
        builder.write(scratch)
        _publish(scratch, objects / "pack", _extra_bits(repo))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _publish(scratch: Path, target: Path, extra: int) -> None:
    target.mkdir(exist_ok=True)
    for pattern in ("*.pack", "*.idx"):
        for made in scratch.glob(pattern):
            made.chmod(made.stat().st_mode | extra)
            flush(made)
            made.replace(target / made.name)
    flush(target)


def flush(place: Path) -> None:
    """Make a file or a folder survive a power cut."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _extra_bits(repo: pygit2.Repository) -> int:
    """Reading permissions that core.sharedRepository asks for beyond the umask."""
    shared = configured(repo, "core.sharedRepository")
    if shared.startswith("0") and shared.isdigit():
        return int(shared, 8) & 0o444
    return _SHARED_BITS.get(shared.casefold(), 0)
