"""The port over libgit2. Reads go through one handle; every batch opens its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pygit2

from gitskills.git import asking, history, identity, reflog, refs, revert, rows, treeid, trees, worktrees
from gitskills.git.batch import ObjectBatch, Target
from gitskills.git.faults import reported
from gitskills.git.libraryrefs import LibraryRefs
from gitskills.git.memory import MemoryBench
from gitskills.git.overlay import Ground
from gitskills.git.port import Busy, Conflict, TreeEntry
from gitskills.git.process import run_git
from gitskills.git.refs import HEADS
from gitskills.git.signing import Sign, signer
from gitskills.git.source import Kind
from gitskills.git.workbench import Move
from gitskills.git.worktrees import Workplace
from gitskills.model.changeset import ChangeSet
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import SkillFile


class ObjectRepository:
    """A repository that libgit2 could open. `sign_seconds` is how long a signer may take, 0 where commits bear no signature."""

    def __init__(self, repo: pygit2.Repository, common: str, sign_seconds: float = 0) -> None:
        self._repo = repo
        self._common = Path(common)
        self._refs = LibraryRefs(repo, self._common)
        self._sign_seconds = sign_seconds

    @property
    def common_dir(self) -> str:
        return str(self._common)

    @property
    def work_dir(self) -> str | None:
        return self._repo.workdir.rstrip("/") if self._repo.workdir else None

    @property
    def bare(self) -> bool:
        return bool(self._repo.is_bare)

    def worktrees(self) -> tuple[str, ...]:
        with reported("list the worktrees"):
            return tuple(str(place.folder) for place in self._places() if place.exists)

    def tip(self, branch: str) -> str:
        with reported("read the branch"):
            return self._refs.current(HEADS + branch)

    def resolve(self, revision: str) -> str:
        oid = asking.named(self._folder, revision)
        return trees.commit_behind(self._repo, oid) if oid else ""

    def default_tip(self) -> str:
        return next(iter(self.default_tips()), "")

    def default_tips(self) -> tuple[str, ...]:
        with reported("read the default branch"):
            return refs.default_tips(self._refs)

    def default_branch(self) -> tuple[str, str]:
        with reported("read the default branch"):
            return refs.default_branch(self._refs)

    def entries(self, commit: str, path: str) -> tuple[TreeEntry, ...]:
        with reported("read a folder"):
            return rows.list_folder(self._repo, trees.folder_at(self._repo, commit, path))

    def files(self, tree: str) -> dict[str, SkillFile]:
        with reported("read a folder"):
            return rows.files_below(self._repo, tree)

    def blob(self, commit: str, path: str) -> bytes | None:
        with reported("read a file"):
            return trees.blob_at(self._repo, commit, path)

    def read_blob(self, oid: str) -> bytes:
        with reported("read a file"):
            return rows.blob_content(self._repo, oid)

    def history(self, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
        with reported("read the history"):
            yield from history.walk(self._repo, tip, stop, roots)

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        with reported("read the history"):
            return ancestor == descendant or bool(self._repo.descendant_of(descendant, ancestor))

    def merge_base(self, one: str, other: str) -> str:
        with reported("read the history"):
            return str(self._repo.merge_base(one, other) or "")

    def merge_bases(self, one: str, other: str) -> tuple[str, ...]:
        done = run_git(self._folder, "merge-base", "--all", one, other)
        return tuple(sorted(done.output.decode("ascii", "replace").split()))

    def blob_id(self, content: bytes) -> str:
        return treeid.object_id(Kind.BLOB, content)

    def tree_id(self, files: Mapping[str, SkillFile]) -> str:
        return treeid.tree_id(files)

    def blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        with reported("read the history"):
            return history.ids_ever(self._repo, tip, path)

    def busy(self, branch: str) -> Busy | None:
        with reported("look at the worktrees"):
            return worktrees.find_busy(self._places(), HEADS + branch, worktrees.head_target)

    def blocked(self, branch: str) -> str:
        with reported("read the branch"):
            ref, tips = HEADS + branch, self.default_tips
            return refs.obstacle(self._refs, branch, lambda: self._refs.is_ours(ref, tips()))

    def batch(self, branch: str, base: str) -> ObjectBatch:
        with reported("read the branch"):
            target = Target(self._common, HEADS + branch, lambda: self.busy(branch), sign=self._sign())
            return ObjectBatch(target, base, self._bench(), identity.committer(self._folder))

    def carried_batch(self, branch: str, base: str, fork: str, names: frozenset[str]) -> ObjectBatch:
        with reported("read the branch"):
            ground = Ground(fork, base, names)
            tip = self.tip(branch)
            target = Target(self._common, HEADS + branch, lambda: self.busy(branch), ground, tip, self._sign())
            return ObjectBatch(target, base, self._bench(), identity.committer(self._folder))

    def advance(self, branch: str, base: str, tip: str) -> bool | Busy:
        with reported("move the branch"):
            move = Move(HEADS + branch, base, tip, "gitskills: taken up")  # not as made here
            return self._bench().move(move, identity.committer(self._folder), lambda: self.busy(branch))

    @property
    def shallow(self) -> bool:
        return bool(self._repo.is_shallow)

    def made_here(self, branch: str) -> frozenset[str]:
        with reported("read the reflog"):
            return reflog.made_here(self._repo, self._refs.entries(HEADS + branch))

    def signed(self, commits: Sequence[str]) -> frozenset[str]:
        return asking.signed(self._folder, commits)

    def first_parents(self, branch: str, words: str) -> tuple[tuple[str, str], ...]:
        return asking.first_parents(self._folder, HEADS + branch, words)

    def changed_paths(self, commit: str) -> tuple[str, ...]:
        return asking.changed_paths(self._folder, commit)

    def merged_paths(self, commit: str) -> tuple[str, ...]:
        return asking.merged_paths(self._folder, commit)

    def revert(self, branch: str, commit: str) -> ChangeSet | Conflict:
        with reported("undo a commit"):
            tip, there = self.tip(branch), self._repo[commit].peel(pygit2.Commit)
            undone = (str(there.id), tuple(str(parent) for parent in there.parent_ids))
            later = partial(asking.later, self._folder, (undone[0], tip))
            return revert.revert_commit(self._bench(), tip, undone, later)

    def committer(self) -> tuple[str, str]:
        signer = identity.committer(self._folder)
        return signer.name, signer.email

    def _sign(self) -> Sign | None:
        return signer(self._folder, self._sign_seconds) if self._sign_seconds else None

    @property
    def _folder(self) -> str:
        return self.work_dir or self._repo.path

    def _bench(self) -> MemoryBench:
        return MemoryBench(self._repo.path, self._common)

    def _places(self) -> Iterator[Workplace]:
        here = Path(self._repo.path) == self._common
        main = self._repo if here else pygit2.Repository(str(self._common))
        return worktrees.workplaces(self._common, None if main.is_bare else main.workdir or "")
