"""A folder of loose objects that borrows the repository's: what git makes there, nobody else ever sees."""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gitskills.git.source import Kind

Held = Mapping[str, tuple[int, bytes]]


class Scratch:
    """The folder, while it lasts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def environment(self) -> dict[str, str]:
        """What makes a git process write there."""
        return {"GIT_OBJECT_DIRECTORY": str(self._folder)}

    def put(self, oid: str, kind: int, content: bytes) -> None:
        place = self._folder / oid[:2] / oid[2:]
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(zlib.compress(_head(kind, content) + content, 1))

    def made(self) -> Iterator[tuple[str, tuple[int, bytes]]]:
        """All objects that are there now."""
        for place in self._folder.glob("[0-9a-f][0-9a-f]/*"):
            head, _, content = zlib.decompress(place.read_bytes()).partition(b"\0")
            yield place.parent.name + place.name, (Kind[head.split(b" ")[0].decode().upper()], content)


@contextmanager
def scratch(objects: Path, held: Held) -> Iterator[Scratch]:
    """Such a folder beside a repository's `objects`, with what is `held` in it."""
    with tempfile.TemporaryDirectory(prefix="gitskills-merge-") as name:
        folder = Path(name)
        (folder / "info").mkdir()
        (folder / "info" / "alternates").write_bytes(os.fsencode(objects.resolve()) + b"\n")
        made = Scratch(folder)
        for oid, (kind, content) in held.items():
            made.put(oid, kind, content)
        yield made


def _head(kind: int, content: bytes) -> bytes:
    return b"%s %d\0" % (Kind(kind).name.lower().encode(), len(content))
