"""What waits through the door, in both scopes: proposals, and decisions for which the branch was busy."""

from __future__ import annotations

from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import land
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context
from gitskills.app.decisions.deciding import drain
from gitskills.model.ruling import Ruling
from gitskills.state.queue import proposal_queue


def promote(context: Context, *, dry_run: bool) -> tuple[Ruling, ...]:
    """Rule on all that waits in the queue; then bring the live trees up to the branch."""
    rulings: list[Ruling] = []
    for store in context.stores():
        entries = [Entry(key, proposal) for key, proposal in proposal_queue(store.state).entries()]
        rulings += land(context, store, entries, dry_run=dry_run)
        if not dry_run:
            drain(context, store)
            bring_up(context, store)
    return tuple(rulings)
