"""Walking commits: what the ledger needs of each, folder by folder, without looking into trees that didn't change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygit2
from pygit2.enums import SortMode

from gitskills.git.port import TreeEntry
from gitskills.git.trees import entry_id, entry_of, find, folder_id, raw_rows, subtree
from gitskills.model.commit import CommitRecord, FolderChange

_PARENTS_FIRST = SortMode.TOPOLOGICAL | SortMode.REVERSE


def walk(repo: pygit2.Repository, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
    """Commits reachable from `tip` and not from `stop`, parents before children."""
    walker = repo.walk(tip, _PARENTS_FIRST)
    for oid in stop:
        walker.hide(oid)
    for commit in walker:
        yield record(repo, commit, roots)


def record(repo: pygit2.Repository, commit: pygit2.Commit, roots: Sequence[str]) -> CommitRecord:
    """A commit with the folders that it changed against its first parent."""
    before = parent_tree(repo, commit)
    folders: list[FolderChange] = []
    loose = False
    for root in roots:
        changed, stray = _folder_changes(repo, before, commit.tree, root)
        folders += changed
        loose = loose or stray
    return CommitRecord(
        oid=str(commit.id),
        parents=tuple(str(oid) for oid in commit.parent_ids),
        author_email=_text(commit.author.raw_email),
        committer_email=_text(commit.committer.raw_email),
        committer_name=_text(commit.committer.raw_name),
        time=commit.commit_time,
        message=_text(commit.raw_message),
        folders=tuple(folders),
        paths_outside=loose
        or _differs_beside(repo, folder_id(before), folder_id(commit.tree), [root.split("/") for root in roots]),
    )


def parent_tree(repo: pygit2.Repository, commit: pygit2.Commit) -> pygit2.Tree | None:
    """The first parent's tree; None for a root, and where a shallow clone cut the parent off."""
    for oid in commit.parent_ids[:1]:
        if oid in repo:
            return repo[oid].peel(pygit2.Tree)
    return None


def _folder_changes(
    repo: pygit2.Repository, before: pygit2.Tree | None, after: pygit2.Tree, root: str
) -> tuple[list[FolderChange], bool]:
    """Changed folders directly below a root, and whether anything that is no folder changed there."""
    was, now = _changed(repo, folder_id(find(repo, before, root)), folder_id(find(repo, after, root)))
    folders = [
        FolderChange(f"{root}/{name}", _tree_id(was.get(name)), _tree_id(now.get(name)))
        for name in sorted({*was, *now})
        if _tree_id(was.get(name)) or _tree_id(now.get(name))
    ]
    return folders, any(entry.kind != "tree" for entry in (*was.values(), *now.values()))


def _changed(repo: pygit2.Repository, old: str, new: str) -> tuple[dict[str, TreeEntry], dict[str, TreeEntry]]:
    """What only the old folder holds and what only the new one does, by name; equal folders are not even read."""
    if old == new:
        return {}, {}
    was, now = _rows(repo, old), _rows(repo, new)
    gone, come = (map(entry_of, rows) for rows in (was - now, now - was))
    return {entry.name: entry for entry in gone}, {entry.name: entry for entry in come}


@lru_cache(maxsize=16)  # what one commit made of its folders is what the next one begins with
def _rows(repo: pygit2.Repository, tree: str) -> frozenset[bytes]:
    return frozenset(raw_rows(repo, tree)) if tree else frozenset()


def _tree_id(entry: TreeEntry | None) -> str:
    return entry.oid if entry is not None and entry.kind == "tree" else ""


def _differs_beside(repo: pygit2.Repository, before: str, after: str, roots: list[list[str]]) -> bool:
    """Whether anything but the roots changed: the folders above them are opened, everything else is compared by id."""
    was, now = _changed(repo, before, after)
    for name in {*was, *now}:
        below = [root[1:] for root in roots if root[0] == name]
        entries = (was.get(name), now.get(name))
        if not below or any(entry is not None and entry.kind != "tree" for entry in entries):
            return True  # a link or a file where a watched folder was counts too
        if [] not in below and _differs_beside(repo, _tree_id(entries[0]), _tree_id(entries[1]), below):
            return True
    return False


def ids_ever(repo: pygit2.Repository, tip: str, path: str) -> frozenset[str]:
    """Object ids that `path` has had in any commit reachable from `tip`; equal top folders are looked into once."""
    top, _, rest = path.partition("/")
    seen: dict[str, str] = {}
    for commit in repo.walk(tip, SortMode.NONE):
        entry = find(repo, commit.tree, top)
        if entry is None or str(entry.id) in seen:
            continue
        seen[str(entry.id)] = entry_id(repo, subtree(repo, entry), rest) if rest else str(entry.id)
    return frozenset(seen.values()) - {""}


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
