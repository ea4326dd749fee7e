"""Walking commits with libgit2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygit2
from pygit2.enums import SortMode

from gitskills.git.commits import read_commit
from gitskills.git.differences import record
from gitskills.git.trees import entry_id, find, subtree
from gitskills.model.commit import CommitRecord

_PARENTS_FIRST = SortMode.TOPOLOGICAL | SortMode.REVERSE


def walk(repo: pygit2.Repository, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
    """Commits reachable from `tip` and not from `stop`, parents before children."""
    walker = repo.walk(tip, _PARENTS_FIRST)
    for oid in stop:
        walker.hide(oid)
    for commit in walker:
        oid, parents = str(commit.id), tuple(str(parent) for parent in commit.parent_ids)
        yield record(repo, (oid, parents, read_commit(repo, oid)), roots)


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
