"""Walking commits: what the ledger needs of each, folder by folder, without looking into trees that didn't change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygit2
from pygit2.enums import SortMode

from gitskills.git.names import decode
from gitskills.git.trees import entry_id, find, subtree
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
        paths_outside=loose or _differs_beside(repo, before, commit.tree, [root.split("/") for root in roots]),
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
    old, new = find(repo, before, root), find(repo, after, root)
    if (old and old.id) == (new and new.id):
        return [], False
    one, other = _rows(subtree(repo, old)), _rows(subtree(repo, new))
    changed = one ^ other
    names = sorted({name for name, _, _ in changed})
    trees = ({row[0]: row[2] for row in side & changed if row[1]} for side in (one, other))
    was, now = trees
    folders = [
        FolderChange(f"{root}/{decode(name)}", was.get(name, ""), now.get(name, ""))
        for name in names
        if name in was or name in now
    ]
    return folders, any(not is_tree for _, is_tree, _ in changed)


def _rows(tree: pygit2.Tree | None) -> set[tuple[bytes, bool, str]]:
    return (
        {(entry.raw_name or b"", entry.type_str == "tree", str(entry.id)) for entry in tree}
        if tree is not None
        else set()
    )


def _differs_beside(
    repo: pygit2.Repository, before: pygit2.Tree | None, after: pygit2.Tree | None, roots: list[list[str]]
) -> bool:
    """Whether anything but the roots changed: their parents are opened, everything else is compared by id."""
    changed = {name for name, _, _ in _rows(before) ^ _rows(after)}
    for name in changed:
        below = [root[1:] for root in roots if root[0].encode() == name]
        if [] in below:
            continue
        if not below:
            return True
        text = decode(name)
        if _differs_beside(
            repo, subtree(repo, find(repo, before, text)), subtree(repo, find(repo, after, text)), below
        ):
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
