"""Moving one ref by compare-and-swap, under git's own lock file. The old value is read again while the lock is held.

A lock that somebody else holds is waited for, not broken; a stale one is named, unless a dead gitskills left it.
"""

from __future__ import annotations

import time
from pathlib import Path

import pygit2

from gitskills.errors import LockTimeout
from gitskills.git.holder import Holder
from gitskills.git.port import Busy
from gitskills.git.workbench import Move, Veto

# libgit2 says the first where it finds the lock, the second where somebody is faster
_HELD = ("failed to lock file", "File exists")
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)


def move_ref(repo: pygit2.Repository, move: Move, common: Path, veto: Veto) -> bool | Busy:
    """True when moved, False when the ref was elsewhere; `veto` is asked last, while the lock is held."""
    lock = common / f"{move.ref}.lock"
    holder = Holder(lock, common / "gitskills" / "ref-lock", move.new)
    for pause in _PAUSES:
        try:
            return _attempt(repo, move, holder, veto)
        except (pygit2.GitError, OSError) as error:
            if not any(sign in str(error) for sign in _HELD):
                raise
        if not holder.clear_dead():
            time.sleep(pause)
    if lock.exists() and not holder.clear_dead(waited=True):
        raise LockTimeout(
            f"another process holds {lock}", "if no git command is running, a crash left it: delete that file"
        )
    return _attempt(repo, move, holder, veto)


def _attempt(repo: pygit2.Repository, move: Move, holder: Holder, veto: Veto) -> bool | Busy:
    with holder.intended(), repo.transaction() as transaction:
        transaction.lock_ref(move.ref)
        holder.note()
        if current(repo, move.ref) != move.old:
            return False
        busy = veto()
        if busy is not None:
            return busy
        transaction.set_target(move.ref, move.new, message=move.note)
    return True


def current(repo: pygit2.Repository, ref: str) -> str:
    """Commit id that a ref holds, "" where there is no such ref."""
    found = repo.references.get(ref)
    return "" if found is None else str(found.resolve().target)
