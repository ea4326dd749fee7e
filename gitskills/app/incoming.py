"""What other clones would bring, judged by the rules before anything of it is merged or shown to the host."""

from __future__ import annotations

from collections.abc import Sequence

from gitskills.app.commits import ROOTS, Finding, judge_commits
from gitskills.app.context import Context, Store


def judge_incoming(context: Context, store: Store, tip: str, known: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What is wrong with the commits of `tip` that neither our branch nor the default branch has: (commit, path, what).

    `known` are further tips whose commits are none of ours to judge, as the default branch's own at the remote.
    """
    hidden = (store.repo.tip(store.branch), *store.repo.default_tips(), *known)
    records = list(store.repo.history(tip, [oid for oid in hidden if oid], ROOTS))
    return judge_commits(context, store, records, every=True).findings
