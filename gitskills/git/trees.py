"""Reading trees: names in a folder, files below a tree, one blob. Paths as in `names`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pygit2
from pygit2.enums import FileMode

from gitskills.git.names import decode, parts
from gitskills.git.port import TreeEntry
from gitskills.model.skill import SkillFile

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROW = re.compile(rb"[0-7]+ [^\0]+\0.{20}", re.DOTALL)
_KINDS: dict[int, str] = {FileMode.TREE: "tree", FileMode.LINK: "link", FileMode.COMMIT: "commit"}


def raw_rows(repo: pygit2.Repository, tree: str) -> list[bytes]:
    """The entries of a tree as git writes them: mode, blank, name, NUL, twenty bytes of id."""
    return _ROW.findall(repo.read(tree)[1])


def entry_of(row: bytes) -> TreeEntry:
    """An entry as a value."""
    mode, _, name = row[:-21].partition(b" ")
    kind = int(mode, 8)
    return TreeEntry(decode(name), row[-20:].hex(), _KINDS.get(kind, "blob"), kind == FileMode.BLOB_EXECUTABLE)


def child(tree: pygit2.Tree, name: bytes) -> pygit2.Object | None:
    """The entry called so. Names that are not ASCII are compared as bytes: the library would use the locale."""
    if not name.isascii():
        return next((entry for entry in tree if entry.raw_name == name), None)
    text = name.decode()
    return tree[text] if text in tree else None  # noqa: SIM401  # a Tree has no get


def find(repo: pygit2.Repository, tree: pygit2.Tree | None, path: str) -> pygit2.Object | None:
    """The entry at a path below `tree`, None where absent; "" is the tree itself."""
    found: pygit2.Object | None = tree
    for name in parts(path):
        if found is None or found.type_str != "tree":
            return None
        folder = repo[found.id]
        found = child(folder, name) if isinstance(folder, pygit2.Tree) else None
    return found


def tree_of(repo: pygit2.Repository, commit: str) -> pygit2.Tree | None:
    """The root tree of a commit; None for ""."""
    return repo[commit].peel(pygit2.Tree) if commit else None


def folder_at(repo: pygit2.Repository, commit: str, path: str) -> str:
    """The tree id of the folder at a path of a commit, "" where there is none."""
    return folder_id(find(repo, tree_of(repo, commit), path))


def folder_id(entry: pygit2.Object | None) -> str:
    """The id of a folder's tree, "" where the entry is no folder."""
    return str(entry.id) if entry is not None and entry.type_str == "tree" else ""


def subtree(repo: pygit2.Repository, entry: pygit2.Object | None) -> pygit2.Tree | None:
    """The tree behind an entry, None where it is no tree."""
    if entry is None or entry.type_str != "tree":
        return None
    folder = repo[entry.id]
    return folder if isinstance(folder, pygit2.Tree) else None


def list_folder(repo: pygit2.Repository, tree: str) -> tuple[TreeEntry, ...]:
    """The entries of the tree of that id; none for ""."""
    return tuple(map(entry_of, raw_rows(repo, tree))) if tree else ()


def files_below(repo: pygit2.Repository, tree: str) -> dict[str, SkillFile]:
    """All files below a tree id by relative path; submodules are left out."""
    return dict(_walk(repo, tree, ""))


def _walk(repo: pygit2.Repository, tree: str, prefix: str) -> Iterator[tuple[str, SkillFile]]:
    for entry in list_folder(repo, tree):
        path = prefix + entry.name
        if entry.kind == "tree":
            yield from _walk(repo, entry.oid, path + "/")
        elif entry.kind != "commit":
            yield path, SkillFile(read_blob(repo, entry.oid), entry.executable, entry.kind == "link")


def read_blob(repo: pygit2.Repository, oid: str) -> bytes:
    return bytes(repo[oid].peel(pygit2.Blob).data)


def blob_at(repo: pygit2.Repository, commit: str, path: str) -> bytes | None:
    """Content of the file at a path of a commit, None where there is no file."""
    found = find(repo, tree_of(repo, commit), path)
    if found is None or found.type_str != "blob":
        return None
    return read_blob(repo, str(found.id))


def commit_behind(repo: pygit2.Repository, oid: str) -> str:
    """The commit that an object is or that a tag names, "" where it is neither."""
    found = repo.get(oid)
    while isinstance(found, pygit2.Tag):
        found = repo.get(found.target)
    return str(found.id) if isinstance(found, pygit2.Commit) else ""


def entry_id(repo: pygit2.Repository, tree: pygit2.Tree | None, path: str) -> str:
    """Object id at a path, "" where absent."""
    found = find(repo, tree, path)
    return "" if found is None else str(found.id)
