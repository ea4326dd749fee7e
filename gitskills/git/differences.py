"""What a commit changed, folder by folder, without looking into trees that didn't change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gitskills.git.commits import CommitText, read_commit, who
from gitskills.git.names import encode
from gitskills.git.port import TreeEntry
from gitskills.git.rows import entry_of, raw_tree, unequal_rows
from gitskills.git.source import Objects
from gitskills.model.commit import CommitRecord, FolderChange

_REMEMBERED = 16
_RECENT: dict[str, bytes] = {}  # by id, which is its content: the same in every repository


def record(objects: Objects, commit: tuple[str, tuple[str, ...], CommitText], roots: Sequence[str]) -> CommitRecord:
    """A commit (its id, its parents as git sees them, its text) with the folders it changed against its first parent."""
    oid, parents, text = commit
    touched, loose = _touched(objects, parent_tree(objects, parents), text.tree, roots)
    folders: list[FolderChange] = []
    for root in roots:
        below, stray = _folder_changes(objects, root, *touched.get(root, ("", "")))
        folders += below
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
        paths_outside=loose,
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
    gone, come = unequal_rows(_content(objects, old), _content(objects, new), len(old or new) // 2)
    return {entry.name: entry for entry in map(entry_of, gone)}, {entry.name: entry for entry in map(entry_of, come)}


def _content(objects: Objects, tree: str) -> bytes:
    """What one commit made of its folders is what the next one begins with, so a few are remembered."""
    if tree and tree not in _RECENT:
        while len(_RECENT) >= _REMEMBERED:
            del _RECENT[next(iter(_RECENT))]
        _RECENT[tree] = raw_tree(objects, tree)
    return _RECENT.get(tree, b"")


def _tree_id(entry: TreeEntry | None) -> str:
    return entry.oid if entry is not None and entry.kind == "tree" else ""


def _touched(
    objects: Objects, before: str, after: str, roots: Sequence[str], above: str = ""
) -> tuple[dict[str, tuple[str, str]], bool]:
    """The changed ones of the roots, each with its folder as it was and as it is, and whether anything beside them changed.

    Of all other folders only those above a root are opened; a link or a file where a watched folder was counts as beside.
    """
    was, now = changed(objects, before, after)
    found: dict[str, tuple[str, str]] = {}
    beside = False
    for name in {*was, *now}:
        path, entries = above + name, (was.get(name), now.get(name))
        watched = any(f"{root}/".startswith(f"{path}/") for root in roots)
        beside = beside or not watched or any(entry is not None and entry.kind != "tree" for entry in entries)
        trees = _tree_id(entries[0]), _tree_id(entries[1])
        if path in roots:
            found[path] = trees
        elif watched:
            deeper, stray = _touched(objects, *trees, roots, f"{path}/")
            found |= deeper
            beside = beside or stray
    return found, beside


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
