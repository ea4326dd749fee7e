"""A pack of whole objects, as git reads it: the header, each object deflated, a checksum; its index is git's own work."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from gitskills.git.conversation import Conversation, GitFailedError

Held = Mapping[str, tuple[int, bytes]]
_MANY = 100  # objects: from here on it pays to store what is alike as differences


def write_pack(folder: Path, held: Held, repository: str, algorithm: str) -> None:
    """One pack of what is held, with its index, in `folder`; `repository` is where git is started."""
    inner = folder / "pack"
    inner.mkdir()
    place = inner / "new"
    checksum = hashlib.new(algorithm, usedforsecurity=False)
    with place.open("wb") as file:
        for part in _parts(held.values()):
            checksum.update(part)
            file.write(part)
        file.write(checksum.digest())
    place.chmod(place.stat().st_mode & 0o444)
    pack = place.rename(inner / f"pack-{checksum.hexdigest()}.pack")
    _git(repository, "index-pack", str(pack))
    if len(held) < _MANY:
        for made in list(inner.iterdir()):
            made.rename(folder / made.name)
    else:
        names = "".join(f"{oid}\n" for oid in held).encode()
        _git(
            repository,
            "pack-objects",
            "--quiet",
            "--no-reuse-delta",
            str(folder / "pack"),
            words=names,
            objects=str(folder),
        )


def _git(repository: str, *asked: str, words: bytes = b"", objects: str = "") -> None:
    where = {"GIT_OBJECT_DIRECTORY": objects} if objects else {}
    done = Conversation(repository, "-c", "core.fsync=all", *asked, environment=where).finish(words)
    if done.status:
        raise GitFailedError(done.complaint)


def _parts(objects: Collection[tuple[int, bytes]]) -> Iterator[bytes]:
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
