"""Undoing one commit in memory: path by path where nothing touched its paths since, else by the merge that `git revert` makes."""

from __future__ import annotations

from collections.abc import Iterator

import pygit2
from pygit2.enums import DeltaStatus, FileMode, SortMode

from gitskills.git.history import parent_tree
from gitskills.git.names import decode
from gitskills.git.port import Conflict
from gitskills.git.trees import entry_id, find
from gitskills.model.changeset import ChangeSet, Message, Write


def revert_commit(repo: pygit2.Repository, tip: str, commit: str) -> ChangeSet | Conflict:
    """The paths that undo `commit` on `tip`; of a merge, what it brought in beside its first parent."""
    undone, ours = repo[commit].peel(pygit2.Commit), repo[tip].peel(pygit2.Commit)
    before = parent_tree(repo, undone) or _empty_tree(repo)
    inverse = tuple(undone.tree.diff_to_tree(before).deltas)
    touched = tuple(decode(delta.old_file.raw_path) for delta in inverse)
    # asked first, as the merge pairs equal files of different skills as renames
    if all(_same(find(repo, undone.tree, path), find(repo, ours.tree, path)) for path in touched):
        return _change(repo, inverse)
    index = repo.revert_commit(undone, ours, 1 if len(undone.parent_ids) > 1 else 0)
    if index.conflicts is None:
        merged = repo[index.write_tree(repo)].peel(pygit2.Tree)
        return _change(repo, tuple(ours.tree.diff_to_tree(merged).deltas))
    paths = {entry.path for sides in index.conflicts for entry in sides if entry is not None}
    named = paths.intersection(touched) or paths
    return Conflict(tuple(sorted(named)), tuple(_later(repo, tip, commit, touched)))


def _empty_tree(repo: pygit2.Repository) -> pygit2.Tree:
    return repo[repo.TreeBuilder().write()].peel(pygit2.Tree)


def _same(one: pygit2.Object | None, other: pygit2.Object | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.id == other.id and one.filemode == other.filemode


def _change(repo: pygit2.Repository, deltas: tuple[pygit2.DiffDelta, ...]) -> ChangeSet | Conflict:
    writes: list[Write] = []
    deletes: list[str] = []
    for delta in deltas:
        path = decode(delta.new_file.raw_path)
        if delta.status == DeltaStatus.DELETED:
            deletes.append(path)
        elif delta.new_file.mode == FileMode.COMMIT:
            return Conflict((path,))  # a submodule is no content that we could bring back
        else:
            writes.append(_write(repo, path, delta.new_file))
    return ChangeSet(Message(""), writes=tuple(writes), deletes=tuple(deletes))


def _write(repo: pygit2.Repository, path: str, file: pygit2.DiffFile) -> Write:
    content = bytes(repo[file.id].peel(pygit2.Blob).data)
    return Write(path, content, file.mode == FileMode.BLOB_EXECUTABLE, file.mode == FileMode.LINK)


def _later(repo: pygit2.Repository, tip: str, commit: str, paths: tuple[str, ...]) -> Iterator[str]:
    """Commits after `commit` that touched one of the paths, oldest first."""
    walker = repo.walk(tip, SortMode.TOPOLOGICAL | SortMode.REVERSE)
    walker.hide(commit)
    for later in walker:
        before = parent_tree(repo, later)
        if any(entry_id(repo, before, path) != entry_id(repo, later.tree, path) for path in paths):
            yield str(later.id)
