"""Undoing one commit by a merge in memory: what `git revert` would do, as paths to write and to delete."""

from __future__ import annotations

from collections.abc import Iterator

import pygit2
from pygit2.enums import DeltaStatus, FileMode, SortMode

from gitskills.git.history import parent_tree
from gitskills.git.names import decode
from gitskills.git.port import Conflict
from gitskills.git.trees import entry_id
from gitskills.model.changeset import ChangeSet, Message, Write


def revert_commit(repo: pygit2.Repository, tip: str, commit: str) -> ChangeSet | Conflict:
    """The paths that undo `commit` on `tip`; of a merge, what it brought in beside its first parent."""
    undone, ours = repo[commit].peel(pygit2.Commit), repo[tip].peel(pygit2.Commit)
    index = repo.revert_commit(undone, ours, 1 if len(undone.parent_ids) > 1 else 0)
    if index.conflicts is not None:
        paths = tuple(sorted({entry.path for sides in index.conflicts for entry in sides if entry is not None}))
        return Conflict(paths, tuple(_later(repo, tip, commit, paths)))
    return _difference(repo, ours.tree, index.write_tree(repo))


def _difference(repo: pygit2.Repository, before: pygit2.Tree, after: pygit2.Oid) -> ChangeSet | Conflict:
    writes: list[Write] = []
    deletes: list[str] = []
    for delta in before.diff_to_tree(repo[after].peel(pygit2.Tree)).deltas:
        path = decode(delta.new_file.raw_path)
        if delta.status == DeltaStatus.DELETED:
            deletes.append(path)
        elif delta.new_file.mode == FileMode.COMMIT:
            return Conflict((path,))  # a submodule is no content of ours to bring back
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
