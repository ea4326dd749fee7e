"""The sessions that lie behind: which there are, what a model would take to read them, and reading them all. On request alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from gitskills.app.context import Context
from gitskills.app.learn import Plan, learn
from gitskills.app.preview import requests
from gitskills.app.reflection.reading import Progress, no_progress
from gitskills.errors import GitskillsError, UsageError
from gitskills.hosts.claude_code import transcripts_folder
from gitskills.llm.port import Usage
from gitskills.llm.prices import price
from gitskills.model.learned import Estimate, Learned

ALL_WINDOWS = 100_000  # a run of history has no end but the last record
ROUNDS = 2  # a refusal is usual
OUTPUT = 1_500  # tokens of all answers to a window
SUBAGENT = "agent-"  # such transcripts are another agent's talk with ours


def past_sessions(context: Context, since: str) -> tuple[str, ...]:
    """The transcripts that the host keeps of this repository's working folders, oldest first; written to since that day."""
    earliest = _seconds(since)
    roots = {path for root in context.need_project().repo.worktrees() for path in (root, str(Path(root).resolve()))}
    found = {
        place
        for root in roots
        for place in transcripts_folder(root).glob("*.jsonl")
        if place.is_file() and not place.name.startswith(SUBAGENT) and place.stat().st_mtime >= earliest
    }
    return tuple(str(place) for place in sorted(found, key=lambda place: (place.stat().st_mtime, place.name)))


def _seconds(since: str) -> float:
    if not since:
        return 0.0
    try:
        day = date.fromisoformat(since)
    except ValueError as error:
        raise UsageError(f"{since!r} is no date", "write it as 2026-03-01") from error
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def estimate(context: Context, sessions: Sequence[str], name: str, progress: Progress = no_progress) -> Estimate:
    """What the reflector `name` would take for all of them, rather too much. Nothing is sent."""
    asked = [one for session in _told(sessions, progress) for one in requests(_whole(context), session, name)]
    tokens = sum(one.tokens for one in asked) * ROUNDS
    output = OUTPUT * len(asked)
    label = asked[0].reflector if asked else name
    money = price(label.rpartition(" ")[2], Usage(fresh=tokens, output=output))
    return Estimate(label, len(sessions), len(asked), tokens + output, money)


def learn_past(context: Context, sessions: Sequence[str], plan: Plan) -> Iterator[Learned | GitskillsError]:
    """What each session taught. One that can't be read doesn't stop the others."""
    sizes = [Path(session).stat().st_size for session in sessions]
    for number, session in enumerate(sessions):
        before, total = sum(sizes[:number]), sum(sizes)
        here = replace(plan, progress=_part_of(plan.progress, before, total))
        try:
            yield learn(_whole(context), session, here)
        except GitskillsError as error:
            yield error


def _part_of(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _size: progress(before + done, total)


def _told(sessions: Sequence[str], progress: Progress) -> Iterator[str]:
    for number, session in enumerate(sessions):
        yield session
        progress(number + 1, len(sessions))


def _whole(context: Context) -> Context:
    return replace(context, settings=replace(context.settings, windows_per_run=ALL_WINDOWS))
