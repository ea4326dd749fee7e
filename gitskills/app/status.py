"""What there is to know in ten seconds: how many skills, what landed last and why, what waits, what is wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from gitskills.app.branch.given import given
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.policies import HINT, policy_complaint
from gitskills.app.branch.unsigned import why_unsigned
from gitskills.app.branch.words import evidence_of, quote_in, reason_of, record_of
from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.live.edits import open_edits
from gitskills.app.live.targets import unpublished
from gitskills.app.reflection.spending import today
from gitskills.app.sessions.backlog import troubles
from gitskills.app.sessions.counting import look
from gitskills.app.sharing.standing import standing
from gitskills.app.waiting import unseen_versions
from gitskills.hosts.listing import budget
from gitskills.hosts.listing import line as listing_line
from gitskills.llm.tokens import tokens_of
from gitskills.model.library import Version
from gitskills.model.overview import LastLanded, Listing, Overview, SkillLine, Thinking
from gitskills.model.policy import Policy
from gitskills.model.skill import NOT_OURS, Owner, SkillEntry, Status
from gitskills.model.usage import NEVER
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import is_muted
from gitskills.state.decisions import decision_queue, pending_decisions
from gitskills.state.gitconfig import ENABLED, explicitly
from gitskills.state.queue import proposal_queue, review_queue, set_aside
from gitskills.state.seen import read_seen

DISPENSABLE = 5  # names that are suggested
MUTED = "muted"  # by the team's policy: on the branch, and not given to the host
REVERTS = ('Revert "', 'Reapply "')  # as git itself words the subject


def status(context: Context) -> Overview:
    """The state of the project's skills and of the person's own together; branch and tip are the project's.

    Outside of a repository they are the person's.
    """
    base = next(iter(context.stores()), None) or context.need_project()
    look(context)
    libraries = [read_library(context, store, judge=False) for store in context.stores()]
    lines = [line for library in libraries for line in _lines(library) if line.owner not in NOT_OURS]
    busy = base.repo.busy(base.branch)
    settings = context.settings
    states = [store.state for store in context.stores()]
    edits = sum(len(open_edits(store)) for store in context.stores())
    thinking = today(context)
    listed = listing(context, lines)
    return Overview(
        scope=base.scope,
        branch=base.branch,
        tip=base.repo.tip(base.branch),
        enabled=settings.enabled,
        landing=settings.landing,
        reflector=settings.reflector,
        counts=_counts(lines, libraries),
        last=_last(libraries),
        queued=sum(len(proposal_queue(state)) + len(decision_queue(state)) for state in states),
        in_review=sum(len(review_queue(state)) for state in states),
        deciding=sum(len(pending_decisions(state)) for state in states),
        decisions=_decided(context),
        asked=explicitly(context.folder, ENABLED) is not None,
        edits=edits,
        foreign=sum(entry.owner is Owner.FOREIGN for library in libraries for entry in library.skills.values()),
        unseen=sum(len(unseen_versions(library)) for library in libraries),
        busy=busy.folder if busy else "",
        problems=(*_problems(context, libraries, edits), *_standing_in(thinking), *_too_long(listed)),
        listing=listed,
        sharing=standing(context, context.project) if context.project else None,
        thinking=thinking,
    )


def _decided(context: Context) -> int:
    """How many decisions stand; before the branch's birth nothing is read, and so nothing is remembered."""
    store = context.project
    return len(read_decided(context, store).current) if store is not None and store.repo.tip(store.branch) else 0


def list_skills(context: Context, *, archived: bool) -> tuple[SkillLine, ...]:
    """The skills of both scopes by name, hand-written ones left out; with `archived`, those that were put away too."""
    look(context)
    libraries = [read_library(context, store, judge=False) for store in context.stores()]
    lines = [line for library in libraries for line in _lines(library)]
    if archived:
        lines += [_line(library, entry) for library in libraries for entry in library.archived.values()]
    return tuple(sorted(lines, key=lambda line: (line.status == Status.ARCHIVED, line.scope, line.name)))


def listing(context: Context, lines: Iterable[SkillLine]) -> Listing:
    """The sum over the skills that gitskills brought to the host."""
    given = [line for line in lines if line.owner not in NOT_OURS and line.cost]
    room = budget(context.settings.host_context_tokens)
    going = [line for line in given if not line.pinned]
    least = sorted(
        going, key=lambda line: (line.status == Status.PROBATION, line.rate, line.views, line.changed, -line.cost)
    )
    return Listing(
        skills=len(given),
        cost=sum(line.cost for line in given),
        tokens=sum(line.tokens for line in given),
        budget=room,
        dispensable=tuple(line.name for line in least[:DISPENSABLE]),
    )


def _too_long(found: Listing) -> Iterator[str]:
    if found.tokens > found.budget:
        yield (
            f"learned skills take up to {found.tokens:,} tokens of the host's list, which has {found.budget:,} for all:"
            f" descriptions are cut there; first to go, by use and age: {', '.join(found.dispensable)}"
            " (`gitskills archive NAME`)"
        )


def _lines(library: Library) -> Iterator[SkillLine]:
    """What gitskills brought, also where the project has taken it up since."""
    for name, entry in library.skills.items():
        if entry.owner is not Owner.HAND and (entry.owner is not Owner.PROJECT or name in library.versions):
            yield _line(library, entry)


def _line(library: Library, entry: SkillEntry) -> SkillLine:
    versions = library.ledger.versions.get(entry.name, ())
    used = library.usage.get(entry.name, NEVER)
    muted = entry.status is not Status.ARCHIVED and _is_muted(library, entry)
    shown = "" if muted or entry.status is Status.ARCHIVED else listing_line(entry.name, entry.description)
    return SkillLine(
        name=entry.name,
        scope=entry.scope,
        status=MUTED if muted else entry.status,
        owner=entry.owner,
        description=entry.description,
        category=entry.category,
        changed=versions[-1].time if versions else 0,
        commit=versions[-1].commit if versions else "",
        cost=len(shown.encode()),
        tokens=tokens_of(shown) if shown else 0,
        uses=used.uses,
        views=used.views,
        turns=used.turns,
        relapses=used.relapses,
        rate=used.rate,
        pinned=entry.name in library.ledger.pinned,
    )


def _is_muted(library: Library, entry: SkillEntry) -> bool:
    policy = library.policy
    return isinstance(policy, Policy) and is_muted(policy, entry.name, entry.category)


def _counts(lines: list[SkillLine], libraries: list[Library]) -> tuple[tuple[str, int], ...]:
    counted = Counter(line.status for line in lines)
    counted[Status.ARCHIVED] = sum(len(library.archived) for library in libraries)
    words = [word.value for word in Status] + ([MUTED] if counted[MUTED] else [])
    return tuple((word, counted[word]) for word in words)


def _last(libraries: list[Library]) -> LastLanded | None:
    """The newest commit that a proposal or a person's act made."""
    acts = [
        (version.time, number, library.store, version)
        for library in libraries
        for number, version in enumerate(_in_order(library))
        if _is_act(library, version)
    ]
    if not acts:
        return None
    _, _, store, version = max(acts, key=lambda act: act[:2])
    record = record_of(store, version.commit)
    message = record.message if record else version.subject
    quotes = [item.quote for item in evidence_of(store, version)]
    quote = " ".join(quotes[0].split()) if quotes else quote_in(message)
    return LastLanded(version.commit, version.subject, version.time, reason_of(message), quote, store.scope)


def _is_act(library: Library, version: Version) -> bool:
    """A commit of ours, or git's own taking back of one: `git revert` leaves no trailer."""
    learned = any(other.action for other in library.ledger.versions[version.name])
    return bool(version.action) or (learned and version.subject.startswith(REVERTS))


def _in_order(library: Library) -> list[Version]:
    """Versions as the branch has them, oldest first; of one second, those that landed later come later."""
    landed = {commit: number for number, commit in enumerate(library.ledger.proposals.values())}
    versions = [version for versions in library.ledger.versions.values() for version in versions]
    return sorted(versions, key=lambda version: (version.time, landed.get(version.commit, len(landed))))


def _is_there(store: Store, commit: str) -> bool:
    return bool(store.repo.resolve(commit))


def _problems(context: Context, libraries: list[Library], edits: int) -> Iterator[str]:
    for bad in context.bad:
        yield f"the setting {bad.key} = {bad.value!r} is not taken: {bad.why}; see `gitskills config`"
    if not context.settings.enabled:
        yield "learning is switched off (gitskills.enabled); `gitskills on` switches it on"
    if context.project is not None:
        yield from (f"{trouble}: {step}" for trouble, step in troubles(context.project))
    for library in libraries:
        if why := why_unsigned(context, library.store):
            yield f"{why[0]}; {why[1]}"
        yield from _store_problems(library)
        yield from _held(context, library)
    if edits:
        wait = "edit in place waits" if edits == 1 else "edits in place wait"
        yield f"{edits} {wait} in review: `gitskills review` makes it a commit or drops it"


def _standing_in(thinking: Thinking) -> Iterator[str]:
    """Why sessions are read offline although a model was chosen."""
    for why in (thinking.why, thinking.used_up):
        if why:
            yield f"{why}: until then sessions are read offline"


def _held(context: Context, library: Library) -> Iterator[str]:
    """What the branch has and the host is not given, although nobody muted it."""
    if isinstance(library.policy, Fault):
        yield f"nothing lands: {policy_complaint(library.policy)}; {HINT}"
        return
    found = given(context, library)
    yield from unpublished(library.store, found.folders)
    for name, why in found.held.items():
        yield f"{name} does not pass the rules, so the host keeps what it has: {why}; `gitskills check` says more"


def _store_problems(library: Library) -> Iterator[str]:
    store = library.store
    if why := store.repo.blocked(store.branch):
        yield f"{why}: name another branch with `git config gitskills.branch NAME`"
    if (busy := store.repo.busy(store.branch)) is not None:
        yield f"{busy.stops(store.branch)}; what is learned waits until it is free"
    for found in set_aside(store.state):
        yield f"{found.name} could not be read and was set aside: {found.reason}; see {store.state.root}"
    root = store.state.root if store.state.root.exists() else store.state.root.parent
    if not os.access(root, os.W_OK | os.X_OK):
        yield f"{root} can't be written: nothing is learned until it can; see `gitskills doctor`"
    seen = read_seen(store.state)
    if library.tip and seen and not (_is_there(store, seen) and store.repo.is_ancestor(seen, library.tip)):
        yield f"the history of {store.branch} was rewritten since you last looked; `gitskills log` shows what it is now"
