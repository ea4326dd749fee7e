"""One pack of new objects, on disk and flushed before anyone can name it, and kept until the ref names it.

Made in a folder that `git prune` clears away after a crash. The pack gets its place before its index, so that no reader sees half of it,
and a `.keep` file before both: a `git gc` that starts before the ref has moved would take the pack for rubbish.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gitskills.git.holder import is_gone, process_mark

_KEEPER = "gitskills"
_PREFIX = "tmp_objdir-gitskills-"
_SHARED_BITS = {"group": 0o440, "true": 0o440, "1": 0o440, "all": 0o444, "world": 0o444, "everybody": 0o444, "2": 0o444}
_PARTS = (".pack", ".rev", ".idx")  # the index last: with it, the pack is there


@contextmanager
def kept_pack(objects: Path, shared: str, write: Callable[[Path], object]) -> Iterator[None]:
    """Let `write` make one pack with its index in a folder, and publish it below `objects`; no gc takes it while the block lasts.

    `shared` is the setting core.sharedRepository.
    """
    scratch = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=objects))
    try:
        write(scratch)
        keep = _publish(scratch, objects / "pack", _extra_bits(shared))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    try:
        yield
    finally:
        keep.unlink(missing_ok=True)


def _publish(scratch: Path, target: Path, extra: int) -> Path:
    """Move the pack to its place; its `.keep` file."""
    target.mkdir(exist_ok=True)
    _release_the_dead(target)
    (pack,) = scratch.glob("*.pack")
    mark = scratch / "keep"  # named when it says whose it is: one without a name on it could never be taken away
    mark.write_text(f"{_KEEPER} {process_mark()}\n", "utf-8")
    keep = mark.replace(target / f"{pack.stem}.keep")
    for made in (pack.with_suffix(part) for part in _PARTS):
        if made.exists():
            made.chmod(made.stat().st_mode | extra)
            flush(made)
            made.replace(target / made.name)
    flush(target)
    return keep


def _release_the_dead(target: Path) -> None:
    """Take away the `.keep` files of ours whose process was killed; the packs are then git's to judge."""
    for keep in target.glob("*.keep"):
        with suppress(OSError, UnicodeDecodeError):
            keeper, _, mark = keep.read_text("utf-8").strip().partition(" ")
            if keeper == _KEEPER and is_gone(mark):
                keep.unlink()


def flush(place: Path) -> None:
    """Make a file or a folder survive a power cut."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _extra_bits(shared: str) -> int:
    """Reading permissions that core.sharedRepository asks for beyond the umask."""
    if shared.startswith("0") and shared.isdigit():
        return int(shared, 8) & 0o444
    return _SHARED_BITS.get(shared.casefold(), 0)
