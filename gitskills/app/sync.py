"""Sharing by the chosen remote: fetch, judge, unite, push by compare-and-swap, and again where others were faster.

Never automatic, never more than the one branch; what is in doubt stays where it is, and is named.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace

from gitskills.app.branch.door import refuse_foreign
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context
from gitskills.app.sharing.arriving import move_over, take_in
from gitskills.app.sharing.exchange import SHORT, Exchange
from gitskills.app.sharing.outgoing import send
from gitskills.errors import UsageError
from gitskills.git.network import Network, Progress
from gitskills.git.remote import fetch, known_tip, require_remote, tracking
from gitskills.model.sync import SyncReport
from gitskills.state.lock import held

PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 1.6, 1.6, 1.6)  # seconds at most, drawn by lot: others try again, too


def sync(context: Context, name: str, *, push: bool, pull: bool, progress: Progress) -> SyncReport:
    """Exchange what was learned with the chosen remote, which `name` may name ("" = that one)."""
    store = context.need_project()
    remote = choose(context, name)
    require_remote(store.folder, remote)
    refuse_foreign(store)
    network = Network(store.folder, context.settings.sync_seconds, progress)
    with held(store.state, "sync", context.settings.lock_seconds):
        report = _exchanged(Exchange(context, store, remote, network, push, pull))
    bring_up(context, store)
    return replace(report, tip=store.repo.tip(store.branch))


def choose(context: Context, name: str) -> str:
    """The one remote; a UsageError where none was chosen, or another is named."""
    chosen = context.settings.remote
    if not chosen:
        wanted = name or "NAME"
        raise UsageError(
            "no remote is chosen, so nothing is shared", f"choose one: git config gitskills.remote {wanted}"
        )
    if name and name != chosen:
        raise UsageError(
            f"skills are shared by {chosen}, not by {name}", f"choose another: git config gitskills.remote {name}"
        )
    return chosen


def _exchanged(exchange: Exchange) -> SyncReport:
    report, branch = exchange.report(), exchange.store.branch
    for pause in PAUSES:
        before = known_tip(exchange.folder, tracking(exchange.remote, branch))
        there = fetch(exchange.network, exchange.remote, branch)
        report = take_in(exchange, report, before, there) if there else _alone(exchange, report, before)
        report = report if report.stopped else move_over(exchange, report)
        if report.stopped or not exchange.push:
            return report
        done = send(exchange, report, there)
        if done is not None:
            return done
        time.sleep(random.uniform(0, pause))  # noqa: S311  # no secret: only not all at once
    return replace(report, stopped=f"others kept pushing to {exchange.remote}", hint="gitskills sync")


def _alone(exchange: Exchange, report: SyncReport, before: str) -> SyncReport:
    """The remote has no such branch."""
    remote, branch = exchange.remote, exchange.store.branch
    if before:
        return replace(
            report,
            stopped=f"{branch} was at {before[:SHORT]} on {remote} and is gone: somebody took it away there",
            hint=f"to push it again: git update-ref -d {tracking(remote, branch)}, then gitskills sync",
        )
    if not exchange.push:
        return replace(report, stopped=f"{remote} has no branch {branch} yet", hint="gitskills sync --push")
    return report
