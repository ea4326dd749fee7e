"""The detached job: reflects on what hooks handed over, under a lease, and prepares what the next session is told.

A mark goes when all of it is settled, so that a crash repeats; the cursor, and the ids of records that were read, see to
it that nothing is learned twice. Before it leaves, it looks again for what came while it held the lease.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, open_context
from gitskills.app.curate import plan_when_due
from gitskills.app.decisions.noticing import Session, landed, notice, sweep_session
from gitskills.app.learn import Plan, learn
from gitskills.app.lifecycle import put_away
from gitskills.app.reflection.reflectors import named_model
from gitskills.app.sessions.counting import count
from gitskills.app.sessions.starting import prepare
from gitskills.app.sessions.tally import gone, tally
from gitskills.errors import EnvironmentFault, GitskillsError, LockTimeout
from gitskills.model.hookwords import TOPICS
from gitskills.model.learned import Learned, Noted
from gitskills.model.ruling import Outcome
from gitskills.model.turn import Speaker
from gitskills.state import clock
from gitskills.state.attempts import add_attempt, clear_attempts, may_try, used_up
from gitskills.state.directory import StateDirectory
from gitskills.state.gitconfig import explicitly
from gitskills.state.journal import note, note_fault
from gitskills.state.lock import held
from gitskills.state.sessions import (
    SAID,
    Row,
    add_news,
    drop_due,
    drop_news,
    due_sessions,
    end_session,
    mark_due,
    number,
    read_session,
    registered,
    rest_due,
    settle_due,
    switched_off,
    take_due,
    text,
    tidy,
)

LEASE = "job"
NEWS = (Outcome.LANDED, Outcome.REVIEW)
EVERYTHING = "all"
TAIL = "tail"
LONGEST_TITLE = 100
HOUR = 3_600


@dataclass(slots=True)
class Job:
    """`state` is where hooks leave their marks: the repository's, or the plugin's own folder for sessions outside of one.

    `seen` are the sessions that this job has had its turn with. One that only `noticed` decisions, behind a turn, leaves
    the housekeeping to others.
    """

    context: Context
    state: str
    seen: set[str] = field(default_factory=set)
    learned: bool = False
    noticed: bool = False

    @property
    def directory(self) -> StateDirectory:
        return StateDirectory(Path(self.state))


def run_job(folder: str, state: str) -> int:
    """Work until nothing is due that may be tried; how many sessions were reflected on. Busy: whoever holds the lease does it."""
    context = open_context(folder)
    job = Job(context, state or str(context.need_project().state.root))
    while _consented(context):
        try:
            with held(job.directory, LEASE, 0.0):
                _work(job)
        except LockTimeout:
            break
        if not _next(job):
            break
    return len(job.seen)


def _consented(context: Context) -> bool:
    return explicitly(context.folder, "gitskills.enabled") is True


def _work(job: Job) -> None:
    """One round with the lease held."""
    tidy(job.state, clock.seconds() - HOUR)
    _tails(job)
    # before anything is born that was not there when it was said
    _beside(job, "counting", lambda: count(job.context, job.state))
    while session := _next(job):
        job.seen.add(session)
        _reflect(job, session)
    for store in job.context.stores():
        bring_up(job.context, store)
    if job.learned or not job.noticed:
        _beside(job, "lifecycle", lambda: put_away(job.context, dry_run=False))
        _beside(job, "curator", lambda: plan_when_due(job.context))
    prepare(job.context, job.state)


def _beside(job: Job, where: str, act: Callable[[], object]) -> None:
    """What must not keep the job from reflecting: the next one does it."""
    try:
        act()
    except EnvironmentFault as fault:
        note_fault(job.directory, where, fault.sentence)


def _tails(job: Job) -> None:
    """Sessions whose host is gone without a word."""
    for row in registered(job.state):
        if not gone(row):
            continue
        counted = tally(row)
        worth = number(counted, "activity") >= job.context.settings.tail
        if counted.get("ours") is not True and (worth or counted.get("said") is True):
            mark_due(job.state, counted, TAIL if worth else SAID)
        latest = read_session(job.state, text(row, "session"))
        if latest is not None and gone(latest):  # it may have been resumed just now
            end_session(job.state, text(row, "session"))


def _next(job: Job) -> str:
    """The session that has waited longest and may be tried now, "" where none may."""
    now = clock.seconds()
    waiting = (session for session in due_sessions(job.state) if session not in job.seen)
    return next((session for session in waiting if may_try(job.state, session, now)), "")


def _reflect(job: Job, session: str) -> None:
    """One session, one run: lessons where a reflection is due, decisions in any case. What is left keeps its mark for the next job."""
    mark = take_due(job.state, session)
    if mark is None:
        return
    learns, decides = (_may_read(job, session, topic) for topic in ("learn", "decide"))
    if not (learns or decides):
        drop_due(job.state, session)
        return
    try:
        left = _read(job, session, mark, [topic for topic, may in (("learn", learns), ("decide", decides)) if may])
    except GitskillsError as error:
        _failed(job, session, error)
        return
    clear_attempts(job.state, session)
    if not left:
        settle_due(job.state, session)


def _read(job: Job, session: str, mark: Row, topics: list[str]) -> bool:
    """What was settled in so many words first, then lessons, then what only a model finds; whether more is left."""
    left = False
    part = Session(
        text(mark, "transcript"),
        number(mark, "said_begin"),
        text(mark, "said_since"),
        lambda: _may_read(job, session, "decide"),
    )
    decides = "decide" in topics and job.context.project is not None
    if decides:
        noted, left = notice(job.context, part)
        _tell_decided(job, noted)
    if text(mark, "why") == SAID:
        job.noticed = True
        job.seen.discard(session)  # more may be said while the job is at work
        return left
    if "learn" in topics:
        job.learned = True
        left = _learn(job, session, mark, decides=decides) or left
    sweeper = named_model(job.context) if decides and text(mark, "why") == TAIL else None
    if sweeper is not None and job.context.settings.sweep_seconds:
        sweep_session(job.context, part, sweeper)
    return left


def _learn(job: Job, session: str, mark: Row, *, decides: bool) -> bool:
    """Reflect on what is new; whether more is left."""
    plan = Plan(
        reflector=job.context.settings.reflector,
        background=True,
        begin=number(mark, "begin"),
        since=text(mark, "since"),
        wanted=lambda: _may_read(job, session, "learn"),
    )
    here = replace(job.context, settings=replace(job.context.settings, decide=decides))
    done = learn(here, text(mark, "transcript"), plan)
    _tell(job, done)
    return done.left


def _may_read(job: Job, session: str, topic: str) -> bool:
    """Consent, as it is at this moment."""
    on = explicitly(job.context.folder, TOPICS[topic]) is not False
    return _consented(job.context) and on and not {EVERYTHING, topic} & set(switched_off(job.state, session))


def _failed(job: Job, session: str, error: GitskillsError) -> None:
    count = add_attempt(job.state, session, error.sentence, clock.seconds())
    if used_up(job.state, session):
        rest_due(job.state, session)
    note(job.directory, "failed", where="job", session=session, count=count, kind=type(error).__name__)


def _tell_decided(job: Job, noted: tuple[Noted, ...]) -> None:
    """What a person settled is on record: said once, so that nobody records it again."""
    for one in landed(noted):
        if one.candidate.speaker is Speaker.USER:
            row: Row = {"kind": "decided", "name": f"{one.decided.id} {one.candidate.title}"[:LONGEST_TITLE]}
            drop_news(job.state, f"decision-{one.decided.prior}")
            add_news(job.state, f"decision-{one.decided.id}", row)


def _tell(job: Job, done: Learned) -> None:
    """What the next prompt or start says, once."""
    for ruling in done.rulings:
        if ruling.outcome in NEWS:
            row: Row = {"kind": str(ruling.outcome), "name": ruling.name, "commit": ruling.commit}
            add_news(job.state, ruling.proposal, row)
