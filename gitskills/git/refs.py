"""The names in a repository: what each adapter tells of them, and what follows from it for a branch.

A branch is ours when gitskills wrote on it: one of its commits beyond the default branch has our author, or, where the
default branch took them all up, its tip has, or its reflog here says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

HEADS = "refs/heads/"


class Refs(Protocol):
    """Refs, remotes and the few words of configuration that go with them."""

    def current(self, ref: str) -> str:
        """Commit id that a ref holds, "" where there is no such ref."""
        ...

    def points_to(self, ref: str) -> str:
        """The ref that a symbolic one names, "" where it is none."""
        ...

    def names(self) -> Iterable[str]:
        """The names of all refs."""
        ...

    def remotes(self) -> list[str]: ...

    def configured(self, key: str) -> str: ...

    def head(self) -> str:
        """The ref that the main worktree has checked out, "" where HEAD is detached."""
        ...

    def entries(self, ref: str) -> list[tuple[str, str]]:
        """The reflog, newest first: new id and message."""
        ...

    def allows(self, ref: str) -> bool:
        """Whether git allows that name."""
        ...

    def is_ours(self, ref: str, default_tips: Sequence[str]) -> bool:
        """Whether gitskills wrote on a branch that exists."""
        ...


def default_tips(refs: Refs) -> tuple[str, ...]:
    """Tips of the default branch that exist, remote-tracking first, none named twice.

    Asked in this order: what the remote calls its HEAD; main, master or `init.defaultBranch`, remote-tracking before
    local; what the main worktree has checked out.
    """
    tips = (refs.current(ref) for ref in _default_refs(refs))
    return tuple(dict.fromkeys(tip for tip in tips if tip))


def default_branch(refs: Refs) -> tuple[str, str]:
    """(remote or "", name or "") of the default branch."""
    remote = _remote(refs)
    return remote, _default_name(refs, remote)


def _default_refs(refs: Refs) -> Iterator[str]:
    remote, name = default_branch(refs)
    if name:
        if remote:
            yield f"refs/remotes/{remote}/{name}"
        yield HEADS + name


def _default_name(refs: Refs, remote: str) -> str:
    head = refs.points_to(f"refs/remotes/{remote}/HEAD") if remote else ""
    if head:
        return head.removeprefix(f"refs/remotes/{remote}/")
    wanted = list(filter(None, [refs.configured("init.defaultBranch"), "main", "master"]))
    spaces = [f"refs/remotes/{remote}/", HEADS] if remote else [HEADS]
    found = (name for space in spaces for name in wanted if refs.current(space + name))
    return next(found, "") or refs.head().removeprefix(HEADS)


def _remote(refs: Refs) -> str:
    """origin, or the only remote."""
    names = refs.remotes()
    return "origin" if "origin" in names else names[0] if len(names) == 1 else ""


def obstacle(refs: Refs, branch: str, is_ours: Callable[[], bool]) -> str:
    """Why gitskills must not write the branch, "" where it may."""
    ref = HEADS + branch
    if not refs.allows(ref):
        return f"{branch!r} is no name that git allows for a branch"
    in_the_way = _blocking_ref(refs, ref)
    if in_the_way:
        return f"the ref {in_the_way} leaves no room for a branch called {branch}"
    other = refs.points_to(ref)
    if other:
        return f"the branch {branch} is only another name for {other}"
    if not refs.current(ref) or is_ours():
        return ""
    return f"a branch called {branch} exists already, and nothing on it was written by gitskills"


def _blocking_ref(refs: Refs, ref: str) -> str:
    names = ref.split("/")
    above = {"/".join(names[:depth]) for depth in range(3, len(names))}
    return next((name for name in refs.names() if name in above or name.startswith(f"{ref}/")), "")
