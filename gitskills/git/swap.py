"""Moving one ref by compare-and-swap, under git's own lock file. The old value is read again while the lock is held."""

from __future__ import annotations

from pathlib import Path

import pygit2

from gitskills.git.holder import Holder
from gitskills.git.patience import LockHeldError, patiently
from gitskills.git.port import Busy
from gitskills.git.workbench import Move, Veto

# libgit2 says the first where it finds the lock, the second where somebody is faster
_HELD = ("failed to lock file", "File exists")


def move_ref(repo: pygit2.Repository, move: Move, common: Path, veto: Veto) -> bool | Busy:
    """True when moved, False when the ref was elsewhere; `veto` is asked last, while the lock is held."""
    lock = common / f"{move.ref}.lock"
    holder = Holder(lock, common / "gitskills" / "ref-lock", move.new)
    return patiently(lambda: _attempt(repo, move, holder, veto), holder)


def _attempt(repo: pygit2.Repository, move: Move, holder: Holder, veto: Veto) -> bool | Busy:
    with holder.intended(), repo.transaction() as transaction:
        try:
            transaction.lock_ref(move.ref)
        except (pygit2.GitError, OSError) as error:
            if any(sign in str(error) for sign in _HELD):
                raise LockHeldError from error
            raise
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
