"""What a commit changed, folder by folder, without looking into trees that didn't change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gitskills.git.commits import CommitText, read_commit, who
from gitskills.git.names import encode
from gitskills.git.port import TreeEntry
from gitskills.git.rows import entry_of, raw_rows
from gitskills.git.source import Objects
from gitskills.model.commit import CommitRecord, FolderChange

FolderAt = Callable[[str, str], str]  # a root tree and a path → the id of the folder there, "" where there is none

_REMEMBERED = 16
_RECENT: dict[str, frozenset[bytes]] = {}  # by id, which is its content: the same in every repository


def record(
    objects: Objects, commit: tuple[str, tuple[str, ...], CommitText], roots: Sequence[str], folder_at: FolderAt
) -> CommitRecord:
    """A commit (its id, its parents as git sees them, its text) with the folders it changed against its first parent."""
    oid, parents, text = commit
    before = parent_tree(objects, parents)
    folders: list[FolderChange] = []
    loose = False
    for root in roots:
        was, now = (folder_at(tree, root) if tree else "" for tree in (before, text.tree))
        changed, stray = _folder_changes(objects, root, was, now)
        folders += changed
        loose = loose or stray
    author, committer = who(text.author), who(text.committer)
    return CommitRecord(
        oid=oid,
        parents=parents,
        author_email=author.email,
        committer_email=committer.email,
        time=committer.time,
        message=text.message.decode("utf-8", "replace"),
        folders=tuple(folders),
        paths_outside=loose or _differs_beside(objects, before, text.tree, [root.split("/") for root in roots]),
    )


def parent_tree(objects: Objects, parents: Sequence[str]) -> str:
    """The first parent's tree; "" for a root, and where a shallow clone cut the parent off."""
    for oid in parents[:1]:
        try:
            return read_commit(objects, oid).tree
        except KeyError:
            return ""
    return ""


def _folder_changes(objects: Objects, root: str, old: str, new: str) -> tuple[list[FolderChange], bool]:
    """Changed folders directly below a root, and whether anything that is no folder changed there."""
    was, now = changed(objects, old, new)
    folders = [
        FolderChange(f"{root}/{name}", _tree_id(was.get(name)), _tree_id(now.get(name)))
        for name in sorted({*was, *now})
        if _tree_id(was.get(name)) or _tree_id(now.get(name))
    ]
    return folders, any(entry.kind != "tree" for entry in (*was.values(), *now.values()))


def changed(objects: Objects, old: str, new: str) -> tuple[dict[str, TreeEntry], dict[str, TreeEntry]]:
    """What only the old folder holds and what only the new one does, by name; equal folders are not even read."""
    if old == new:
        return {}, {}
    was, now = _rows(objects, old), _rows(objects, new)
    gone, come = (map(entry_of, rows) for rows in (was - now, now - was))
    return {entry.name: entry for entry in gone}, {entry.name: entry for entry in come}


def _rows(objects: Objects, tree: str) -> frozenset[bytes]:
    """What one commit made of its folders is what the next one begins with, so a few are remembered."""
    if tree and tree not in _RECENT:
        while len(_RECENT) >= _REMEMBERED:
            del _RECENT[next(iter(_RECENT))]
        _RECENT[tree] = frozenset(raw_rows(objects, tree))
    return _RECENT.get(tree, frozenset())


def _tree_id(entry: TreeEntry | None) -> str:
    return entry.oid if entry is not None and entry.kind == "tree" else ""


def _differs_beside(objects: Objects, before: str, after: str, roots: list[list[str]]) -> bool:
    """Whether anything but the roots changed: the folders above them are opened, everything else is compared by id."""
    was, now = changed(objects, before, after)
    for name in {*was, *now}:
        below = [root[1:] for root in roots if root[0] == name]
        entries = (was.get(name), now.get(name))
        if not below or any(entry is not None and entry.kind != "tree" for entry in entries):
            return True  # a link or a file where a watched folder was counts too
        if [] not in below and _differs_beside(objects, _tree_id(entries[0]), _tree_id(entries[1]), below):
            return True
    return False


class Change(NamedTuple):
    """What stood at a path and what stands there now; None for nothing."""

    path: str
    before: TreeEntry | None
    after: TreeEntry | None


def deltas(objects: Objects, old: str, new: str, prefix: str = "") -> Iterator[Change]:
    """What changed between two trees, folders entered, in the order of names; "" is a tree without entries."""
    was, now = changed(objects, old, new)
    for name in sorted({*was, *now}, key=encode):
        path, before, after = prefix + name, was.get(name), now.get(name)
        leaves = [entry if entry is not None and entry.kind != "tree" else None for entry in (before, after)]
        if leaves != [None, None]:
            yield Change(path, leaves[0], leaves[1])
        if _tree_id(before) or _tree_id(after):
            yield from deltas(objects, _tree_id(before), _tree_id(after), f"{path}/")
