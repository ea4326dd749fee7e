"""The rows of raw trees, whatever hash the repository has. Paths as in `names`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.git.names import decode, parts
from gitskills.git.port import TreeEntry
from gitskills.git.source import Kind, Objects
from gitskills.model.skill import SkillFile

TREE, BLOB, EXECUTABLE, LINK = b"40000", b"100644", b"100755", b"120000"
_ROWS = {width: re.compile(rb"[0-7]+ [^\0]+\0.{%d}" % width, re.DOTALL) for width in (20, 32)}
_KINDS = {0o040000: "tree", 0o120000: "link", 0o160000: "commit"}


def raw_rows(objects: Objects, tree: str) -> list[bytes]:
    """The entries of a tree as git writes them: mode, blank, name, NUL, the id's bytes."""
    kind, content = objects.read(tree)
    if kind != Kind.TREE:
        raise KeyError(f"{tree} is no tree")
    return _ROWS[len(tree) // 2].findall(content)


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
