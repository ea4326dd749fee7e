"""The whole live tree in line with the branch: what is missing is written again, what a person edited is kept and shown."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.app.given import given
from gitskills.app.library import read_library
from gitskills.app.live import Materialized, materialize
from gitskills.app.managed import managed_here


def bring_up(context: Context, store: Store) -> Materialized:
    """A folder missing from a working tree is never a verdict: it is written again."""
    if not store.repo.tip(store.branch) or store.repo.blocked(store.branch):
        return Materialized()
    library = read_library(context, store, judge=False)
    found = given(context, library)
    gone = managed_here(store) - {*found.folders, *found.held} - library.tracked
    return materialize(context, store, found.folders, gone)
