"""The whole live tree in line with the branch: what is missing is written again, what a person edited is kept and shown."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.app.library import read_library
from gitskills.app.live import Materialized, materialize
from gitskills.app.managed import managed_here
from gitskills.model.skill import Owner

PUBLISHED = frozenset({Owner.AGENT, Owner.ADOPTED})


def bring_up(context: Context, store: Store) -> Materialized:
    """A folder missing from a working tree is never a verdict: it is written again."""
    if not store.repo.tip(store.branch) or store.repo.blocked(store.branch):
        return Materialized()
    library = read_library(context, store, judge=False)
    names = [name for name, entry in library.skills.items() if entry.owner in PUBLISHED]
    wanted = {name: folder for name in names if (folder := library.folder(name)) is not None}
    gone = managed_here(store) - set(wanted) - library.tracked
    return materialize(context, store, wanted, gone)
