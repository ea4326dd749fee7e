"""A repository that only the git program reads: SHA-256 ids, reftable, partial clones, owners that git alone accepts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gitskills.git import asking, rows, worktrees
from gitskills.git.binary.bench import PackBench
from gitskills.git.binary.catfile import CatFile
from gitskills.git.binary.place import Place
from gitskills.git.binary.refs import ProgramRefs
from gitskills.git.commits import read_commit, root_tree
from gitskills.git.conversation import GitFailedError
from gitskills.git.differences import record
from gitskills.git.faults import reported
from gitskills.git.port import TreeEntry
from gitskills.git.process import run_git
from gitskills.git.repository import OpenedRepository
from gitskills.git.worktrees import Workplace
from gitskills.model.commit import CommitRecord

_RAW = re.compile(rb":\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*\0([^\0]*)\0")


class ProgramRepository(OpenedRepository):
    """The port, by one long-lived reader and a process for every other question."""

    def __init__(self, place: Place, sign_seconds: float = 0) -> None:
        self._place = place
        self._read = CatFile(place.folder)
        self._names = ProgramRefs(place)
        self.algorithm = place.algorithm
        super().__init__(self._read, self._names, place.common, place.folder, sign_seconds)

    @property
    def work_dir(self) -> str | None:
        return self._place.work_dir

    @property
    def bare(self) -> bool:
        return self._place.bare

    @property
    def shallow(self) -> bool:
        return (self._common / "shallow").is_file()

    def resolve(self, revision: str) -> str:
        oid = asking.named(self._folder, revision)
        return asking.named(self._folder, f"{oid}^{{commit}}") if oid else ""

    def entries(self, commit: str, path: str) -> tuple[TreeEntry, ...]:
        with reported("read a folder"):
            return rows.list_folder(self._read, self._folder_at(root_tree(self._read, commit), path))

    def blob(self, commit: str, path: str) -> bytes | None:
        with reported("read a file"):
            found = rows.entry_at(self._read, root_tree(self._read, commit), path)
            if found is None or found.kind not in ("blob", "link"):
                return None
            return rows.blob_content(self._read, found.oid)

    def history(self, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
        with reported("read the history"):
            for oid, *parents in self._walked("--topo-order", "--reverse", "--parents", tip, "--not", *stop):
                yield record(self._read, (oid, tuple(parents), read_commit(self._read, oid)), roots)

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        asked = ("merge-base", "--is-ancestor", ancestor, descendant)
        return ancestor == descendant or run_git(self._folder, *asked).status == 0

    def merge_base(self, one: str, other: str) -> str:
        done = run_git(self._folder, "merge-base", one, other)
        return "" if done.status else done.output.decode("ascii").strip()

    def blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        with reported("read the history"):
            return self._blobs_ever(path, tip)

    def _blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        how = ("--format=", "--raw", "--no-abbrev", "-z", "-m", "--full-history", "--no-renames")
        done = run_git(self._folder, "--literal-pathspecs", "log", *how, tip, "--", path)
        if done.status:
            raise GitFailedError(done.complaint.strip().removeprefix("fatal: "))
        found = {oid for row in _RAW.findall(done.output) if os.fsdecode(row[2]) == path for oid in row[:2]}
        return frozenset(oid.decode() for oid in found if oid.strip(b"0"))

    def _parents(self, commit: str) -> tuple[str, ...]:
        return tuple(next(self._walked("--no-walk", "--parents", commit), [""])[1:])

    def _walked(self, *how: str) -> Iterator[list[str]]:
        """Each line that `git rev-list` gives, in words."""
        done = run_git(self._folder, "rev-list", *how, "--")
        if done.status:
            raise GitFailedError(done.complaint.strip().removeprefix("fatal: "))
        return map(str.split, done.output.decode("ascii").splitlines())

    def _folder_at(self, tree: str, path: str) -> str:
        found = rows.entry_at(self._read, tree, path)
        return found.oid if found is not None and found.kind == "tree" else ""

    def _head(self, admin: Path) -> str:
        return self._names.head_of(admin)

    def _bench(self) -> PackBench:
        return PackBench(self._place, self._read, self._names)

    def _places(self) -> Iterator[Workplace]:
        return worktrees.workplaces(self._common, self._main())

    def _main(self) -> str | None:
        """Where the main worktree is said to be, None where there is none."""
        if self._place.git_dir == str(self._common):
            return None if self._place.bare else self._place.work_dir or ""
        there = f"--git-dir={self._common}"
        if run_git(self._folder, there, "config", "--type=bool", "--get", "core.bare").output.strip() == b"true":
            return None
        told = os.fsdecode(run_git(self._folder, there, "config", "--get", "core.worktree").output).removesuffix("\n")
        return os.path.normpath(self._common / told) if told else str(self._common.parent)
