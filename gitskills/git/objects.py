"""The port over libgit2. Reads go through one handle; every batch opens its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygit2

from gitskills.git import asking, history, rows, trees, worktrees
from gitskills.git.faults import reported
from gitskills.git.libraryrefs import LibraryRefs
from gitskills.git.memory import MemoryBench
from gitskills.git.port import TreeEntry
from gitskills.git.repository import OpenedRepository
from gitskills.git.worktrees import Workplace
from gitskills.model.commit import CommitRecord


class ObjectRepository(OpenedRepository):
    """A repository that libgit2 could open."""

    def __init__(self, repo: pygit2.Repository, common: str, sign_seconds: float = 0) -> None:
        self._repo = repo
        folder = self.work_dir or repo.path
        super().__init__(repo, LibraryRefs(repo, Path(common)), common, folder, sign_seconds)

    @property
    def work_dir(self) -> str | None:
        return self._repo.workdir.rstrip("/") if self._repo.workdir else None

    @property
    def bare(self) -> bool:
        return bool(self._repo.is_bare)

    def resolve(self, revision: str) -> str:
        oid = asking.named(self._folder, revision)
        return trees.commit_behind(self._repo, oid) if oid else ""

    def entries(self, commit: str, path: str) -> tuple[TreeEntry, ...]:
        with reported("read a folder"):
            return rows.list_folder(self._repo, trees.folder_at(self._repo, commit, path))

    def blob(self, commit: str, path: str) -> bytes | None:
        with reported("read a file"):
            return trees.blob_at(self._repo, commit, path)

    def history(self, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
        with reported("read the history"):
            yield from history.walk(self._repo, tip, stop, roots)

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        with reported("read the history"):
            return ancestor == descendant or bool(self._repo.descendant_of(descendant, ancestor))

    def merge_base(self, one: str, other: str) -> str:
        with reported("read the history"):
            return str(self._repo.merge_base(one, other) or "")

    def blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        with reported("read the history"):
            return history.ids_ever(self._repo, tip, path)

    @property
    def shallow(self) -> bool:
        return bool(self._repo.is_shallow)

    def _parents(self, commit: str) -> tuple[str, ...]:
        return tuple(str(parent) for parent in self._repo[commit].peel(pygit2.Commit).parent_ids)

    def _head(self, admin: Path) -> str:
        return worktrees.head_target(admin)

    def _bench(self) -> MemoryBench:
        return MemoryBench(self._repo.path, self._common)

    def _places(self) -> Iterator[Workplace]:
        here = Path(self._repo.path) == self._common
        main = self._repo if here else pygit2.Repository(str(self._common))
        return worktrees.workplaces(self._common, None if main.is_bare else main.workdir or "")
