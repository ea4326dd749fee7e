"""The tree of a merge commit: both sides, ours where the two disagree."""

from __future__ import annotations

import pygit2
from pygit2.enums import MergeFavor


def joined_tree(repo: pygit2.Repository, ours: str, other: str) -> str:
    """Tree id of `other` merged into the commit `ours`; histories without a common commit are laid over each other."""
    base = repo.merge_base(ours, other)
    ancestor = repo[base].peel(pygit2.Tree).id if base is not None else repo.TreeBuilder().write()
    index = repo.merge_trees(
        ancestor, repo[ours].peel(pygit2.Tree), repo[other].peel(pygit2.Tree), favor=MergeFavor.OURS
    )
    for _, mine, theirs in list(index.conflicts or ()):
        kept = mine or theirs
        if kept is not None:
            del index.conflicts[kept.path]
        if mine is not None:
            index.add(mine)
    return str(index.write_tree(repo))
