"""A pack of whole objects, as git reads it: the header, each object deflated, a checksum; its index is git's own work."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from gitskills.git.conversation import Conversation, GitFailedError


def write_pack(folder: Path, objects: Iterable[tuple[int, bytes]], repository: str, algorithm: str) -> None:
    """One pack with its index in `folder`; `repository` is where git is started."""
    place = folder / "new.pack"
    checksum = hashlib.new(algorithm, usedforsecurity=False)
    with place.open("wb") as file:
        for part in _parts(list(objects)):
            checksum.update(part)
            file.write(part)
        file.write(checksum.digest())
    place.chmod(place.stat().st_mode & 0o444)
    pack = place.rename(folder / f"pack-{checksum.hexdigest()}.pack")
    done = Conversation(repository, "-c", "core.fsync=all", "index-pack", str(pack)).finish()
    if done.status:
        raise GitFailedError(done.complaint)


def _parts(objects: list[tuple[int, bytes]]) -> Iterator[bytes]:
    yield b"PACK" + (2).to_bytes(4, "big") + len(objects).to_bytes(4, "big")
    for kind, content in objects:
        yield _head(kind, len(content)) + zlib.compress(content)


def _head(kind: int, size: int) -> bytes:
    """Kind and size: four bits of the size, then seven a byte, as long as there are more."""
    byte, size = kind << 4 | size & 15, size >> 4
    head = bytearray()
    while size:
        head.append(byte | 128)
        byte, size = size & 127, size >> 7
    return bytes((*head, byte))
