"""The one door through which proposals become commits: judged, gathered, landed by compare-and-swap, settled, made visible.

A crash before the ref moves changes nothing; after it, the replay is a look-up by the Proposal trailer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gitskills.app.branch.desk import Desk, Entry
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.line import Line, note_landed, open_line
from gitskills.app.branch.policies import HINT, policy_complaint
from gitskills.app.branch.unsigned import note_unsigned
from gitskills.app.context import Context, Store
from gitskills.app.live.trees import materialize
from gitskills.errors import EnvironmentFault, RepositoryFault, SigningFault
from gitskills.git.port import Busy, Landed
from gitskills.model.changeset import ChangeSet
from gitskills.model.ruling import Outcome, Ruling, Severity, Violation
from gitskills.promote.reroot import under_new_ids
from gitskills.skillfile.fault import Fault
from gitskills.state.births import record_births
from gitskills.state.journal import note
from gitskills.state.lock import held
from gitskills.state.queue import Waiting, proposal_queue, refused_entries, review_queue

ATTEMPTS = 8
BUSY, POLICY, UNSIGNED = "busy", "policy", "unsigned"


def land_in_turn(
    context: Context, store: Store, entries: Sequence[Entry], *, dry_run: bool = False
) -> tuple[Ruling, ...]:
    """Rule on what waits already and on `entries` in order of arrival: what is older has the room first.

    Of the older ones those that go on waiting are not told.
    """
    own = {entry.id: entry for entry in entries}
    older = {key: own.get(key) or Entry(key, found) for key, found in proposal_queue(store.state).entries()}
    rulings = land(context, store, tuple((older | own).values()), dry_run=dry_run)
    return tuple(ruling for ruling in rulings if ruling.proposal in own or ruling.outcome is not Outcome.WAITING)


def land(context: Context, store: Store, entries: Sequence[Entry], *, dry_run: bool = False) -> tuple[Ruling, ...]:
    """Rule on every entry, one after the other, and land what passes; the rulings in the same order.

    Raises RepositoryFault where the branch can't be ours, EnvironmentFault where others kept moving it.
    """
    if not entries:
        return ()
    refuse_foreign(store)
    if dry_run:
        library = read_library(context, store)
        if isinstance(library.policy, Fault):
            return _waiting(entries, _unreadable(library.policy))
        desk = Desk(context, library, None)
        return tuple(desk.rule(entry) for entry in entries)
    with held(store.state, "promote", context.settings.lock_seconds):
        for _ in range(ATTEMPTS):
            try:
                rulings = _attempt(context, store, entries)
            except SigningFault as fault:
                note_unsigned(store, fault)
                return _all_wait(store, entries, Violation(UNSIGNED, fault.sentence, Severity.WARN, fault.hint))
            if rulings is not None:
                return rulings
    raise EnvironmentFault(f"others kept moving {store.branch}", "run `gitskills promote` again")


def refuse_foreign(store: Store) -> None:
    """A branch of that name that is not ours is never written."""
    if why := store.repo.blocked(store.branch):
        raise RepositoryFault(why, "name another branch: git config gitskills.branch NAME")


def _attempt(context: Context, store: Store, entries: Sequence[Entry]) -> tuple[Ruling, ...] | None:
    if (busy := store.repo.busy(store.branch)) is not None:
        return _all_wait(store, entries, _occupied(store, busy))
    library = read_library(context, store)
    if isinstance(library.policy, Fault):
        return _all_wait(store, entries, _unreadable(library.policy))
    line = open_line(store)
    desk = Desk(context, library, line.batch)
    rulings = tuple(desk.rule(entry) for entry in entries)
    if any(ruling.subject for ruling in rulings):
        landed = line.batch.land()
        if landed is None:
            return None
        if isinstance(landed, Busy):
            return _all_wait(store, entries, _occupied(store, landed))
        note_landed(store, line, landed)
    record_births(store.state, tuple(desk.born.values()), tuple(desk.gone))
    settle(store, entries, rulings)
    show(context, store, library, desk)
    return rulings


def settle(store: Store, entries: Sequence[Entry], rulings: Sequence[Ruling]) -> None:
    """What was decided leaves the queue; what waits stays, and what a person must see goes to review."""
    queue, review, refused = proposal_queue(store.state), review_queue(store.state), refused_entries(store.state)
    for entry, ruling in zip(entries, rulings, strict=True):
        if ruling.outcome is Outcome.WAITING:
            queue.add(entry.id, entry.proposal)
            continue
        if ruling.outcome is Outcome.REVIEW:
            review.add(entry.id, Waiting(entry.proposal, ruling.violations))
        elif ruling.outcome is Outcome.REJECTED:
            refused.add(entry.id, Waiting(entry.proposal, ruling.violations))
        note(
            store.state, ruling.outcome, proposal=entry.id, rules=",".join(sorted({v.rule for v in ruling.violations}))
        )
    decided = {ruling.proposal: ruling.outcome for ruling in rulings if ruling.outcome is not Outcome.WAITING}
    review.settle(*(key for key, outcome in decided.items() if outcome is not Outcome.REVIEW))
    queue.settle(*decided)


def show(context: Context, store: Store, library: Library, desk: Desk) -> None:
    """Make what landed visible to the host."""
    wanted = {name: folder for name, folder in desk.changed.items() if name not in library.tracked}
    if wanted or desk.gone:
        materialize(context, store, wanted, desk.gone)


def _all_wait(store: Store, entries: Sequence[Entry], why: Violation) -> tuple[Ruling, ...]:
    rulings = _waiting(entries, why)
    settle(store, entries, rulings)
    return rulings


def _waiting(entries: Sequence[Entry], why: Violation) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(entry.id, entry.proposal.name, entry.proposal.action, Outcome.WAITING, (why,)) for entry in entries
    )


def _occupied(store: Store, busy: Busy) -> Violation:
    return Violation(BUSY, busy.stops(store.branch), Severity.WARN, "it lands as soon as the branch is free")


def _unreadable(fault: Fault) -> Violation:
    return Violation(POLICY, f"nothing lands: {policy_complaint(fault)}", Severity.WARN, HINT)


def commit_change(context: Context, store: Store, change: ChangeSet) -> Landed | Busy:
    """One commit that a person asked for, through the same door."""
    return commit_series(context, store, lambda: (change,))


def commit_series(context: Context, store: Store, plan: Callable[[], Sequence[ChangeSet]]) -> Landed | Busy:
    """The commits that a person asked for, all of them or none; `plan` is asked again where the branch moved meanwhile."""
    refuse_foreign(store)
    with held(store.state, "promote", context.settings.lock_seconds):
        for _ in range(ATTEMPTS):
            if (busy := store.repo.busy(store.branch)) is not None:
                return busy
            changes = plan()
            if not changes:
                return Landed(store.repo.tip(store.branch), ())
            line = _committed(store, changes)
            landed = line.batch.land()
            if isinstance(landed, Landed):
                note_landed(store, line, landed)
            if landed is not None:
                return landed
    raise EnvironmentFault(f"others kept moving {store.branch}", "try again")


def _committed(store: Store, changes: Sequence[ChangeSet]) -> Line:
    """The commits in a batch, not landed yet."""
    try:
        line = open_line(store)
        for change in changes:
            line.batch.add(replace(change, message=under_new_ids(change.message, line.ids)))
    except SigningFault as fault:
        note_unsigned(store, fault)
        raise
    return line
