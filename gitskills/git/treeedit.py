"""Trees under construction. Only the folders along a changed path are ever read or written; all other rows stay byte for byte.

A folder without entries vanishes, as git knows no empty ones.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from gitskills.errors import RepositoryFault
from gitskills.git.names import checked_parts, decode
from gitskills.git.port import TreeEntry
from gitskills.git.rows import BLOB, EXECUTABLE, LINK, TREE, raw_rows
from gitskills.git.source import Kind, WritableObjects

_MODES = {
    ("tree", False): TREE,
    ("blob", False): BLOB,
    ("blob", True): EXECUTABLE,
    ("link", False): LINK,
    ("commit", False): b"160000",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: mode as git spells it, and the object's id."""

    mode: bytes
    oid: bytes

    @property
    def hex(self) -> str:
        return self.oid.hex()


def row_of(entry: TreeEntry) -> Row:
    """An entry as it stands in a tree."""
    return Row(_MODES[entry.kind, entry.executable], bytes.fromhex(entry.oid))


class Folder:
    """One tree object being edited. Keys are in git's order: a folder's name counts as if it ended in a slash."""

    def __init__(self, objects: WritableObjects, oid: str = "") -> None:
        self._objects = objects
        self._keys: list[bytes] = []
        self._rows: list[bytes] = []
        self._open: dict[bytes, Folder] = {}
        self._written = oid
        self._changed = False
        if oid:
            self._load(oid)

    def _load(self, oid: str) -> None:
        self._rows = raw_rows(self._objects, oid)
        heads = (row[: row.index(b"\0")] for row in self._rows)
        self._keys = [_key(name, mode) for mode, _, name in (head.partition(b" ") for head in heads)]

    def get(self, path: str) -> Row | None:
        """The entry at a path, None where absent."""
        names = checked_parts(path)
        folder: Folder | None = self
        for name in names[:-1]:
            folder = folder.open_child(name) if folder is not None else None
        return folder.row(names[-1]) if folder is not None else None

    def put(self, path: str, row: Row) -> None:
        """Set the entry at a path, making the folders on the way."""
        names = checked_parts(path)
        folder = self
        for depth, name in enumerate(names[:-1]):
            folder = folder.enter(name, "/".join(decode(part) for part in names[: depth + 1]))
        there = folder.row(names[-1])
        if there is not None and (there.mode == TREE) != (row.mode == TREE):
            raise RepositoryFault(f"{path!r} is a {'folder' if there.mode == TREE else 'file'} on the branch already")
        folder.replace(names[-1], row)

    def remove(self, path: str) -> bool:
        """Take a file or a whole folder away; whether it was there."""
        names = checked_parts(path)
        folder: Folder | None = self
        for name in names[:-1]:
            folder = folder.open_child(name) if folder is not None else None
        return folder is not None and folder.drop(names[-1])

    def write(self) -> str:
        """Write what changed, inmost first; the tree's id, "" for an empty folder."""
        for name, folder in self._open.items():
            oid = folder.write()
            if not oid:
                self._drop_row(name)
            elif (there := self.stored_row(name)) is None or there.hex != oid:
                self.assign(name, Row(TREE, bytes.fromhex(oid)))
        if self._changed:
            self._written = str(self._objects.write(Kind.TREE, b"".join(self._rows))) if self._rows else ""
            self._changed = False
        return self._written

    def row(self, name: bytes) -> Row | None:
        if name in self._open:
            oid = self._open[name].write()
            return Row(TREE, bytes.fromhex(oid)) if oid else None
        return self.stored_row(name)

    def stored_row(self, name: bytes) -> Row | None:
        place = self._place(name)
        if place is None:
            return None
        row = self._rows[place]
        return Row(row[: row.index(b" ")], row[row.index(b"\0") + 1 :])

    def _place(self, name: bytes) -> int | None:
        for key in (name, name + b"/"):
            place = bisect_left(self._keys, key)
            if place < len(self._keys) and self._keys[place] == key:
                return place
        return None

    def open_child(self, name: bytes) -> Folder | None:
        if name not in self._open:
            row = self.stored_row(name)
            if row is None or row.mode.lstrip(b"0") != TREE:
                return None
            self._open[name] = Folder(self._objects, row.hex)
        return self._open[name]

    def enter(self, name: bytes, path: str) -> Folder:
        folder = self.open_child(name)
        if folder is None and self.stored_row(name) is not None:
            # a link or a submodule of the user's stands where a folder is needed: replacing it would lose it on a merge
            raise RepositoryFault(
                f"{path!r} is not a folder on the branch", "move it away on the branch, or choose another branch"
            )
        return folder or self._open.setdefault(name, Folder(self._objects))

    def replace(self, name: bytes, row: Row) -> None:
        """Set the entry, whatever was being edited under its name."""
        self._open.pop(name, None)
        self.assign(name, row)

    def assign(self, name: bytes, row: Row) -> None:
        self._drop_row(name)
        key = _key(name, row.mode)
        place = bisect_left(self._keys, key)
        self._keys.insert(place, key)
        self._rows.insert(place, row.mode + b" " + name + b"\0" + row.oid)
        self._changed = True

    def drop(self, name: bytes) -> bool:
        opened = self._open.pop(name, None)
        stood = self._drop_row(name)
        return stood if opened is None else bool(opened.write())

    def _drop_row(self, name: bytes) -> bool:
        place = self._place(name)
        if place is None:
            return False
        del self._keys[place], self._rows[place]
        self._changed = True
        return True


def _key(name: bytes, mode: bytes) -> bytes:
    return name + b"/" if mode.lstrip(b"0") == TREE else name
