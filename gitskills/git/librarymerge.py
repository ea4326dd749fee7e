"""Merging trees with libgit2."""

from __future__ import annotations

import pygit2
from pygit2.enums import MergeFavor

from gitskills.git.workbench import Merged, Sides


def merged(repo: pygit2.Repository, sides: Sides, *, ours_wins: bool) -> Merged:
    favor = MergeFavor.OURS if ours_wins else MergeFavor.NORMAL
    base, ours, theirs = (repo[tree].peel(pygit2.Tree) for tree in (sides.base, sides.ours, sides.theirs))
    index = repo.merge_trees(base, ours, theirs, favor=favor)
    conflicts = list(index.conflicts or ())
    if conflicts and not ours_wins:
        return Merged("", frozenset(entry.path for each in conflicts for entry in each if entry is not None))
    for _, mine, theirs in conflicts:
        kept = mine or theirs
        if kept is not None:
            del index.conflicts[kept.path]
        if mine is not None:
            index.add(mine)
    return Merged(str(index.write_tree(repo)), frozenset())
