"""From a transcript to commits: read from the cursor, capture, redact, reflect, prove, land, and move the cursor last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import land_in_turn
from gitskills.app.context import Context, Store
from gitskills.app.decisions.scanning import find_decisions, note_decisions
from gitskills.app.reflection.known import Known
from gitskills.app.reflection.reading import BEGINNING, Part, Progress, later, no_progress, read_episodes, redacted
from gitskills.app.reflection.reflectors import OFFLINE, Reflect, Reflector, reflector
from gitskills.app.reflection.relapses import count_relapses
from gitskills.app.sessions.counting import count_transcript
from gitskills.decisions.lane import divided
from gitskills.errors import GitskillsError
from gitskills.hosts.assets import asset
from gitskills.hosts.transcript_file import cursor_after, resume
from gitskills.llm.port import ModelFault
from gitskills.model.decision import Extracted
from gitskills.model.episode import Episode
from gitskills.model.learned import Candidate, Learned
from gitskills.model.proposal import Scope
from gitskills.model.ruling import Ruling
from gitskills.propose.identity import proposal_id
from gitskills.propose.proof import Unproven, fold_window, prove
from gitskills.state.cursors import read_cursor, write_cursor
from gitskills.state.queue import proposal_queue
from gitskills.state.seen import add_records, read_records, record_mark

NO_PROJECT = "outside of a repository only what holds in all of a person's projects is kept"


def always() -> bool:
    """For a person who asked for it."""
    return True


@dataclass(frozen=True, slots=True)
class Plan:
    """How to learn. A dry run judges, and neither writes nor moves the cursor; `again` reads from the start.

    In the `background` nobody sees an error: where the reflector lacks something, offline stands in. What stands before the
    byte `begin`, or is older than `since`, was there before the session was registered and is none of ours to learn from.
    `wanted` is asked before each window is read.
    """

    reflector: str = "auto"
    dry_run: bool = False
    again: bool = False
    progress: Progress = no_progress
    background: bool = False
    begin: int = 0
    since: str = ""
    wanted: Callable[[], bool] = always


def learn(context: Context, transcript: str, plan: Plan) -> Learned:
    """Learn from what is new in one transcript; the cursor moves last, window by window: a crash repeats, never loses."""
    store = context.need_project() if plan.dry_run and context.user is None else context.base()  # a dry run makes none
    if not context.settings.enabled:
        raise GitskillsError("learning is off here (gitskills.enabled is false)", "say yes: gitskills on")
    if not plan.dry_run and not plan.background:  # a job has counted already
        count_transcript(context, transcript)
    part = _part(store, transcript, plan)
    think = thinker(context, plan)
    windows = _while(plan.wanted, read_episodes(think.reading, store, transcript, part))

    def move_cursor(episode: Episode) -> None:
        write_cursor(store.state, transcript, cursor_after(transcript, episode.end_offset, episode.end_line))

    return take(context, Reading(transcript, windows, think, plan.dry_run, move_cursor))


def thinker(context: Context, plan: Plan) -> Reflector:
    """Who is to read it. Outside of a repository no model is asked."""
    chosen = plan.reflector if context.project else OFFLINE
    return reflector(context, chosen, _offline(context), background=plan.background)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is to be learned from: windows of `name`, who reads them, and what to do when one is settled."""

    name: str
    windows: Iterator[Episode]
    think: Reflector
    dry_run: bool
    settled: Callable[[Episode], None]


def take(context: Context, reading: Reading) -> Learned:
    """Window by window: proposed, settled, and only then remembered as read."""
    done = Learned(reading.name, 0, (), ())
    notes = reading.think.notes
    for episode in islice(reading.windows, context.settings.windows_per_run):
        try:
            candidates, decided = _by_lane(context, episode, propose(context, episode, reading.think))
        except ModelFault as fault:
            if not done.windows:
                raise
            return replace(done, left=True, notes=(*notes, fault.sentence))  # what has landed is told all the same
        if not reading.dry_run:
            count_relapses(context, reading.name, episode)  # before it is said that a skill is there
        rulings = _settle(context, candidates, dry_run=reading.dry_run)
        noted = note_decisions(context, decided, dry_run=reading.dry_run)
        done = _added(done, episode, candidates, rulings)
        done = replace(done, decisions=(*done.decisions, *noted))
        if not reading.dry_run:
            add_records(context.base().state, (turn.uuid for turn in episode.window))
            reading.settled(episode)
    return replace(done, left=next(reading.windows, None) is not None, notes=tuple(notes))


def _while(wanted: Callable[[], bool], windows: Iterator[Episode]) -> Iterator[Episode]:
    while wanted() and (episode := next(windows, None)) is not None:
        yield episode


def _part(store: Store, transcript: str, plan: Plan) -> Part:
    """What is new: behind the cursor, and no copy of a record that another transcript held (a fork, a resumed session)."""
    if plan.again or plan.dry_run:
        return later(BEGINNING, 0, plan.since, progress=plan.progress)
    start = resume(transcript, read_cursor(store.state, transcript))
    read = read_records(store.state)
    return later(start, plan.begin, plan.since, lambda turn: record_mark(turn.uuid) in read, plan.progress)


def _added(done: Learned, episode: Episode, candidates: list[Candidate], rulings: list[Ruling]) -> Learned:
    return replace(
        done,
        windows=done.windows + 1,
        candidates=(*done.candidates, *candidates),
        rulings=(*done.rulings, *rulings),
        skipped=done.skipped + len(episode.skipped),
        redactions=done.redactions + episode.redactions,
    )


def _by_lane(
    context: Context, episode: Episode, candidates: list[Candidate]
) -> tuple[list[Candidate], tuple[Extracted, ...]]:
    """No quote becomes a skill and a decision: what went to the decisions is marked, and goes no further as a skill."""
    lanes = divided((item.proposal for item in candidates if not item.refusal), find_decisions(context, episode))
    moved = set(map(id, lanes.moved))
    return [replace(item, decided=id(item.proposal) in moved) for item in candidates], lanes.decisions


def _offline(context: Context) -> Reflect:
    """The embedded reflector. It looks up what is known anew for each window: the last one may have landed something."""
    from gitskills.reflect.offline.reflection import reflect
    from gitskills.reflect.offline.weights import parse_weights

    weights = parse_weights(asset("reflector/offline/weights.json"))
    return lambda episode: reflect(episode, Known(context).nearest, weights)


def propose(context: Context, episode: Episode, think: Reflect) -> list[Candidate]:
    """What the reflector proposes, each quote found again in the window or the proposal refused."""
    found: dict[str, Candidate] = {}
    window = fold_window(episode.window)
    for raw in think(episode) if episode.window else ():
        clean = redacted(raw, context.redactor)
        proven = prove(clean, window, episode.source)
        if isinstance(proven, Unproven):
            key = proposal_id(clean)
            found.setdefault(key, Candidate(key, clean, proven.why, proven.nearest))
            continue
        key = proposal_id(proven)
        homeless = proven.scope is Scope.PROJECT and context.project is None
        found.setdefault(key, Candidate(key, proven, NO_PROJECT if homeless else ""))
    return list(found.values())


def _settle(context: Context, candidates: list[Candidate], *, dry_run: bool) -> list[Ruling]:
    """Queue what is proven, so that a crash loses nothing, and take it through the door behind what waits already."""
    rulings: list[Ruling] = []
    for scope in Scope:
        entries = [
            Entry(item.id, item.proposal)
            for item in candidates
            if not (item.refusal or item.decided) and item.proposal.scope is scope
        ]
        if not entries:
            continue
        store = context.store_for(scope)
        if not dry_run:
            queue = proposal_queue(store.state)
            for entry in entries:
                queue.add(entry.id, entry.proposal)
        rulings += land_in_turn(context, store, entries, dry_run=dry_run)
    return rulings
