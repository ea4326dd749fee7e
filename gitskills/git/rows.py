"""The rows of raw trees, whatever hash the repository has. Paths as in `names`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gitskills.git.names import decode, parts
from gitskills.git.port import TreeEntry
from gitskills.git.source import Kind, Objects
from gitskills.model.changeset import Write
from gitskills.model.skill import SkillFile

TREE, BLOB, EXECUTABLE, LINK = b"40000", b"100644", b"100755", b"120000"
_ROW = {width: re.compile(rb"[0-7]+ [^\0]+\0.{%d}" % width, re.DOTALL) for width in (20, 32)}
_ROWS = {width: re.compile(rb"(?>(?:%b)*)" % row.pattern, re.DOTALL) for width, row in _ROW.items()}
_KINDS = {0o040000: "tree", 0o120000: "link", 0o160000: "commit"}


def raw_tree(objects: Objects, tree: str) -> bytes:
    """A tree as git hashes it."""
    kind, content = objects.read(tree)
    if kind != Kind.TREE:
        raise KeyError(f"{tree} is no tree")
    return content


def raw_rows(objects: Objects, tree: str) -> list[bytes]:
    """The entries of a tree as git writes them: mode, blank, name, NUL, the id's bytes."""
    return _ROW[len(tree) // 2].findall(raw_tree(objects, tree))


def unequal_rows(old: bytes, new: bytes, width: int) -> tuple[set[bytes], set[bytes]]:
    """The entries that only the one and that only the other raw tree has; ids are so many bytes long.

    A folder of thousands mostly differs in one: what is alike before and behind is compared as it lies, not taken apart.
    """
    shorter = min(len(old), len(new))
    start = _whole_rows(old, _alike(shorter, lambda low, high: old[low:high] == new[low:high]), width)
    ending = _alike(shorter - start, lambda low, high: _from_end(old, low, high) == _from_end(new, low, high))
    was: set[bytes] = set()
    now: set[bytes] = set()
    here = there = start
    while len(old) - here != len(new) - there or len(old) - here > ending:  # until rows begin of which all are alike
        if len(old) - here >= len(new) - there:
            was.add(row := _row_at(old, here, width))
            here += len(row)
        else:
            now.add(row := _row_at(new, there, width))
            there += len(row)
    return was - now, now - was


def _alike(most: int, same: Callable[[int, int], bool]) -> int:
    """How many bytes are the same, by halving."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if same(least, middle):
            least = middle
        else:
            most = middle - 1
    return least


def _from_end(content: bytes, low: int, high: int) -> bytes:
    return content[len(content) - high : len(content) - low]


def _whole_rows(content: bytes, most: int, width: int) -> int:
    """Where the last row ends that lies whole in so many bytes."""
    found = _ROWS[width].match(content, 0, most)
    return found.end() if found else 0


def _row_at(content: bytes, place: int, width: int) -> bytes:
    found = _ROW[width].match(content, place)
    if found is None:
        raise KeyError("a tree is no list of rows")
    return found[0]


def mode_of(file: SkillFile | Write) -> bytes:
    if file.link:
        return LINK
    return EXECUTABLE if file.executable else BLOB


def entry_of(row: bytes) -> TreeEntry:
    """An entry as a value."""
    head, _, oid = row.partition(b"\0")
    mode, _, name = head.partition(b" ")
    kind = int(mode, 8)
    return TreeEntry(decode(name), oid.hex(), _KINDS.get(kind, "blob"), kind == int(EXECUTABLE, 8))


def list_folder(objects: Objects, tree: str) -> tuple[TreeEntry, ...]:
    """The entries of the tree of that id; none for ""."""
    return tuple(map(entry_of, raw_rows(objects, tree))) if tree else ()


def files_below(objects: Objects, tree: str) -> dict[str, SkillFile]:
    """All files below a tree id by relative path; submodules are left out."""
    return {
        path: SkillFile(blob_content(objects, entry.oid), entry.executable, entry.kind == "link")
        for path, entry in leaves(objects, tree)
        if entry.kind != "commit"
    }


def leaves(objects: Objects, tree: str, prefix: str = "") -> Iterator[tuple[str, TreeEntry]]:
    """What is no folder below a tree id, by path."""
    for entry in list_folder(objects, tree):
        if entry.kind == "tree":
            yield from leaves(objects, entry.oid, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


def blob_content(objects: Objects, oid: str) -> bytes:
    """What a file holds."""
    kind, content = objects.read(oid)
    if kind != Kind.BLOB:
        raise KeyError(f"{oid} is no file")
    return content


def entry_at(objects: Objects, tree: str, path: str) -> TreeEntry | None:
    """The entry at a path below a tree id, None where absent; the path "" is the tree itself."""
    found: TreeEntry | None = TreeEntry("", tree, "tree") if tree else None
    for name in parts(path):
        if found is None or found.kind != "tree":
            return None
        found = next((entry for entry in list_folder(objects, found.oid) if entry.name == decode(name)), None)
    return found
