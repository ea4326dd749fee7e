"""What every opened repository does alike, whoever reads its objects: the rest is the adapter's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from gitskills.git import asking, differences, identity, reflog, refs, revert, rows, treeid, worktrees
from gitskills.git.batch import ObjectBatch, Target
from gitskills.git.faults import reported
from gitskills.git.overlay import Ground
from gitskills.git.port import Busy, Conflict, TreeEntry
from gitskills.git.refs import HEADS, Refs
from gitskills.git.signing import Sign, signer
from gitskills.git.source import Kind, Objects
from gitskills.git.workbench import Move, Workbench
from gitskills.git.worktrees import Workplace
from gitskills.model.changeset import ChangeSet
from gitskills.model.skill import SkillFile


class OpenedRepository(ABC):
    """`folder` is where git is started; `sign_seconds` how long a signer may take, 0 where commits bear no signature."""

    algorithm = treeid.SHA1

    def __init__(self, objects: Objects, ref_names: Refs, common: str, folder: str, sign_seconds: float) -> None:
        self._objects = objects
        self._refs = ref_names
        self._common = Path(common)
        self._folder = folder
        self._sign_seconds = sign_seconds

    @abstractmethod
    def _places(self) -> Iterable[Workplace]:
        """All worktrees, as `worktrees.workplaces` gives them."""

    @abstractmethod
    def _head(self, admin: Path) -> str:
        """The ref that is checked out, of a worktree's administrative folder."""

    @abstractmethod
    def _bench(self) -> Workbench:
        """A new workbench."""

    @abstractmethod
    def _parents(self, commit: str) -> tuple[str, ...]:
        """A commit's parents, as far as a shallow clone has them."""

    @property
    def common_dir(self) -> str:
        return str(self._common)

    def worktrees(self) -> tuple[str, ...]:
        with reported("list the worktrees"):
            return tuple(str(place.folder) for place in self._places() if place.exists)

    def tip(self, branch: str) -> str:
        with reported("read the branch"):
            return self._refs.current(HEADS + branch)

    def default_tip(self) -> str:
        return next(iter(self.default_tips()), "")

    def default_tips(self) -> tuple[str, ...]:
        with reported("read the default branch"):
            return refs.default_tips(self._refs)

    def default_branch(self) -> tuple[str, str]:
        with reported("read the default branch"):
            return refs.default_branch(self._refs)

    def unequal(self, old: str, new: str) -> tuple[dict[str, TreeEntry], dict[str, TreeEntry]]:
        with reported("read a folder"):
            return differences.changed(self._objects, old, new)

    def files(self, tree: str) -> dict[str, SkillFile]:
        with reported("read a folder"):
            return rows.files_below(self._objects, tree)

    def read_blob(self, oid: str) -> bytes:
        with reported("read a file"):
            return rows.blob_content(self._objects, oid)

    def merge_bases(self, one: str, other: str) -> tuple[str, ...]:
        return asking.merge_bases(self._folder, one, other)

    def blob_id(self, content: bytes) -> str:
        return treeid.object_id(Kind.BLOB, content, self.algorithm)

    def tree_id(self, files: Mapping[str, SkillFile]) -> str:
        return treeid.tree_id(files, self.algorithm)

    def busy(self, branch: str) -> Busy | None:
        with reported("look at the worktrees"):
            return worktrees.find_busy(self._places(), HEADS + branch, self._head)

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

    def made_here(self, branch: str) -> frozenset[str]:
        with reported("read the reflog"):
            return reflog.made_here(self._objects, self._refs.entries(HEADS + branch))

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
            tip = self.tip(branch)
            later = partial(asking.later, self._folder, (commit, tip))
            return revert.revert_commit(self._bench(), tip, (commit, self._parents(commit)), later)

    def committer(self) -> tuple[str, str]:
        signer = identity.committer(self._folder)
        return signer.name, signer.email

    def _sign(self) -> Sign | None:
        return signer(self._folder, self._sign_seconds) if self._sign_seconds else None
