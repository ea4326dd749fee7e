"""Looking decisions up: those that stand and, when asked, those that stood. Nothing but the repository is needed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from gitskills.app.context import Context, Store
from gitskills.app.decided import read_decided, record_of
from gitskills.decisions.index import past
from gitskills.decisions.recall import Query, Recalled, recall
from gitskills.model.decision import Decision, DecisionIndex


def recalled(context: Context, query: Query) -> Recalled:
    """The decisions that answer the query, the best first."""
    store = context.need_project()
    return recall(records(store, read_decided(context, store), ended=query.past), query)


def records(store: Store, index: DecisionIndex, *, ended: bool) -> Iterator[Decision]:
    """What stands, by topic; with `ended` also what was superseded or revoked, each with the status that it has now."""
    yield from (record for _, record in sorted(index.current.items()))
    for gone in past(index) if ended else ():
        record = record_of(store, gone)
        if record is not None:
            yield replace(record, status=gone.status, superseded_by=gone.by)


def project_name(store: Store) -> str:
    """How the repository is called: its main folder, whichever worktree one stands in."""
    main = next(iter(store.repo.worktrees()), "")
    return posixpath.basename(main or store.repo.common_dir.removesuffix("/.git").removesuffix(".git"))
