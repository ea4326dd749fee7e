"""Looking decisions up: those that stand and, when asked, those that stood. Nothing but the repository is needed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided, record_of
from gitskills.decisions.index import GIVES, foreign, past
from gitskills.decisions.listing import remark
from gitskills.decisions.recall import Found, Query, Recalled, recall
from gitskills.model.decided import DecisionIndex
from gitskills.model.decision import Decision, Status
from gitskills.state import clock


def recalled(context: Context, query: Query, *, strange: bool = False) -> Recalled:
    """The decisions that answer the query, the best first, each with what to know before relying on it.

    Agents read them: what this clone has not accepted is left out, unless somebody asks for `strange` ones.
    """
    store = context.need_project()
    index, today = read_decided(context, store), clock.today()
    not_ours = foreign(index)

    def remarked(one: Found) -> Found:
        found = one.decision
        if found.status in {Status.SUPERSEDED, Status.REJECTED}:
            return replace(one, remark=f"superseded by {found.superseded_by}" if found.superseded_by else "revoked")
        return replace(one, remark=remark(found, today, is_foreign=found.topic.name in not_ours))

    answer = recall(_records(store, index, ended=query.past, without=None if strange else not_ours), query)
    return replace(answer, found=tuple(map(remarked, answer.found)), unasked=0 if strange else len(not_ours))


def _records(
    store: Store, index: DecisionIndex, *, ended: bool, without: AbstractSet[str] | None
) -> Iterator[Decision]:
    """What stands, by topic; with `ended` also what was superseded or revoked, each with the status that it has now."""
    yield from (record for name, record in sorted(index.current.items()) if without is None or name not in without)
    accepted = {(event.id, event.topic): event.trusted for event in index.events if event.act in GIVES}
    for gone in past(index) if ended else ():
        ours = without is None or accepted.get((gone.id, gone.topic), False)
        record = record_of(store, gone) if ours else None
        if record is not None:
            yield replace(record, status=gone.status, superseded_by=gone.by)


def project_name(store: Store) -> str:
    """How the repository is called: its main folder, whichever worktree one stands in."""
    main = next(iter(store.repo.worktrees()), "")
    return posixpath.basename(main or store.repo.common_dir.removesuffix("/.git").removesuffix(".git"))
