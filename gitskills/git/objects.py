"""The port over libgit2. Reads go through one handle; every batch opens its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pygit2

from gitskills.git import claim, defaultbranch, history, identity, reflog, revert, treeid, trees, worktrees
from gitskills.git.batch import ObjectBatch, Target
from gitskills.git.faults import reported
from gitskills.git.overlay import Ground
from gitskills.git.port import Busy, Conflict, TreeEntry
from gitskills.git.process import run_git
from gitskills.git.swap import Move, current, move_ref
from gitskills.model.changeset import ChangeSet
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import SkillFile

_HEADS = "refs/heads/"
_AT_ONCE = 50  # signatures that one git verifies: each starts a program or two
_GOOD = "G"  # of a signer whom git's own settings allow; U is good, too, but of nobody in particular


class ObjectRepository:
    """A repository that libgit2 could open."""

    def __init__(self, repo: pygit2.Repository, common: str) -> None:
        self._repo = repo
        self._common = Path(common)

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
            return tuple(str(place.folder) for place in worktrees.workplaces(self._common, self._repo) if place.exists)

    def tip(self, branch: str) -> str:
        with reported("read the branch"):
            return current(self._repo, _HEADS + branch)

    def resolve(self, revision: str) -> str:
        if revision.startswith("-") or "\0" in revision:
            return ""
        done = run_git(self._folder, "rev-parse", "--verify", "--quiet", revision)
        return (
            trees.commit_behind(self._repo, done.output.decode("ascii", "replace").strip()) if done.status == 0 else ""
        )

    def default_tip(self) -> str:
        return next(iter(self.default_tips()), "")

    def default_tips(self) -> tuple[str, ...]:
        with reported("read the default branch"):
            return defaultbranch.default_tips(self._repo, self._common)

    def entries(self, commit: str, path: str) -> tuple[TreeEntry, ...]:
        with reported("read a folder"):
            return trees.list_folder(self._repo, trees.folder_at(self._repo, commit, path))

    def files(self, tree: str) -> dict[str, SkillFile]:
        with reported("read a folder"):
            return trees.files_below(self._repo, tree)

    def blob(self, commit: str, path: str) -> bytes | None:
        with reported("read a file"):
            return trees.blob_at(self._repo, commit, path)

    def read_blob(self, oid: str) -> bytes:
        with reported("read a file"):
            return trees.read_blob(self._repo, oid)

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
        return str(pygit2.hash(content))

    def tree_id(self, files: Mapping[str, SkillFile]) -> str:
        return treeid.tree_id(files)

    def blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        with reported("read the history"):
            return history.ids_ever(self._repo, tip, path)

    def busy(self, branch: str) -> Busy | None:
        with reported("look at the worktrees"):
            return worktrees.find_busy(self._common, self._repo, _HEADS + branch)

    def blocked(self, branch: str) -> str:
        with reported("read the branch"):
            return claim.obstacle(self._repo, branch, self.default_tips())

    def batch(self, branch: str, base: str) -> ObjectBatch:
        with reported("read the branch"):
            target = Target(self._repo.path, self._common, _HEADS + branch, lambda: self.busy(branch))
            return ObjectBatch(target, base, identity.committer(self._folder))

    def carried_batch(self, branch: str, base: str, fork: str, names: frozenset[str]) -> ObjectBatch:
        with reported("read the branch"):
            ground = Ground(fork, base, names)
            veto = lambda: self.busy(branch)  # noqa: E731
            target = Target(self._repo.path, self._common, _HEADS + branch, veto, ground, self.tip(branch))
            return ObjectBatch(target, base, identity.committer(self._folder))

    def advance(self, branch: str, base: str, tip: str) -> bool | Busy:
        with reported("move the branch"):
            signer = identity.committer(self._folder)
            plain = pygit2.Repository(self._repo.path)
            plain.set_ident(signer.name, signer.email)  # for the reflog
            move = Move(_HEADS + branch, base, tip, "gitskills: taken up")  # not as made here
            return move_ref(plain, move, self._common, lambda: self.busy(branch))

    @property
    def shallow(self) -> bool:
        return bool(self._repo.is_shallow)

    def made_here(self, branch: str) -> frozenset[str]:
        with reported("read the reflog"):
            return reflog.made_here(self._repo, _HEADS + branch)

    def signed(self, commits: Sequence[str]) -> frozenset[str]:
        good: set[str] = set()
        for start in range(0, len(commits), _AT_ONCE):
            few = commits[start : start + _AT_ONCE]
            done = run_git(self._folder, "log", "--no-walk=unsorted", "--format=%H %G?", *few, "--")
            rows = [line.split() for line in done.output.decode("ascii", "replace").splitlines()]
            good.update(row[0] for row in rows if row[1:] == [_GOOD])
        return frozenset(good)

    def first_parents(self, branch: str, words: str) -> tuple[tuple[str, str], ...]:
        said = ("--first-parent", "--format=%H %P", f"--grep=^{words}")
        done = run_git(self._folder, "log", *said, _HEADS + branch, "--")
        rows = [line.split() for line in done.output.decode("ascii", "replace").splitlines()]
        return tuple((row[0], next(iter(row[1:]), "")) for row in rows)

    def changed_paths(self, commit: str) -> tuple[str, ...]:
        how = ("--root", "--no-commit-id", "--name-only", "--no-renames", "-r", "-z")
        done = run_git(self._folder, "diff-tree", *how, commit)
        return tuple(os.fsdecode(path) for path in done.output.split(b"\0") if path)

    def revert(self, branch: str, commit: str) -> ChangeSet | Conflict:
        with reported("undo a commit"):
            return revert.revert_commit(self._repo, self.tip(branch), commit)

    def committer(self) -> tuple[str, str]:
        signer = identity.committer(self._folder)
        return signer.name, signer.email

    @property
    def _folder(self) -> str:
        return self.work_dir or self._repo.path
