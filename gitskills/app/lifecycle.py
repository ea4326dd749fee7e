"""Into the archive and back: by use, in the background or asked for; and by a person's word. One commit a skill, all or none.

Where a team shares skills, or nothing may land unseen, use only proposes: one person's disuse decides nothing for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gitskills.app.branch.door import commit_series
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.pins import find_live
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, Store
from gitskills.app.live.edits import open_edits
from gitskills.errors import GitskillsError
from gitskills.git.port import Busy
from gitskills.lifecycle.leaving import Leaving, Standing, counts, leaving, mentions
from gitskills.model.changeset import ChangeSet
from gitskills.model.policy import Policy
from gitskills.model.proposal import Action, Proposal, Scope
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import EVIDENCE_PREFIX, NOT_OURS, SIDECAR, Owner
from gitskills.model.usage import NEVER, Departure
from gitskills.promote.changeset import bringing_back, putting_away
from gitskills.propose.identity import proposal_id
from gitskills.state import clock
from gitskills.state.births import Birth, record_births
from gitskills.state.queue import Waiting, refused_entries, review_queue

BY_USE = "lifecycle"
ARCHIVED, LIVE, REVIEW, WAITING = "archived", "live", "review", "waiting"


def put_away(context: Context, *, dry_run: bool) -> tuple[Departure, ...]:
    """What use says of all skills, done; a dry run only says it."""
    return tuple(found for store in context.stores() for found in _put_away(context, store, dry_run=dry_run))


def _put_away(context: Context, store: Store, *, dry_run: bool) -> Sequence[Departure]:
    if not store.repo.tip(store.branch) or store.repo.blocked(store.branch):
        return ()
    library = read_library(context, store, judge=False)
    found = plan(context, library)
    if not isinstance(library.policy, Policy):
        return ()
    shared = bool(context.settings.remote) and store.scope is Scope.PROJECT
    asks = shared or context.settings.landing == REVIEW or library.policy.review_all
    if dry_run:
        return [Departure(one.name, store.scope, one.reason, REVIEW if asks else ARCHIVED) for one in found]
    if asks or Action.ARCHIVE in library.policy.off:
        return _propose(store, found) if asks else ()
    return _archive(context, store, found) if found else ()


def plan(context: Context, library: Library) -> tuple[Leaving, ...]:
    """Who goes. What skills say of each other is only read where somebody would go."""
    capacity = context.settings.capacity(library.store.scope)
    standings = list(_standings(context, library, {}))
    if not leaving(standings, capacity):
        return ()
    named = {name: _mentions(library, name) for name in library.skills}
    return leaving(list(_standings(context, library, named)), capacity)


def _standings(context: Context, library: Library, named: Mapping[str, frozenset[str]]) -> Iterator[Standing]:
    edited = {edit.skill for edit in open_edits(library.store).values()}
    for name, entry in library.skills.items():
        yield Standing(
            name=name,
            usage=library.usage.get(name, NEVER),
            young=entry.owner in NOT_OURS or name not in library.births or library.young(name, context.settings),
            stays=entry.owner is not Owner.AGENT or name in library.ledger.pinned or name in edited,
            mentions=named.get(name, frozenset()) - {name},
        )


def _mentions(library: Library, name: str) -> frozenset[str]:
    folder = library.folder(name)
    files = folder.files.items() if folder else ()
    texts = (file.content for path, file in files if path != SIDECAR and not path.startswith(EVIDENCE_PREFIX))
    return mentions("\n".join(content.decode("utf-8", "replace") for content in texts), library.skills.keys())


def _archive(context: Context, store: Store, found: Sequence[Leaving]) -> Sequence[Departure]:
    """What is so when the branch stands still is what counts: it is planned again there."""
    done = found

    def changes() -> Sequence[ChangeSet]:
        nonlocal done
        library = read_library(context, store, judge=False)
        done = plan(context, library)
        return [putting_away(one.name, library.skills[one.name].tree, one.reason) for one in done]

    landed = commit_series(context, store, changes)
    if isinstance(landed, Busy):
        return [Departure(one.name, store.scope, one.reason, WAITING) for one in found]
    record_births(store.state, (), tuple(one.name for one in done))
    bring_up(context, store)
    commits = landed.commits[len(landed.commits) - len(done) :]
    return [
        Departure(one.name, store.scope, one.reason, ARCHIVED, commit)
        for one, commit in zip(done, commits, strict=True)
    ]


def _propose(store: Store, found: Sequence[Leaving]) -> Sequence[Departure]:
    """Into review; what was asked before and no longer holds is taken back, and a no is not asked again."""
    review = review_queue(store.state)
    wanted = {one.name: one for one in found}
    asked = {waits.proposal.name: key for key, waits in review.entries() if _by_use(waits)}
    refused = {waits.proposal.name for _, waits in refused_entries(store.state).entries() if _by_use(waits)}
    review.settle(*(key for name, key in asked.items() if name not in wanted))
    fresh = [one for one in found if one.name not in asked and one.name not in refused]
    for one in fresh:
        proposal = Proposal(Action.ARCHIVE, one.name, store.scope, reason=one.reason, reflector=BY_USE)
        why = Violation(BY_USE, one.reason, Severity.REVIEW, "accept it, or pin the skill")
        review.add(proposal_id(proposal), Waiting(proposal, (why,)))
    return [Departure(one.name, store.scope, one.reason, REVIEW) for one in fresh]


def _by_use(waits: Waiting) -> bool:
    return waits.proposal.action is Action.ARCHIVE and waits.proposal.reflector == BY_USE


def archive(context: Context, name: str, reason: str = "") -> Departure:
    """Put a live skill away, because a person says so."""
    library = find_live(context, name)
    said = context.redactor.redact(reason)[0].strip() or "A person put it away."
    reason = f"{said} {counts(library.usage.get(name, NEVER))}"
    tree = library.skills[name].tree
    commit = _commit(context, library.store, putting_away(name, tree, reason))
    record_births(library.store.state, (), (name,))
    bring_up(context, library.store)
    return Departure(name, library.store.scope, reason, ARCHIVED, commit)


def restore(context: Context, name: str, reason: str = "") -> Departure:
    """Bring the newest archived skill of that name back; its probation begins anew."""
    for store in context.stores():
        library = read_library(context, store, judge=False)
        entry = library.archived.get(name)
        if name in library.skills or name in library.handmade:
            first = f"to have the archived one, put this one away first: gitskills archive {name}"
            raise GitskillsError(f"{name} is live already", first if entry else "see `gitskills list`")
        if entry is None:
            continue
        reason = context.redactor.redact(reason)[0].strip() or "A person brought it back."
        commit = _commit(context, store, bringing_back(name, entry.archive_path, reason))
        record_births(store.state, (Birth(name, clock.seconds()),))
        bring_up(context, store)
        return Departure(name, store.scope, reason, LIVE, commit)
    context.need_project()
    raise GitskillsError(f"{name} is not in the archive", "see `gitskills list --archived`")


def _commit(context: Context, store: Store, change: ChangeSet) -> str:
    landed = commit_series(context, store, lambda: (change,))
    if isinstance(landed, Busy):
        raise GitskillsError(f"not done: {landed.why} ({landed.folder})", "try again when the branch is free")
    return landed.commits[-1]
