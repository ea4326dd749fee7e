"""What a ref held before, and which commits this clone made: the reflog says so, in the same step as the ref moved, and is never cloned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gitskills.git.commits import read_commit
from gitskills.git.process import run_git
from gitskills.git.source import Objects

_OURS = re.compile(r"gitskills: (\d+) commits?")


def made_here(objects: Objects, entries: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Commits that gitskills landed, as the reflog's entries (new id, message) tell."""
    found: set[str] = set()
    for oid, message in entries:
        said = _OURS.fullmatch(message)
        if said is not None:
            found.update(_line(objects, oid, int(said[1])))
    return frozenset(found)


def _line(objects: Objects, tip: str, count: int) -> Iterator[str]:
    """So many commits along the first parents; fewer where some are gone."""
    oid = tip
    while oid and count:
        try:
            parents = read_commit(objects, oid).parents
        except KeyError:
            return
        yield oid
        oid, count = next(iter(parents), ""), count - 1


def names_us(entries: Iterable[tuple[str, str]]) -> bool:
    """Whether gitskills ever moved the ref here."""
    return any(message.startswith("gitskills:") for _, message in entries)


def states(folder: str, ref: str) -> tuple[str, ...]:
    """The commits that a ref held, newest first, as far as git remembers them, and the last 200 at most."""
    done = run_git(folder, "log", "--walk-reflogs", "--max-count=200", "--format=%H", ref, "--")
    return tuple(dict.fromkeys(done.text.split()))
