"""What both adapters ask of the git program: it knows this better, or libgit2 doesn't know it at all."""

from __future__ import annotations

import os
from collections.abc import Sequence

from gitskills.git.process import run_git

_AT_ONCE = 50  # signatures that one git verifies: each starts a program or two
_GOOD = "G"  # of a signer whom git's own settings allow; U is good, too, but of nobody in particular


def named(folder: str, revision: str) -> str:
    """The object id that a revision names, "" where it names none."""
    if revision.startswith("-") or "\0" in revision:
        return ""
    done = run_git(folder, "rev-parse", "--verify", "--quiet", revision)
    return done.text.strip() if done.status == 0 else ""


def merge_bases(folder: str, one: str, other: str) -> tuple[str, ...]:
    done = run_git(folder, "merge-base", "--all", one, other)
    return tuple(sorted(done.text.split()))


def signed(folder: str, commits: Sequence[str]) -> frozenset[str]:
    good: set[str] = set()
    for start in range(0, len(commits), _AT_ONCE):
        few = commits[start : start + _AT_ONCE]
        done = run_git(folder, "log", "--no-walk=unsorted", "--format=%H %G?", *few, "--")
        rows = [line.split() for line in done.text.splitlines()]
        good.update(row[0] for row in rows if row[1:] == [_GOOD])
    return frozenset(good)


def first_parents(folder: str, ref: str, words: str) -> tuple[tuple[str, str], ...]:
    said = ("--first-parent", "--format=%H %P", f"--grep=^{words}")
    done = run_git(folder, "log", *said, ref, "--")
    rows = [line.split() for line in done.text.splitlines()]
    return tuple((row[0], next(iter(row[1:]), "")) for row in rows)


def changed_paths(folder: str, commit: str) -> tuple[str, ...]:
    return _compared(folder, "--root", commit)


def merged_paths(folder: str, commit: str) -> tuple[str, ...]:
    return _compared(folder, "-c", commit)


def _compared(folder: str, how: str, commit: str) -> tuple[str, ...]:
    words = (how, "--no-commit-id", "--name-only", "--no-renames", "-r", "-z")
    done = run_git(folder, "diff-tree", *words, commit)
    return tuple(os.fsdecode(path) for path in done.output.split(b"\0") if path)


def later(folder: str, ends: tuple[str, str], paths: Sequence[str]) -> tuple[str, ...]:
    """Commits after the first of `ends` up to the second that touched one of the paths, oldest first."""
    how = ("--literal-pathspecs", "rev-list", "--topo-order", "--reverse", "--full-history")
    done = run_git(folder, *how, f"{ends[0]}..{ends[1]}", "--", *paths)
    return tuple(done.text.split())
