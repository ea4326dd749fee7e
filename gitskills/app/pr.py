"""Lessons for the project: chosen, put on a topic branch as clean commits, told in a text, sent, and opened as a pull request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitskills.app.branch.library import read_library
from gitskills.app.context import Context
from gitskills.app.sharing.choosing import Counterpart
from gitskills.app.sharing.lessons import tell_lessons
from gitskills.app.sharing.offering import Aim, aim_at, commands, offer_to_project
from gitskills.app.sharing.topic import SHORT, land_topic, made_here
from gitskills.errors import GitskillsError
from gitskills.git.network import Progress
from gitskills.git.port import Busy
from gitskills.hosts.assets import asset
from gitskills.model.changeset import ChangeSet
from gitskills.model.pull import Lesson, PullReport, PullRequest
from gitskills.share.pullrequest import Telling, body_of, summary_text, title_of, topic_of

TEMPLATE = "templates/pull-request.md"
PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class Wish:
    """Skills or ranges of commits (none = all that the project does not hold), the base ("" = the default branch), and how."""

    words: tuple[str, ...]
    base: str = ""
    evidence: bool = True
    dry_run: bool = False


def propose_to_project(context: Context, wish: Wish, progress: Progress) -> PullReport:
    """Open a pull request with the chosen lessons. A dry run says what it would be, and changes nothing."""
    store = context.need_project()
    if not store.repo.tip(store.branch):
        raise GitskillsError("nothing was learned yet", "`gitskills learn SESSION.jsonl` reads a session")
    aim = aim_at(context, store, wish.base)
    project = Counterpart(read_library(context, store, judge=False), aim.commit)
    chosen = project.choose(wish.words)
    told, left = tell_lessons(context, project, chosen, evidence=wish.evidence)
    lessons, changes = [each.lesson for each in told], [each.change for each in told]
    request = PullRequest(
        topic=topic_of(chosen.names, everything=chosen.everything),
        base=aim.base,
        title=title_of(lessons),
        body=body_of(lessons, Telling(asset(TEMPLATE), wish.evidence)),
    )
    there = aim.known(request.topic) if aim.remote else ""
    if there and not made_here(store, request.topic, there):
        raise GitskillsError(
            f"{aim.remote} has a {request.topic} that was not made here: {there[:SHORT]}",
            f"merge it or delete it there, then: git fetch --prune {aim.remote}",
        )
    report = PullReport(request, aim.remote, PLANNED, _subjects(changes), left)
    if wish.dry_run:
        return replace(report, commands=commands(aim, request, request.topic), text=_text(aim, lessons, request, ""))
    landed = land_topic(context, store, request.topic, aim.commit, changes)
    if isinstance(landed, Busy):
        raise GitskillsError(landed.stops(request.topic), "finish that, then again")
    report = replace(
        report,
        commits=tuple((oid, subject) for oid, (_, subject) in zip(landed.commits, report.commits, strict=True)),
        commands=commands(aim, request, landed.tip),
        text=_text(aim, lessons, request, landed.tip),
    )
    done = offer_to_project(context, aim, request, landed.tip, progress)
    return replace(report, state=done.state, url=done.url, hint=done.hint)


def _subjects(changes: Sequence[ChangeSet]) -> tuple[tuple[str, str], ...]:
    return tuple(("", change.message.subject) for change in changes)


def _text(aim: Aim, lessons: Sequence[Lesson], request: PullRequest, tip: str) -> str:
    """For a person to send, where no forge opens the request; "" where one does."""
    if aim.program is not None or (aim.forge is not None and aim.remote):
        return ""
    return summary_text(lessons, request, aim.remote or "REMOTE", tip)
