"""What a session decided: noticed behind the turn in which it was said, and swept for at the session's end by a model.

Both read from cursors of their own, which move last: a crash repeats, and what was recorded is known again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil
from time import monotonic

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import capture, hold
from gitskills.app.decisions.scanning import find_decisions, note_decisions
from gitskills.app.decisions.sweeping import sweep
from gitskills.app.reflection.reading import later, read_episodes
from gitskills.app.reflection.thinking import OverBudget, fitted
from gitskills.decisions.index import foreign
from gitskills.hosts.transcript_file import cursor_after, resume
from gitskills.llm.port import Cause, Model, ModelFault
from gitskills.model.decision import SURE, Candidate, Decided, Decision, Level, Outcome, Pending, Waits
from gitskills.model.episode import Episode
from gitskills.model.learned import Noted
from gitskills.state.cursors import read_cursor, write_cursor

NOTICED, SWEPT = "decisions-", "sweep-"  # whose cursor it is


@dataclass(frozen=True, slots=True)
class Session:
    """A transcript, and from which byte and time on it may be read; `wanted` is asked before each window."""

    transcript: str
    begin: int
    since: str
    wanted: Callable[[], bool]


def notice(context: Context, session: Session) -> tuple[tuple[Noted, ...], bool]:
    """Record what people and agents settled in so many words since the last look; and whether more is left. No model is asked."""
    store = context.need_project()
    noted: list[Noted] = []
    windows = _windows(context, store, session, NOTICED)
    for episode in islice(windows, context.settings.windows_per_run):
        noted += note_decisions(context, find_decisions(context, episode))
        _move(store, session, episode, NOTICED)
    return tuple(noted), next(windows, None) is not None


def sweep_session(context: Context, session: Session, model: Model) -> tuple[Decided, ...]:
    """Ask a model for what nobody put in so many words. Where the time is up, what was paid for waits for a person.

    Raises ModelFault where another try may help or a person must act.
    """
    store, until = context.need_project(), monotonic() + context.settings.sweep_seconds
    reading = replace(context, settings=fitted(context.settings))
    done: list[Decided] = []
    for episode in islice(_windows(reading, store, session, SWEPT), context.settings.windows_per_run):
        left = ceil(until - monotonic())
        if left <= 0:
            break
        try:
            found = sweep(context, model, episode, on_record(context, store), left)
        except OverBudget:
            break
        except ModelFault as fault:
            if fault.cause is not Cause.REQUEST:
                raise
            found = ()  # another try gives the same
        done += settle(context, store, found, until)
        _move(store, session, episode, SWEPT)
    return tuple(done)


def on_record(context: Context, store: Store) -> tuple[Decision, ...]:
    """What a model may be told of: no stranger's words."""
    index = read_decided(context, store)
    strange = foreign(index)
    return tuple(record for name, record in index.current.items() if name not in strange)


def settle(context: Context, store: Store, found: Iterable[Candidate], until: float) -> Iterator[Decided]:
    """What is sure is recorded, what is less waits; so does all that is left when the time is up, and what claims to replace."""
    for candidate in found:
        if candidate.level in SURE and not candidate.supersedes and monotonic() < until:
            yield capture(context, store, candidate)
            continue
        late = candidate.level in SURE and not candidate.supersedes
        waits = replace(candidate, level=Level.INFERRED) if late else candidate
        against = candidate.supersedes if _stands(context, store, candidate.supersedes) else ""
        key = hold(context, store, Pending(replace(waits, supersedes=""), Waits.SWEEP, against))
        yield Decided(Outcome.WAITING if key else Outcome.KNOWN, sentence=f"{candidate.title} waits for a person")


def _stands(context: Context, store: Store, id_: str) -> bool:
    return any(id_ == record.id for record in read_decided(context, store).current.values())


def _windows(context: Context, store: Store, session: Session, reader: str) -> Iterator[Episode]:
    start = resume(session.transcript, read_cursor(store.state, session.transcript, reader))
    windows = read_episodes(context, store, session.transcript, later(start, session.begin, session.since))
    while session.wanted() and (episode := next(windows, None)) is not None:
        yield episode


def _move(store: Store, session: Session, episode: Episode, reader: str) -> None:
    write_cursor(
        store.state,
        session.transcript,
        cursor_after(session.transcript, episode.end_offset, episode.end_line),
        reader,
    )


def landed(noted: Sequence[Noted]) -> tuple[Noted, ...]:
    """Those that made a commit."""
    return tuple(one for one in noted if one.decided.outcome is Outcome.LANDED)
