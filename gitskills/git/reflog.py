"""Which commits this clone made: the reflog says so, in the same step as the ref moved, and is never cloned."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygit2

_OURS = re.compile(r"gitskills: (\d+) commits?")


def made_here(repo: pygit2.Repository, ref: str) -> frozenset[str]:
    """Commits that gitskills landed here, as far back as the reflog goes."""
    there = repo.references.get(ref)
    found: set[str] = set()
    for entry in there.log() if there is not None else ():
        said = _OURS.fullmatch(entry.message or "")
        if said is not None:
            found.update(_line(repo, entry.oid_new, int(said[1])))
    return frozenset(found)


def _line(repo: pygit2.Repository, tip: pygit2.Oid, count: int) -> Iterator[str]:
    """So many commits along the first parents; fewer where some are gone."""
    oid: pygit2.Oid | None = tip
    while oid is not None and count and oid in repo:
        commit = repo[oid].peel(pygit2.Commit)
        yield str(commit.id)
        oid, count = next(iter(commit.parent_ids), None), count - 1
