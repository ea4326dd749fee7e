"""What the skills branch holds of its own at one commit, laid over another commit's tree."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.git.commits import root_tree
from gitskills.git.rows import TREE, entry_at, list_folder
from gitskills.git.source import WritableObjects
from gitskills.git.treeedit import Folder, Row
from gitskills.model.skill import OWN_ROOT, SIDECAR, SKILLS_ROOT


@dataclass(frozen=True, slots=True)
class Ground:
    """From where to where: the commit that the branch forked from ("" = none), its new base, and the skills changed by hand."""

    fork: str
    base: str
    names: frozenset[str]


def overlaid(objects: WritableObjects, ground: Ground, commit: str) -> Folder:
    """The base's tree with the skills, the archive and the decisions that `commit` has beyond the fork."""
    root = Folder(objects, root_tree(objects, ground.base))
    for name in ground.names:
        root.remove(f"{SKILLS_ROOT}/{name}")
    tree = root_tree(objects, commit)
    skills = entry_at(objects, tree, SKILLS_ROOT)
    for entry in list_folder(objects, skills.oid) if skills is not None and skills.kind == "tree" else ():
        if entry.kind == "tree" and (entry.name in ground.names or entry_at(objects, entry.oid, SIDECAR) is not None):
            root.put(f"{SKILLS_ROOT}/{entry.name}", Row(TREE, bytes.fromhex(entry.oid)))
    own, before = (entry_at(objects, each, OWN_ROOT) for each in (tree, root_tree(objects, ground.fork)))
    if own is not None and (before is None or own.oid != before.oid) and own.kind == "tree":
        root.put(OWN_ROOT, Row(TREE, bytes.fromhex(own.oid)))
    return root
