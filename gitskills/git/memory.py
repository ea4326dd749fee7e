"""New objects of a batch, held in memory until one pack of them is written."""

from __future__ import annotations

from collections.abc import Iterator

import pygit2

_FIRST = 1_000  # above libgit2's own back ends, so that every write ends here


class MemoryObjects(pygit2.OdbBackend):
    """An object database back end that takes all writes; reads of what it doesn't hold go on to the repository."""

    def __init__(self) -> None:
        super().__init__()
        self._held: dict[pygit2.Oid, tuple[int, bytes]] = {}

    def __iter__(self) -> Iterator[pygit2.Oid]:
        return iter(tuple(self._held))

    def __len__(self) -> int:
        return len(self._held)

    def read_cb(self, oid: pygit2.Oid) -> tuple[int, bytes]:
        return self._held[oid]

    def read_header_cb(self, oid: pygit2.Oid) -> tuple[int, int]:
        kind, content = self._held[oid]
        return kind, len(content)

    def read_prefix_cb(self, prefix: str) -> tuple[int, bytes, pygit2.Oid]:
        oid = self.exists_prefix_cb(prefix)
        return *self._held[oid], oid

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return oid in self._held

    def exists_prefix_cb(self, prefix: str) -> pygit2.Oid:
        # libgit2 asks so for whole ids too; nobody abbreviates the id of an object that was never shown
        oid = pygit2.Oid(hex=prefix)
        if oid not in self._held:
            raise KeyError(prefix)
        return oid

    def write_cb(self, oid: pygit2.Oid, content: bytes, kind: int) -> None:
        self._held[oid] = (kind, bytes(content))

    def refresh_cb(self) -> None:
        """Always fresh: nobody else writes here."""


def open_with_memory(path: str) -> tuple[pygit2.Repository, MemoryObjects]:
    """A handle of its own on the repository whose writes stay in memory."""
    repo = pygit2.Repository(path)
    held = MemoryObjects()
    repo.odb.add_backend(held, _FIRST)
    return repo, held
