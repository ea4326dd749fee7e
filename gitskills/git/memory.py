"""New objects of a batch, held in memory until one pack of them is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pygit2

from gitskills.git.identity import Person
from gitskills.git.librarymerge import merged
from gitskills.git.localconfig import configured
from gitskills.git.port import Busy
from gitskills.git.publishing import kept_pack
from gitskills.git.swap import current, move_ref
from gitskills.git.workbench import Merged, Move, Sides, Veto

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


class MemoryBench:
    """A handle of its own on the repository whose writes stay in memory."""

    def __init__(self, git_dir: str, common: Path) -> None:
        self._git_dir = git_dir
        self._common = common
        self._repo = pygit2.Repository(git_dir)
        self._held = MemoryObjects()
        self._repo.odb.add_backend(self._held, _FIRST)

    def read(self, oid: str, /) -> tuple[int, bytes]:
        return self._repo.read(oid)

    def write(self, kind: int, content: bytes, /) -> object:
        return self._repo.write(kind, content)

    def current(self, ref: str) -> str:
        return current(self._repo, ref)

    def merge_base(self, ours: str, other: str) -> str:
        return str(self._repo.merge_base(ours, other) or "")

    def merged(self, sides: Sides, *, ours_wins: bool) -> Merged:
        return merged(self._repo, sides, ours_wins=ours_wins)

    def published(self) -> AbstractContextManager[None]:
        builder = pygit2.PackBuilder(self._repo)
        for oid in self._held:
            builder.add(oid)
        shared = configured(self._repo, "core.sharedRepository")
        return kept_pack(self._common / "objects", shared, builder.write)

    def move(self, move: Move, signer: Person, veto: Veto) -> bool | Busy:
        plain = pygit2.Repository(self._git_dir)
        plain.set_ident(signer.name, signer.email)  # for the reflog
        moved = move_ref(plain, move, self._common, veto)
        place = self._common / "logs" / move.ref
        if moved is True and move.recorded and not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(
                b"%s %s %s\t%s\n" % (move.old.encode(), move.new.encode(), signer.line, move.note.encode())
            )
        return moved
