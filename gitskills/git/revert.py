"""Undoing one commit in memory: path by path where nothing touched its paths since, else by the merge that `git revert` makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gitskills.git.commits import root_tree
from gitskills.git.differences import Change, deltas, parent_tree
from gitskills.git.port import Conflict
from gitskills.git.rows import blob_content, entry_at
from gitskills.git.source import Kind, Objects
from gitskills.git.workbench import Sides, Workbench
from gitskills.model.changeset import ChangeSet, Message, Write

Later = Callable[[Sequence[str]], tuple[str, ...]]  # paths → the commits after the undone one that touched them


def revert_commit(
    bench: Workbench, tip: str, commit: tuple[str, tuple[str, ...]], later: Later
) -> ChangeSet | Conflict:
    """The paths that undo a commit (its id, its parents) on `tip`; of a merge, what it brought in beside its first parent."""
    oid, parents = commit
    undone, ours = root_tree(bench, oid), root_tree(bench, tip)
    before = parent_tree(bench, parents) or str(bench.write(Kind.TREE, b""))
    inverse = tuple(deltas(bench, undone, before))
    touched = tuple(delta.path for delta in inverse)
    # asked first, as the merge pairs equal files of different skills as renames
    if all(entry_at(bench, undone, path) == entry_at(bench, ours, path) for path in touched):
        return _change(bench, inverse)
    merged = bench.merged(Sides(undone, ours, before), ours_wins=False)
    if not merged.conflicts:
        return _change(bench, tuple(deltas(bench, ours, merged.tree)))
    named = merged.conflicts.intersection(touched) or merged.conflicts
    return Conflict(tuple(sorted(named)), later(touched))


def _change(objects: Objects, changes: Sequence[Change]) -> ChangeSet | Conflict:
    writes: list[Write] = []
    deletes: list[str] = []
    for path, _, after in changes:
        if after is None:
            deletes.append(path)
        elif after.kind == "commit":
            return Conflict((path,))  # a submodule is no content that we could bring back
        else:
            writes.append(Write(path, blob_content(objects, after.oid), after.executable, after.kind == "link"))
    return ChangeSet(Message(""), writes=tuple(writes), deletes=tuple(deletes))
