"""Refs as libgit2 reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pygit2
from pygit2.enums import SortMode

from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.localconfig import configured
from gitskills.git.reflog import names_us
from gitskills.git.swap import current
from gitskills.git.worktrees import head_target


class LibraryRefs:
    """The refs of a repository that libgit2 could open."""

    def __init__(self, repo: pygit2.Repository, common: Path) -> None:
        self._repo = repo
        self._common = common

    def current(self, ref: str) -> str:
        return current(self._repo, ref)

    def points_to(self, ref: str) -> str:
        found = self._repo.references.get(ref)
        return found.target if found is not None and isinstance(found.target, str) else ""

    def names(self) -> Iterable[str]:
        return iter(self._repo.references)

    def remotes(self) -> list[str]:
        return [name for name in self._repo.remotes.names() if name is not None]

    def configured(self, key: str) -> str:
        return configured(self._repo, key)

    def head(self) -> str:
        return head_target(self._common)

    def entries(self, ref: str) -> list[tuple[str, str]]:
        found = self._repo.references.get(ref)
        return [(str(entry.oid_new), entry.message or "") for entry in found.log()] if found is not None else []

    def allows(self, ref: str) -> bool:
        return bool(pygit2.reference_is_valid_name(ref))

    def is_ours(self, ref: str, default_tips: Sequence[str]) -> bool:
        """Whether gitskills wrote on a branch that exists."""
        tip = self.current(ref)
        if self._repo[tip].peel(pygit2.Commit).author.email == AUTHOR_EMAIL:
            return True  # nearly always: a walk would look at all that is beyond the default branch
        walker = self._repo.walk(tip, SortMode.TIME)
        for each in default_tips:
            walker.hide(each)
        if any(commit.author.email == AUTHOR_EMAIL for commit in walker):
            return True
        merged = any(each == tip or self._repo.descendant_of(each, tip) for each in default_tips)
        return merged and names_us(self.entries(ref))
