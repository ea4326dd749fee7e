"""Two lines of the skills branch become one: taken up where that is enough, else joined by one ordinary merge commit."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.app.door import ATTEMPTS, refuse_foreign
from gitskills.app.line import Line, note_landed
from gitskills.errors import EnvironmentFault
from gitskills.git.port import Busy
from gitskills.model.changeset import ChangeSet, Message
from gitskills.model.united import United
from gitskills.state.lock import held


def unite(context: Context, store: Store, other_tip: str) -> United | Busy:
    """Land what `other_tip` holds on the local branch. Raises EnvironmentFault where others kept moving it."""
    if store.repo.tip(store.branch):
        refuse_foreign(store)
    with held(store.state, "promote", context.settings.lock_seconds):
        for _ in range(ATTEMPTS):
            done = _attempt(store, other_tip)
            if done is not None:
                return done
    raise EnvironmentFault(f"others kept moving {store.branch}", "try again")


def _attempt(store: Store, other: str) -> United | Busy | None:
    if (busy := store.repo.busy(store.branch)) is not None:
        return busy
    tip = store.repo.tip(store.branch)
    if tip and store.repo.is_ancestor(other, tip):
        return United(tip)
    if not tip or store.repo.is_ancestor(tip, other):
        moved = store.repo.advance(store.branch, tip, other)
        if isinstance(moved, Busy):
            return moved
        return United(other) if moved else None
    return _merge(store, tip, other)


def _merge(store: Store, tip: str, other: str) -> United | Busy | None:
    batch = store.repo.batch(store.branch, tip)
    batch.merge_in(other, ChangeSet(Message(f"Merge {store.branch} of another clone")))
    landed = batch.land()
    if landed is None or isinstance(landed, Busy):
        return landed
    note_landed(store, Line(batch), landed)
    return United(landed.tip, merged=True)
