"""What git says of the folder that a repository was looked for in; where it refuses, its own sentence."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from gitskills.errors import RepositoryFault
from gitskills.git.process import Finished, run_git


@dataclass(frozen=True, slots=True)
class Place:
    """A repository that git opens. `work_dir` is None where there is none; `algorithm` the hash of its ids."""

    git_dir: str
    common: str
    work_dir: str | None
    bare: bool
    algorithm: str
    reftable: bool

    @property
    def folder(self) -> str:
        """Where git is started."""
        return self.work_dir or self.git_dir


def find_place(path: str) -> Place:
    """The repository that `path` lies in."""
    git_dir = _told(path, "--absolute-git-dir")
    bare = _told(path, "--is-bare-repository") == "true"
    inside = _told(path, "--is-inside-work-tree") == "true"
    return Place(
        git_dir=git_dir,
        common=os.path.normpath(Path(git_dir, _told(path, "--path-format=absolute", "--git-common-dir"))),
        work_dir=_told(path, "--show-toplevel") if inside else None,
        bare=bare,
        algorithm=_told(path, "--show-object-format"),
        reftable=_line(run_git(path, "config", "--get", "extensions.refStorage")) == "reftable",
    )


def _told(path: str, *asked: str) -> str:
    done = run_git(path, "rev-parse", *asked)
    if done.status:
        raise refusal(path, done.complaint)
    return _line(done)


def _line(done: Finished) -> str:
    return os.fsdecode(done.output).removesuffix("\n")


def refusal(path: str, complaint: str) -> RepositoryFault:
    """Git's sentence, and what it advises."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()] or ["git gave no reason"]
    sentence = lines[0].removeprefix("fatal: ")
    if sentence.endswith(":"):
        sentence = " ".join((sentence, *lines[1:]))
    advice = next((line for line in lines[1:] if line.startswith("git ")), "")
    hint = f"if you trust it: {advice}" if advice else "run `git status` there to see what git says"
    if "refstorage" in sentence:
        hint = "it keeps its refs as reftable: git 2.45 or newer reads that"
    return RepositoryFault(f"the repository at {path} can't be opened: {sentence}", hint)
