"""What other clones would bring, judged by the rules before anything of it is merged or shown to the host."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from gitskills.app.branch.commits import Judge
from gitskills.app.branch.given import CHECKED
from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.branch.steps import said_before
from gitskills.app.context import Context, Store
from gitskills.errors import EnvironmentFault
from gitskills.model.review import Finding
from gitskills.model.skill import ROOTS
from gitskills.state.seen import add_marks


def judge_incoming(context: Context, store: Store, tip: str, known: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What is wrong with the commits of `tip` that neither our branch nor the default branch has: (commit, path, what).

    `known` are further tips whose commits are none of ours to judge, as the default branch's own at the remote.
    What passed is remembered, so that it is not judged once more before the host is given it.
    """
    own = store.repo.tip(store.branch)
    defaults = [oid for oid in (*store.repo.default_tips(), *known) if oid]
    records = list(store.repo.history(tip, [*defaults, *([own] if own else [])], ROOTS))
    landed = read_ledger(context, store, own).proposals if records else {}
    judge = Judge(context, store, every=True, known=said_before(store, landed, records))
    found = tuple(judge.judge(records))
    with suppress(EnvironmentFault):  # judged again before the host is given it
        add_marks(store.state, CHECKED, judge.sound)
    return found
