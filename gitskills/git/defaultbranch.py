"""Which branch is the project's own, and where it stands.

Asked in this order: what the remote calls its HEAD; main, master or `init.defaultBranch`, remote-tracking before local;
what the main worktree has checked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygit2

from gitskills.git.localconfig import configured
from gitskills.git.swap import current
from gitskills.git.worktrees import head_target

_HEADS = "refs/heads/"


def default_tips(repo: pygit2.Repository, common: Path) -> tuple[str, ...]:
    """Tips of the default branch that exist, remote-tracking first, none named twice."""
    tips = (current(repo, ref) for ref in _refs(repo, common))
    return tuple(dict.fromkeys(tip for tip in tips if tip))


def _refs(repo: pygit2.Repository, common: Path) -> Iterator[str]:
    remote = _remote(repo)
    name = _name(repo, common, remote)
    if name:
        if remote:
            yield f"refs/remotes/{remote}/{name}"
        yield _HEADS + name


def _name(repo: pygit2.Repository, common: Path, remote: str) -> str:
    head = repo.references.get(f"refs/remotes/{remote}/HEAD") if remote else None
    if head is not None and isinstance(head.target, str):
        return head.target.removeprefix(f"refs/remotes/{remote}/")
    wanted = list(filter(None, [configured(repo, "init.defaultBranch"), "main", "master"]))
    spaces = [f"refs/remotes/{remote}/", _HEADS] if remote else [_HEADS]
    found = (name for space in spaces for name in wanted if current(repo, space + name))
    return next(found, "") or head_target(common).removeprefix(_HEADS)


def _remote(repo: pygit2.Repository) -> str:
    """origin, or the only remote."""
    names = [name for name in repo.remotes.names() if name is not None]
    return "origin" if "origin" in names else names[0] if len(names) == 1 else ""
