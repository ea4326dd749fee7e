"""Refs as git tells them, and moving one: `git update-ref` holds the lock between its check of the old value and the move."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from gitskills.git.binary.place import Place
from gitskills.git.conversation import Conversation, GitFailedError
from gitskills.git.holder import Holder
from gitskills.git.identity import AUTHOR_EMAIL, Person
from gitskills.git.patience import LockHeldError, patiently
from gitskills.git.port import Busy
from gitskills.git.process import run_git
from gitskills.git.reflog import names_us
from gitskills.git.workbench import Move, Veto
from gitskills.git.worktrees import head_target

_HELD = ("File exists", "cannot lock references")  # git's words where somebody has the lock; the latter is reftable's


class ProgramRefs:
    """The refs of a repository, each question one process."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def current(self, ref: str) -> str:
        return "" if "\0" in ref else self._said("show-ref", "--verify", "--hash", ref)

    def points_to(self, ref: str) -> str:
        return self._said("symbolic-ref", "--quiet", ref)

    def names(self) -> list[str]:
        return self._said("for-each-ref", "--format=%(refname)").split("\n")

    def remotes(self) -> list[str]:
        return list(filter(None, self._said("remote").split("\n")))

    def configured(self, key: str) -> str:
        return self._said("config", "--get", key)

    def head(self) -> str:
        return self.head_of(Path(self._place.common))

    def head_of(self, admin: Path) -> str:
        """The ref that a worktree has checked out, "" where HEAD is detached."""
        if not self._place.reftable:
            return head_target(admin)
        return self._said(f"--git-dir={admin}", "symbolic-ref", "--quiet", "HEAD")

    def entries(self, ref: str) -> list[tuple[str, str]]:
        said = self._said("reflog", "show", "--format=%H %gs", ref, "--")
        rows = (line.partition(" ") for line in said.split("\n") if line)
        return [(oid, message) for oid, _, message in rows]

    def allows(self, ref: str) -> bool:
        return "\0" not in ref and run_git(self._place.folder, "check-ref-format", ref).status == 0

    def is_ours(self, ref: str, default_tips: Sequence[str]) -> bool:
        beyond = ("rev-list", "--max-count=1", "--fixed-strings", f"--author=<{AUTHOR_EMAIL}>")
        if self._said(*beyond, ref, "--not", *default_tips, "--"):
            return True
        tip = self.current(ref)
        if not any(
            run_git(self._place.folder, "merge-base", "--is-ancestor", tip, each).status == 0 for each in default_tips
        ):
            return False
        return self._said("log", "-1", "--format=%ae", tip, "--") == AUTHOR_EMAIL or names_us(self.entries(ref))

    def move(self, move: Move, signer: Person, veto: Veto) -> bool | Busy:
        """As `Workbench.move`."""
        common = Path(self._place.common)
        lock = common / ("reftable/tables.list.lock" if self._place.reftable else f"{move.ref}.lock")
        watched = Holder(lock, common / "gitskills" / "ref-lock", move.new)
        return patiently(lambda: self._attempt(move, signer, watched, veto), watched)

    def _attempt(self, move: Move, signer: Person, watched: Holder, veto: Veto) -> bool | Busy:
        talk = self._mover(move, signer)
        holder = Holder(watched.lock, watched.place, watched.new, talk.process)
        with holder.intended():
            old = move.old or "0" * len(move.new)
            talk.say(f"start\0option no-deref\0update {move.ref}\0{move.new}\0{old}\0prepare\0".encode())
            try:
                talk.line(), talk.line()  # start: ok, prepare: ok
            except GitFailedError as error:
                return self._refused(move, error)
            holder.note()
            busy = veto()
            done = talk.finish(b"abort\0" if busy else b"commit\0")
        if done.status:
            raise GitFailedError(done.complaint)
        return busy or True

    def _mover(self, move: Move, signer: Person) -> Conversation:
        how = ("-c", "core.fsync=all", "-c", "core.filesRefLockTimeout=0", "-c", "reftable.lockTimeout=0", "update-ref")
        log = ("--create-reflog",) if move.recorded else ()
        who = {"GIT_COMMITTER_NAME": signer.name, "GIT_COMMITTER_EMAIL": signer.email}  # for the reflog
        return Conversation(self._place.folder, *how, *log, "-m", move.note, "--stdin", "-z", environment=who)

    def _refused(self, move: Move, error: GitFailedError) -> bool:
        """False where the ref was elsewhere; somebody's lock is another matter, and so is what stops every attempt."""
        if self.current(move.ref) != move.old:
            return False
        if any(sign in str(error) for sign in _HELD):
            raise LockHeldError from error
        raise error

    def _said(self, *asked: str) -> str:
        """What git answers, "" where it has no answer."""
        done = run_git(self._place.folder, *asked)
        return "" if done.status else os.fsdecode(done.output).removesuffix("\n")
