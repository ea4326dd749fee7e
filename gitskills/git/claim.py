"""Whether a branch may be ours to write. A branch is ours when gitskills wrote on it: one of its commits beyond the default
branch has our author, or, where the default branch took them all up, its tip has, or its reflog here says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygit2
from pygit2.enums import SortMode

from gitskills.git.identity import AUTHOR_EMAIL

_HEADS = "refs/heads/"


def obstacle(repo: pygit2.Repository, branch: str, default_tips: Sequence[str]) -> str:
    """Why gitskills must not write the branch, "" where it may."""
    ref = _HEADS + branch
    if not pygit2.reference_is_valid_name(ref):
        return f"{branch!r} is no name that git allows for a branch"
    in_the_way = _blocking_ref(repo, ref)
    if in_the_way:
        return f"the ref {in_the_way} leaves no room for a branch called {branch}"
    there = repo.references.get(ref)
    if there is None:
        return ""
    if isinstance(there.target, str):
        return f"the branch {branch} is only another name for {there.target}"
    if _is_ours(repo, there, default_tips):
        return ""
    return f"a branch called {branch} exists already, and nothing on it was written by gitskills"


def _blocking_ref(repo: pygit2.Repository, ref: str) -> str:
    names = ref.split("/")
    above = {"/".join(names[:depth]) for depth in range(3, len(names))}
    return next((name for name in repo.references if name in above or name.startswith(f"{ref}/")), "")


def _is_ours(repo: pygit2.Repository, there: pygit2.Reference, default_tips: Sequence[str]) -> bool:
    walker = repo.walk(there.target, SortMode.TIME)  # newest first: the answer is nearly always the first commit
    for tip in default_tips:
        walker.hide(tip)
    if any(commit.author.email == AUTHOR_EMAIL for commit in walker):
        return True
    merged = any(repo.descendant_of(tip, there.target) or tip == str(there.target) for tip in default_tips)
    return merged and (repo[there.target].peel(pygit2.Commit).author.email == AUTHOR_EMAIL or _in_reflog(there))


def _in_reflog(there: pygit2.Reference) -> bool:
    return any((entry.message or "").startswith("gitskills:") for entry in there.log())
