"""What the remote's branch had and has no more: somebody took it off, say a secret, and no sync brings that back unasked."""

from __future__ import annotations

from dataclasses import replace

from gitskills.app.branch.apart import holds
from gitskills.app.branch.words import record_of
from gitskills.app.sharing.exchange import SHORT, Exchange, title
from gitskills.git.process import run_git
from gitskills.git.reflog import states
from gitskills.git.remote import tracking
from gitskills.model.sync import SyncReport


def unless_taken_away(exchange: Exchange, report: SyncReport, before: str, there: str) -> SyncReport:
    """`stopped` where the branch here has what was there `before`, and `there` has it not even under another id."""
    lost = _lost(exchange, before, there)
    if not lost:
        return report
    branch, ref = report.branch, tracking(report.remote, report.branch)
    record = record_of(exchange.store, lost)
    told = f"{lost[:SHORT]} ({title(record)})" if record else lost[:SHORT]
    theirs = f"{report.remote}/{branch}"
    follow = (
        f"branch -f {branch} {theirs}" if lost == exchange.tip else f"rebase --onto {theirs} {lost[:SHORT]} {branch}"
    )
    return replace(
        report,
        stopped=f"{told} was on {branch} of {report.remote} and is gone: somebody took it away there",
        hint=f"to push it again: git update-ref -d {ref}, then gitskills sync; to give it up here, too: git {follow}",
    )


def _lost(exchange: Exchange, before: str, there: str) -> str:
    store, tip = exchange.store, exchange.tip
    known = states(exchange.folder, tracking(exchange.remote, store.branch))
    former = [oid for oid in dict.fromkeys([before, *known]) if oid and oid != there]
    if not tip or not former or not _beyond(exchange, former, there):
        return ""
    return next((oid for oid in former if store.repo.is_ancestor(oid, tip) and not holds(store, there, oid)), "")


def _beyond(exchange: Exchange, former: list[str], there: str) -> bool:
    """Whether any of them has a commit that `there` has not: one question, since nearly always none has."""
    return bool(run_git(exchange.folder, "rev-list", "--max-count=1", *former, f"^{there}", "--").output)
