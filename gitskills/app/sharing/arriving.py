"""What the remote has: judged first, then united with the branch."""

from __future__ import annotations

from dataclasses import replace

from gitskills.app.branch.apart import Relation, moves
from gitskills.app.branch.line import follow
from gitskills.app.sharing.exchange import SHORT, Exchange, asked_there, named
from gitskills.app.sharing.incoming import judge_incoming
from gitskills.app.sharing.stance import carried_over, is_too_shallow, stance
from gitskills.app.sharing.taken_away import unless_taken_away
from gitskills.app.sharing.uniting import unite
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.port import Busy
from gitskills.model.commit import CommitRecord
from gitskills.model.review import Finding
from gitskills.model.ruling import Severity
from gitskills.model.skill import ROOTS
from gitskills.model.sync import SyncReport
from gitskills.model.united import United
from gitskills.validate.commits import OUTSIDE

AGAIN = "gitskills sync"


def move_over(exchange: Exchange, report: SyncReport) -> SyncReport:
    """The branch on the default branch as it is now, so that what was taken out of history is not pushed again."""
    moved = carried_over(exchange)
    return _waits(report, moved) if isinstance(moved, Busy) else report


def take_in(exchange: Exchange, report: SyncReport, before: str, there: str) -> SyncReport:
    """The branch with all that the remote's commit `there` has; `stopped` where that may not or can't be.

    At `before` the remote was when it was last asked.
    """
    store, tip = exchange.store, exchange.tip
    if tip and store.repo.is_ancestor(there, tip):
        return unless_taken_away(exchange, report, before, there)
    if is_too_shallow(exchange, there):
        hint = f"git fetch --unshallow {exchange.remote}, then {AGAIN}"
        return replace(report, stopped="this clone is shallow: where the branch began lies beyond", hint=hint)
    kinship = stance(exchange, there)
    if isinstance(kinship, Busy):
        return _waits(report, kinship)
    if kinship is Relation.OURS:
        return report
    found, known = _judged(exchange, there)
    if found:
        return _refused(report, found)
    report = unless_taken_away(exchange, report, before, there)
    if report.stopped:
        return report
    tip = exchange.tip
    stop = [oid for oid in (tip, *store.repo.default_tips(), *known) if oid]
    records = list(store.repo.history(there, stop, ROOTS))
    if why := _obstacle(exchange, records, there, kinship):
        return replace(report, stopped=why[0], hint=why[1])
    if not records and not tip:
        return report  # the default branch has taken all of it up
    came = (*report.came, *named(records))
    if kinship is Relation.THEIRS:
        return _followed(exchange, replace(report, came=came), there)
    done = unite(exchange.context, store, there)
    return _waits(report, done) if isinstance(done, Busy) else _told(replace(report, came=came), done)


def _judged(exchange: Exchange, there: str) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """What is wrong there, and which tips had to be asked for: a merge may bring what the default branch has only there."""
    known: tuple[str, ...] = ()
    found = _rejected(judge_incoming(exchange.context, exchange.store, there))
    if any(violation.rule == OUTSIDE for _, _, violation in found):
        known = asked_there(exchange) or ()
        found = _rejected(judge_incoming(exchange.context, exchange.store, there, known))
    return found, known


def _rejected(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(finding for finding in found if finding[2].severity is Severity.REJECT)


def _refused(report: SyncReport, found: tuple[Finding, ...]) -> SyncReport:
    commit = found[0][0]
    return replace(
        report,
        refused=found,
        stopped=f"nothing was taken in: {commit[:SHORT]} on {report.remote} does not pass the rules",
        hint=f"see `gitskills check --branch {commit[:SHORT]}`; whoever made it takes it off the branch there",
    )


def _obstacle(exchange: Exchange, records: list[CommitRecord], there: str, kinship: Relation) -> tuple[str, str] | None:
    """Why the other line is not to be taken in, and what to do."""
    remote, branch, tip = exchange.remote, exchange.store.branch, exchange.tip
    if kinship is Relation.APART and exchange.store.repo.shallow:
        return (
            "this clone is shallow: what both sides share lies beyond",
            f"git fetch --unshallow {remote}, then {AGAIN}",
        )
    if kinship is Relation.APART:
        return (
            f"{branch} on {remote} and {branch} here stand on two histories: the default branch was rewritten in between",
            f"git fetch {remote}, then {AGAIN}; here, or where it was pushed from",
        )
    if (
        records
        and _is_first_contact(exchange, tip, there)
        and not any(one.author_email == AUTHOR_EMAIL for one in records)
    ):
        return (
            f"gitskills wrote nothing on {branch} of {remote}",
            "name another branch: git config gitskills.branch NAME",
        )
    if records and not exchange.pull:
        return f"{remote} has commits that are not here yet, {len(records)} in number", AGAIN
    return None


def _is_first_contact(exchange: Exchange, tip: str, there: str) -> bool:
    """Whether both sides share nothing that was learned."""
    repo = exchange.store.repo
    bases = repo.merge_bases(tip, there) if tip else ()
    return all(any(repo.is_ancestor(base, each) for each in repo.default_tips()) for base in bases)


def _followed(exchange: Exchange, report: SyncReport, there: str) -> SyncReport:
    """All of ours is there under new ids: the branch goes there, and what is known of the old ids with it."""
    store = exchange.store
    moved = store.repo.advance(store.branch, exchange.tip, there)
    if isinstance(moved, Busy):
        return _waits(report, moved)
    if not moved:
        return replace(report, stopped=f"{store.branch} moved meanwhile", hint=AGAIN)
    follow(store, moves(store, there))
    return report


def _told(report: SyncReport, done: United) -> SyncReport:
    return replace(
        report,
        merged=report.merged or done.merged,
        held=(*report.held, *done.held),
        told=(*report.told, *done.told),
    )


def _waits(report: SyncReport, busy: Busy) -> SyncReport:
    return replace(
        report,
        stopped=f"{busy.stops(report.branch)}; what {report.remote} has was fetched and waits",
        hint=f"check out another branch there, then {AGAIN}",
        folder=busy.folder,
    )
