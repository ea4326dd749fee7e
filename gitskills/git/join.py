"""The tree of a merge commit: both sides, ours where the two disagree."""

from __future__ import annotations

from gitskills.git.commits import root_tree
from gitskills.git.source import Kind
from gitskills.git.workbench import Sides, Workbench


def joined_tree(bench: Workbench, ours: str, other: str) -> str:
    """Tree id of `other` merged into the commit `ours`; histories without a common commit are laid over each other."""
    base = bench.merge_base(ours, other)
    ancestor = root_tree(bench, base) or str(bench.write(Kind.TREE, b""))
    sides = Sides(ancestor, root_tree(bench, ours), root_tree(bench, other))
    return bench.merged(sides, ours_wins=True).tree
