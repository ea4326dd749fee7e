"""The detached job: reflects on what hooks handed over, under a lease, and prepares what the next session is told.

A mark goes when all of it is settled, so that a crash repeats; the cursor, and the ids of records that were read, see to
it that nothing is learned twice. Before it leaves, it looks again for what came while it held the lease.
"""

from __future__ import annotations

from gitskills.app.context import Context, open_context
from gitskills.app.learn import Plan, learn
from gitskills.app.starting import prepare
from gitskills.app.sync_live import bring_up
from gitskills.app.tally import gone, tally
from gitskills.errors import GitskillsError, LockTimeout
from gitskills.model.hookwords import TOPICS
from gitskills.model.report import Learned
from gitskills.model.ruling import Outcome
from gitskills.state import clock
from gitskills.state.attempts import add_attempt, clear_attempts, may_try, used_up
from gitskills.state.gitconfig import explicitly
from gitskills.state.journal import note
from gitskills.state.lock import held
from gitskills.state.sessions import (
    add_news,
    drop_due,
    due_sessions,
    forget_session,
    mark_due,
    number,
    read_session,
    registered,
    rest_due,
    settle_due,
    switched_off,
    take_due,
    text,
)

LEASE = "job"
NEWS = (Outcome.LANDED, Outcome.REVIEW)
EVERYTHING = "all"


def run_job(folder: str) -> int:
    """Work until nothing is due that may be tried; how many sessions were reflected on. Busy: whoever holds the lease does it."""
    context = open_context(folder)
    seen: set[str] = set()
    while _consented(context):
        try:
            with held(context.need_project().state, LEASE, 0.0):
                _work(context, seen)
        except LockTimeout:
            break
        if not _next(context, seen):
            break
    return len(seen)


def _consented(context: Context) -> bool:
    return explicitly(context.folder, "gitskills.enabled") is True


def _work(context: Context, seen: set[str]) -> None:
    """One round with the lease held. `seen` are the sessions that this job has had its turn with."""
    _tails(context)
    while session := _next(context, seen):
        seen.add(session)
        _reflect(context, session)
    for store in context.stores():
        bring_up(context, store)
    prepare(context)


def _tails(context: Context) -> None:
    """Sessions whose host is gone without a word."""
    state = str(context.need_project().state.root)
    for row in registered(state):
        if not gone(row):
            continue
        counted = tally(row)
        if counted.get("ours") is not True and number(counted, "activity") >= context.settings.tail:
            mark_due(state, counted, "tail")
        latest = read_session(state, text(row, "session"))
        if latest is not None and gone(latest):  # it may have been resumed just now
            forget_session(state, text(row, "session"))


def _next(context: Context, seen: set[str]) -> str:
    """The session that has waited longest and may be tried now, "" where none may."""
    state = str(context.need_project().state.root)
    now = clock.seconds()
    waiting = (session for session in due_sessions(state) if session not in seen)
    return next((session for session in waiting if may_try(state, session, now)), "")


def _reflect(context: Context, session: str) -> None:
    """One session, one run. Where more is left, its mark stays for the next job."""
    state = str(context.need_project().state.root)
    mark = take_due(state, session)
    if mark is None:
        return
    if not _may_read(context, session):
        drop_due(state, session)
        return
    settings = context.settings
    plan = Plan(
        reflector=settings.reflector,
        background=True,
        begin=number(mark, "begin"),
        since=text(mark, "since"),
        wanted=lambda: _may_read(context, session),
    )
    try:
        done = learn(context, text(mark, "transcript"), plan)
    except GitskillsError as error:
        _failed(context, session, error)
        return
    clear_attempts(state, session)
    if not done.left:
        settle_due(state, session)
    _tell(context, done)


def _may_read(context: Context, session: str) -> bool:
    """Consent, as it is at this moment."""
    off = switched_off(str(context.need_project().state.root), session)
    learns = explicitly(context.folder, TOPICS["learn"]) is not False
    return _consented(context) and learns and not {EVERYTHING, "learn"} & set(off)


def _failed(context: Context, session: str, error: GitskillsError) -> None:
    store = context.need_project()
    state = str(store.state.root)
    count = add_attempt(state, session, error.sentence, clock.seconds())
    if used_up(state, session):
        rest_due(state, session)
    note(store.state, "failed", where="job", session=session, count=count, kind=type(error).__name__)


def _tell(context: Context, done: Learned) -> None:
    """What the next prompt or start says, once."""
    state = str(context.need_project().state.root)
    for ruling in done.rulings:
        if ruling.outcome in NEWS:
            add_news(
                state, ruling.proposal, {"kind": str(ruling.outcome), "name": ruling.name, "commit": ruling.commit}
            )
