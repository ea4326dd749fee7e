"""The whole live tree in line with the branch: what is missing is written again, what a person edited is kept and shown."""

from __future__ import annotations

from gitskills.app.branch.given import given
from gitskills.app.branch.library import read_library
from gitskills.app.context import Context, Store
from gitskills.app.live.managed import managed_names
from gitskills.app.live.targets import note_targets
from gitskills.app.live.trees import materialize
from gitskills.model.fileplan import Edit
from gitskills.state.births import Birth, record_births


def bring_up(context: Context, store: Store) -> tuple[Edit, ...]:
    """A folder missing from a working tree is never a verdict: it is written again. What is new here begins its probation.

    What people edited in place stays as it is and is handed back.
    """
    if not store.repo.tip(store.branch) or store.repo.blocked(store.branch):
        return ()
    library = read_library(context, store, judge=False)
    found = given(context, library)
    gone = managed_names(store) - {*found.folders, *found.held} - library.tracked
    edits = materialize(context, store, found.folders, gone)
    note_targets(store)
    fresh = tuple(Birth(name, 0) for name in found.folders if name not in library.births)
    if fresh:
        record_births(store.state, fresh)
    return edits
