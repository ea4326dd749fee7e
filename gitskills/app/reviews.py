"""From the reviews of pull requests to commits: what people wrote is read as a session is, redacted, proven and settled alike.

The source of each lesson is the comment's own URL. What was read once is not read again; an edited comment is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from gitskills.app.context import Context, Store
from gitskills.app.learn import Plan, Reading, take, thinker
from gitskills.app.reflection.reading import ignored_in
from gitskills.capture.windows import CapturePlan, episodes
from gitskills.errors import GitskillsError, UsageError
from gitskills.git.topics import remote_url
from gitskills.hosts.forge import Forge, forge_at, kind_of, place_of
from gitskills.model.episode import Episode
from gitskills.model.learned import Learned
from gitskills.model.pull import Reviewed
from gitskills.model.turn import Turn
from gitskills.state.seen import read_records, record_mark
from gitskills.transcript.reviews import review_turns

MOST = 200  # pull requests of one run


@dataclass(frozen=True, slots=True)
class Reviews:
    """Which pull requests: the numbers, or where there are none all that changed since the day `since`."""

    numbers: tuple[int, ...] = ()
    since: str = ""


def learn_reviews(context: Context, wanted: Reviews, plan: Plan) -> Iterator[Learned | GitskillsError]:
    """What each pull request taught. One that can't be read doesn't stop the others."""
    store = context.need_project()
    if not context.settings.enabled:
        raise GitskillsError("learning is off here (gitskills.enabled is false)", "say yes: gitskills on")
    forge = _forge(context, store)
    numbers = wanted.numbers or _recent(forge, wanted.since)
    for place, number in enumerate(numbers):
        plan.progress(place, len(numbers))
        try:
            yield _learn(context, store, forge.reviewed(number), replace(plan, since=wanted.since))
        except GitskillsError as error:
            yield error
    plan.progress(len(numbers), len(numbers))


def _forge(context: Context, store: Store) -> Forge:
    """The forge of the default branch's remote, with its program."""
    home, _ = store.repo.default_branch()
    place = place_of(remote_url(store.folder, home)) if home else None
    forge = forge_at(kind_of(place, context.settings.forge), place, None, store.folder)
    if forge is None:
        raise GitskillsError(
            f"{home} is neither GitHub nor GitLab, as far as its URL says" if home else "no remote is known here",
            "where it is: git config gitskills.forge github (or gitlab)",
        )
    if not forge.program.installed:
        raise GitskillsError(
            f"reviews are read by the program {forge.program.name}, which is not on the PATH",
            f"install it, then: {forge.program.name} auth login --hostname {forge.program.host}",
        )
    return forge


def _recent(forge: Forge, since: str) -> tuple[int, ...]:
    try:
        date.fromisoformat(since)
    except ValueError as error:
        raise UsageError(f"{since!r} is no date", "write it as 2026-03-01") from error
    numbers: list[int] = []
    for number in forge.updated_since(since):
        if len(numbers) == MOST:
            raise UsageError(f"more than {MOST} pull requests changed since {since}", "name a later day")
        numbers.append(number)
    return tuple(reversed(numbers))


def _learn(context: Context, store: Store, pull: Reviewed, plan: Plan) -> Learned:
    """Window by window, as from a session."""
    think = thinker(context, plan)
    windows = _windows(think.reading, store, pull, plan)
    done = take(context, Reading(pull.url, windows, think, plan.dry_run, _nothing_more))
    return replace(done, skipped=done.skipped + pull.unreadable)


def _windows(context: Context, store: Store, pull: Reviewed, plan: Plan) -> Iterator[Episode]:
    read = frozenset() if plan.again or plan.dry_run else read_records(store.state)

    def known(turn: Turn) -> bool:
        return "" < turn.timestamp < plan.since or record_mark(turn.uuid) in read

    capture = CapturePlan(
        transcript=pull.url, source=pull.url, settings=context.settings, ignored=ignored_in(store), known=known
    )
    return episodes(review_turns(pull), context.redactor.redact, capture)


def _nothing_more(_episode: Episode) -> None:
    """There is no cursor: each comment is remembered by its own mark."""
