"""What a push carries: only what was learned may go, and what the remote has already. Then it goes, by compare-and-swap."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gitskills.app.branch.apart import holds
from gitskills.app.branch.commits import judge_commits
from gitskills.app.sharing.exchange import SHORT, Exchange, asked_there, named, noted_there, title
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.process import run_git
from gitskills.git.remote import Sent, push
from gitskills.model.commit import CommitRecord
from gitskills.model.ruling import Severity
from gitskills.model.skill import ROOTS
from gitskills.model.sync import SyncReport
from gitskills.validate.commits import outside


def send(exchange: Exchange, report: SyncReport, there: str) -> SyncReport | None:
    """The branch is at the remote as it is here, or `stopped` says why not. None: others pushed meanwhile."""
    tip = exchange.tip
    if not tip or tip == there:
        return report
    if there and not holds(exchange.store, tip, there):
        return None
    known = (there, *noted_there(exchange)) if there else asked_there(exchange, pushed=True)
    if known is None:
        return _too_early(exchange, report)
    records = _beyond(exchange, tip, known)
    stray = first_stray(exchange, records)
    if stray and there:  # somebody may have pushed it since we last asked
        records = _beyond(exchange, tip, (there, *(asked_there(exchange) or ())))
        stray = first_stray(exchange, records)
    if stray:
        return replace(
            report,
            stopped=f"nothing was pushed: {stray}",
            hint=f"push it to {exchange.remote} yourself, if all may see it; else take it off {report.branch}",
        )
    done = push(exchange.network, exchange.remote, report.branch, tip, there)
    if done.sent is Sent.MOVED:
        return None
    if done.sent is Sent.REFUSED:
        return replace(
            report,
            stopped=f"{exchange.remote} was not changed: {done.words}",
            hint="gitskills sync, once that is settled",
        )
    return replace(report, went=named(records))


def _too_early(exchange: Exchange, report: SyncReport) -> SyncReport:
    return replace(
        report,
        stopped=f"{exchange.remote} has no branch yet, and the first one becomes its default branch",
        hint=f"push the project first: git push {exchange.remote} HEAD",
    )


def _beyond(exchange: Exchange, tip: str, there: Sequence[str]) -> list[CommitRecord]:
    """What goes with `tip` to where the commits `there` are, oldest first."""
    return list(exchange.store.repo.history(tip, [oid for oid in there if oid], ROOTS))


def first_stray(exchange: Exchange, records: Sequence[CommitRecord]) -> str:
    """The first commit that must not go, and why; "" where all may."""
    return next(_strays(exchange, records), "")


def _strays(exchange: Exchange, records: Sequence[CommitRecord]) -> Iterator[str]:
    for record in records:
        told = f"{record.oid[:SHORT]} ({title(record)})"
        if strange := outside(_own_paths(exchange, record)):
            yield f"{told} changes {strange[0].path}, which is nothing learned"
        elif record.author_email != AUTHOR_EMAIL and (other := _elsewhere(exchange, record)):
            yield f"{told} belongs to {other}, too, and {exchange.remote} doesn't have it"
    persons = [record for record in records if record.author_email != AUTHOR_EMAIL]
    for commit, path, found in judge_commits(exchange.context, exchange.store, persons, every=True).findings:
        if found.severity is Severity.REJECT:
            yield f"{commit[:SHORT]} does not pass: {found.message} ({path})"


def _own_paths(exchange: Exchange, record: CommitRecord) -> Sequence[str]:
    """What the commit itself changed; of a merge what differs from every side."""
    if not record.paths_outside:
        return ()
    if len(record.parents) < 2:
        return exchange.store.repo.changed_paths(record.oid)
    done = run_git(exchange.folder, "diff-tree", "-c", "--no-commit-id", "--name-only", "-r", "-z", record.oid)
    return [os.fsdecode(path) for path in done.output.split(b"\0") if path]


def _elsewhere(exchange: Exchange, record: CommitRecord) -> str:
    """Another local branch that has the commit: a person works there."""
    how = ("--format=%(refname:lstrip=2)", f"--contains={record.oid}", "refs/heads")
    names = run_git(exchange.folder, "for-each-ref", *how).text.splitlines()
    return next((name for name in names if name != exchange.store.branch), "")
