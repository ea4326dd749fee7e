"""What the skills branch holds of its own at one commit, laid over another commit's tree."""

from __future__ import annotations

from dataclasses import dataclass

import pygit2

from gitskills.git.treeedit import TREE, Folder, Row
from gitskills.git.trees import find, folder_at, list_folder, tree_of
from gitskills.model.skill import POLICY_PATH, SIDECAR, SKILLS_ROOT

_OWN = POLICY_PATH.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Ground:
    """From where to where: the commit that the branch forked from ("" = none), its new base, and the skills changed by hand."""

    fork: str
    base: str
    names: frozenset[str]


def overlaid(repo: pygit2.Repository, ground: Ground, commit: str) -> Folder:
    """The base's tree with the skills, the archive and the decisions that `commit` has beyond the fork."""
    root = Folder(repo, str(repo[ground.base].peel(pygit2.Tree).id))
    for name in ground.names:
        root.remove(f"{SKILLS_ROOT}/{name}")
    for entry in list_folder(repo, folder_at(repo, commit, SKILLS_ROOT)):
        path = f"{SKILLS_ROOT}/{entry.name}"
        if entry.kind == "tree" and (entry.name in ground.names or _is_marked(repo, commit, path)):
            root.put(path, Row(TREE, bytes.fromhex(entry.oid)))
    own, before = (find(repo, tree_of(repo, each), _OWN) for each in (commit, ground.fork))
    if own is not None and (before is None or own.id != before.id) and own.type_str == "tree":
        root.put(_OWN, Row(TREE, own.id.raw))
    return root


def _is_marked(repo: pygit2.Repository, commit: str, path: str) -> bool:
    return find(repo, tree_of(repo, commit), f"{path}/{SIDECAR}") is not None
