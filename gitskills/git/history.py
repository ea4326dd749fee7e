"""Walking commits: what the ledger needs of each, folder by folder, without looking into trees that didn't change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygit2
from pygit2.enums import DiffOption, SortMode

from gitskills.git.names import decode
from gitskills.git.trees import child, entry_id, find, subtree
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
    old, new = subtree(repo, find(repo, before, root)), subtree(repo, find(repo, after, root))
    folders: list[FolderChange] = []
    loose = False
    for name in sorted(_changed_names(old, new)):
        was, now = _entry(old, name), _entry(new, name)
        if _is_folder(was) or _is_folder(now):
            folders.append(FolderChange(f"{root}/{decode(name)}", _folder_id(was), _folder_id(now)))
        loose = loose or any(entry is not None and not _is_folder(entry) for entry in (was, now))
    return folders, loose


def _changed_names(old: pygit2.Tree | None, new: pygit2.Tree | None) -> set[bytes]:
    """Names whose entries differ between two trees; equal subtrees are never opened."""
    if old is None or new is None:
        there = old if new is None else new
        return {entry.raw_name or b"" for entry in there} if there is not None else set()
    if old.id == new.id:
        return set()
    deltas = old.diff_to_tree(new, flags=DiffOption.INCLUDE_TYPECHANGE).deltas
    return {file.raw_path.partition(b"/")[0] for delta in deltas for file in (delta.old_file, delta.new_file)}


def _entry(tree: pygit2.Tree | None, name: bytes) -> pygit2.Object | None:
    return None if tree is None else child(tree, name)


def _is_folder(entry: pygit2.Object | None) -> bool:
    return entry is not None and entry.type_str == "tree"


def _folder_id(entry: pygit2.Object | None) -> str:
    return str(entry.id) if entry is not None and _is_folder(entry) else ""


def _differs_beside(
    repo: pygit2.Repository, before: pygit2.Tree | None, after: pygit2.Tree | None, roots: list[list[str]]
) -> bool:
    """Whether anything but the roots changed: the folders above them are opened, everything else is compared by id."""
    for name in {row[0] for row in _rows(before) ^ _rows(after)}:
        below = [root[1:] for root in roots if root[0].encode() == name]
        entries = (_entry(before, name), _entry(after, name))
        if not below or any(entry is not None and not _is_folder(entry) for entry in entries):
            return True  # a link or a file where a watched folder was counts too
        if [] not in below and _differs_beside(repo, subtree(repo, entries[0]), subtree(repo, entries[1]), below):
            return True
    return False


def _rows(tree: pygit2.Tree | None) -> set[tuple[bytes, int, str]]:
    return {(entry.raw_name or b"", entry.filemode, str(entry.id)) for entry in tree} if tree is not None else set()


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
