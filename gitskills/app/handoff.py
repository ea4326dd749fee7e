"""The detached job: reflects on what hooks handed over, under a lease, and prepares what the next session is told.

A mark goes when all of it is settled, so that a crash repeats; the cursor, and the ids of records that were read, see to
it that nothing is learned twice. Before it leaves, it looks again for what came while it held the lease.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gitskills.app.context import Context, open_context
from gitskills.app.counting import count
from gitskills.app.curate import plan_when_due
from gitskills.app.learn import Plan, learn
from gitskills.app.lifecycle import put_away
from gitskills.app.starting import prepare
from gitskills.app.sync_live import bring_up
from gitskills.app.tally import gone, tally
from gitskills.errors import EnvironmentFault, GitskillsError, LockTimeout
from gitskills.model.hookwords import TOPICS
from gitskills.model.learned import Learned
from gitskills.model.ruling import Outcome
from gitskills.state import clock
from gitskills.state.attempts import add_attempt, clear_attempts, may_try, used_up
from gitskills.state.directory import StateDirectory
from gitskills.state.gitconfig import explicitly
from gitskills.state.journal import note, note_fault
from gitskills.state.lock import held
from gitskills.state.sessions import (
    Row,
    add_news,
    drop_due,
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
HOUR = 3_600


@dataclass(frozen=True, slots=True)
class Job:
    """`state` is where hooks leave their marks: the repository's, or the plugin's own folder for sessions outside of one.

    `seen` are the sessions that this job has had its turn with.
    """

    context: Context
    state: str
    seen: set[str] = field(default_factory=set)

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
        if counted.get("ours") is not True and number(counted, "activity") >= job.context.settings.tail:
            mark_due(job.state, counted, "tail")
        latest = read_session(job.state, text(row, "session"))
        if latest is not None and gone(latest):  # it may have been resumed just now
            end_session(job.state, text(row, "session"))


def _next(job: Job) -> str:
    """The session that has waited longest and may be tried now, "" where none may."""
    now = clock.seconds()
    waiting = (session for session in due_sessions(job.state) if session not in job.seen)
    return next((session for session in waiting if may_try(job.state, session, now)), "")


def _reflect(job: Job, session: str) -> None:
    """One session, one run. Where more is left, its mark stays for the next job."""
    mark = take_due(job.state, session)
    if mark is None:
        return
    if not _may_read(job, session):
        drop_due(job.state, session)
        return
    plan = Plan(
        reflector=job.context.settings.reflector,
        background=True,
        begin=number(mark, "begin"),
        since=text(mark, "since"),
        wanted=lambda: _may_read(job, session),
    )
    try:
        done = learn(job.context, text(mark, "transcript"), plan)
    except GitskillsError as error:
        _failed(job, session, error)
        return
    clear_attempts(job.state, session)
    if not done.left:
        settle_due(job.state, session)
    _tell(job, done)


def _may_read(job: Job, session: str) -> bool:
    """Consent, as it is at this moment."""
    learns = explicitly(job.context.folder, TOPICS["learn"]) is not False
    return _consented(job.context) and learns and not {EVERYTHING, "learn"} & set(switched_off(job.state, session))


def _failed(job: Job, session: str, error: GitskillsError) -> None:
    count = add_attempt(job.state, session, error.sentence, clock.seconds())
    if used_up(job.state, session):
        rest_due(job.state, session)
    note(job.directory, "failed", where="job", session=session, count=count, kind=type(error).__name__)


def _tell(job: Job, done: Learned) -> None:
    """What the next prompt or start says, once."""
    for ruling in done.rulings:
        if ruling.outcome in NEWS:
            row: Row = {"kind": str(ruling.outcome), "name": ruling.name, "commit": ruling.commit}
            add_news(job.state, ruling.proposal, row)
