"""Deciding what waits, one by one, as `git add -p` asks; and from scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.callers import need_person
from gitskills.cli.program import examples, json_option
from gitskills.cli.review_answering import Answer, ask, decide
from gitskills.cli.review_showing import describe, show_items
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.review import ReviewItem


@click.command(
    "review",
    epilog=examples(
        "gitskills review",
        "gitskills review --new",
        "gitskills review uv-not-pip",
        "gitskills review --accept uv-not-pip --reject 7ecf37ae -m 'only true of one script'",
        "gitskills review --json | jq -r .id | xargs -n1 gitskills review --accept",
        "gitskills review --seen",
    )
    + "\n\nExit codes: 0 decided or shown, 1 refused or nothing there, 2 wrong use.",
)
@click.argument("what", required=False, metavar="[ID|NAME]")
@click.option("--new", is_flag=True, help="What landed since you last looked, instead of what waits.")
@click.option("--accept", multiple=True, metavar="ID|NAME", help="Say yes to it, without being asked; may be repeated.")
@click.option("--reject", multiple=True, metavar="ID|NAME", help="Say no to it; what has landed is rolled back.")
@click.option("--keep", multiple=True, metavar="ID|NAME", help="You have looked at what landed, and it stays.")
@click.option("--seen", is_flag=True, help="You have looked at all that landed.")
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why not, for --reject.")
@json_option
@click.pass_context
def review_command(
    context: click.Context,
    what: str | None,
    new: bool,
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    keep: tuple[str, ...],
    seen: bool,
    reason: str,
    as_json: bool,
) -> int:
    """Decide what waits: proposals and edits in place. In a pipe it is listed, and [ID|NAME] shows one in full.

    An id may be cut short, as in git. --accept, --reject and --keep find what waits and what has landed, whichever it is.
    """
    wanted = [("accept", one) for one in accept] + [("reject", one) for one in reject] + [("keep", one) for one in keep]
    if (wanted or seen) and (what is not None or new):
        raise click.UsageError("--accept, --reject, --keep and --seen go without --new and without an argument")
    if reason and not reject:
        raise click.UsageError("-m says why not: it goes with --reject")
    if wanted or seen:
        need_person()
    here = context.obj.open()
    if wanted or seen:
        return _carry_out(here, wanted, seen, Answer(reason, as_json))
    return _look(here, what, new=new, as_json=as_json)


def _carry_out(context: Context, wanted: list[tuple[str, str]], seen: bool, answer: Answer) -> int:
    """All that was asked for by option; nothing is decided where one of the names is wrong."""
    from gitskills.app.review import mark_seen
    from gitskills.app.waiting import unseen, waiting

    items = (*waiting(context), *unseen(context)) if wanted else ()
    named = [(word, _named(items, what)) for word, what in wanted]
    if len({item.id for _, item in named}) < len(named):
        raise click.UsageError("one thing was named twice")
    codes = [decide(context, item, word, answer) for word, item in named]
    if seen:
        mark_seen(context)
        if not answer.as_json:
            click.echo("all that landed is marked as seen")
    return max(codes, default=0)


def _look(context: Context, what: str | None, *, new: bool, as_json: bool) -> int:
    items = _sought(context, what, new=new)
    by_letters = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
    if by_letters:
        _go_through(context, items, new=new)
    else:
        show_items(items, as_json=as_json, whole=what is not None)
    if not items:
        click.echo(_nothing(context, new=new), err=not by_letters)
    return 0 if items else 1


def _sought(context: Context, what: str | None, *, new: bool) -> tuple[ReviewItem, ...]:
    """What waits, or with `new` what landed; what is named may be either."""
    from gitskills.app.waiting import unseen, waiting

    if what is not None:
        return _all_named((*waiting(context), *unseen(context)), what)
    return unseen(context) if new else waiting(context)


def _go_through(context: Context, items: tuple[ReviewItem, ...], *, new: bool) -> None:
    """One after the other, until the person quits."""
    from gitskills.app.review import mark_seen

    for number, item in enumerate(items, 1):
        describe(item, f"({number}/{len(items)}) ")
        if not ask(context, item):
            return
    if new:
        mark_seen(context)
    if items:
        click.echo("nothing more to decide")


def _nothing(context: Context, *, new: bool) -> str:
    """What waits for room, for the branch or elsewhere is nothing to decide here, and not nothing either."""
    from gitskills.state.decisions import pending_decisions
    from gitskills.state.queue import proposal_queue

    if new:
        return "nothing landed unseen"
    queued = sum(len(proposal_queue(store.state)) for store in context.stores())
    undecided = sum(1 for _ in pending_decisions(context.project.state).entries()) if context.project else 0
    judge = f"; {render.count(undecided, 'decision')} to judge (see `gitskills decisions review`)" if undecided else ""
    return f"no{' skill' if undecided else 'thing'} waits for you{f'; {queued} queued (see `gitskills promote`)' if queued else ''}{judge}"


def _all_named(items: tuple[ReviewItem, ...], what: str) -> tuple[ReviewItem, ...]:
    found = tuple(item for item in items if what and (what == item.name or item.id.startswith(what)))
    if not found:
        raise GitskillsError(
            f"nothing called {what!r} waits or landed unseen", "see `gitskills review` and `gitskills review --new`"
        )
    return found


def _named(items: tuple[ReviewItem, ...], what: str) -> ReviewItem:
    """The one thing that is meant: nothing is decided on a guess."""
    found = _all_named(items, what)
    if len({item.id for item in found}) > 1:
        ids = ", ".join(f"{item.id[: render.SHORT]} ({item.title})" for item in found)
        raise GitskillsError(f"{what!r} names {len(found)} things: {ids}", "give one of these ids")
    return found[0]
