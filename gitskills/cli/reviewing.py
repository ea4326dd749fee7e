"""Deciding what waits, one by one, as `git add -p` asks; and from scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.report import ReviewItem

WAITING = "a accept, r reject, e edit, n next, q quit"
LANDED = "k keep, p pin, e edit, r revert, q quit"


@click.command(
    "review",
    epilog="Examples: gitskills review · gitskills review --new · gitskills review --accept uv-not-pip",
)
@click.option("--new", is_flag=True, help="What landed since you last looked, instead of what waits.")
@click.option("--accept", metavar="ID|NAME", help="Say yes to one, without being asked.")
@click.option("--reject", metavar="ID|NAME", help="Say no to one, without being asked.")
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why not.")
@json_option
@click.pass_obj
def review_command(
    session: Session, new: bool, accept: str | None, reject: str | None, reason: str, as_json: bool
) -> int:
    """Decide what waits: proposals, edits in place; with --new what landed unseen."""
    from gitskills.app.review import mark_seen, unseen, waiting

    context = session.open()
    items = unseen(context) if new else waiting(context)
    if accept or reject:
        return _scripted(context, _named(items, accept or reject or ""), reason, yes=accept is not None)
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _list(items, as_json=as_json)
        return 0 if items else 1
    for number, item in enumerate(items, 1):
        _describe(item, f"({number}/{len(items)})")
        if not _ask(context, item):
            return 0
    if new:
        mark_seen(context)
    click.echo("nothing more to decide" if items else "nothing waits")
    return 0 if items else 1


def _named(items: tuple[ReviewItem, ...], what: str) -> ReviewItem:
    found = [item for item in items if what == item.name or item.id.startswith(what)]
    if not found:
        raise GitskillsError(f"nothing called {what} waits", "see `gitskills review`")
    if len({item.id for item in found}) > 1:
        raise GitskillsError(f"{what} names {len(found)} things", "give the id that `gitskills review` shows")
    return found[0]


def _scripted(context: Context, item: ReviewItem, reason: str, *, yes: bool) -> int:
    return _accept(context, item) if yes else _reject(context, item, reason)


def _accept(context: Context, item: ReviewItem) -> int:
    from gitskills.app.review import accept

    ruling = accept(context, item)
    render.rulings([ruling])
    return 0 if str(ruling.outcome) == "landed" else 1


def _reject(context: Context, item: ReviewItem, reason: str) -> int:
    from gitskills.app.review import reject
    from gitskills.app.rollback import rollback

    if item.kind == "landed":
        done = rollback(context, item.commit, reason)
        click.echo(
            f"{done.commit[: render.SHORT]} {done.subject}"
            if done.commit
            else "not taken back: later commits are in the way"
        )
        return 0 if done.commit else 1
    click.echo(reject(context, item, reason))
    return 0


def _list(items: tuple[ReviewItem, ...], *, as_json: bool) -> None:
    if as_json:
        for item in items:
            render.json_line(item)
    elif items:
        rows = [
            (item.id[: render.SHORT], item.kind, item.scope, item.name, item.reason or item.title) for item in items
        ]
        render.table(("ID", "KIND", "SCOPE", "NAME", "REASON"), rows)
    else:
        click.echo("nothing waits", err=True)


def _describe(item: ReviewItem, place: str) -> None:
    click.echo(click.style(f"\n{place} {item.kind}: {render.visible(item.name)} ({item.scope})", bold=True))
    click.echo(render.visible(item.title))
    for quote in item.quotes:
        click.echo(f"    “{render.visible(quote)}”")
    if item.reason:
        click.echo(f"why: {render.visible(item.reason)}")
    for violation in item.violations:
        render.finding(violation, "held by ")
    click.echo(render.visible(item.detail))


def _ask(context: Context, item: ReviewItem) -> bool:
    """One decision; False to stop."""
    from gitskills.app.review import keep, pin

    letters = LANDED if item.kind == "landed" else WAITING
    while True:
        answer = click.prompt(f"[{letters}]", default="n" if item.kind != "landed" else "k", show_default=False)
        letter = answer[:1].lower()
        if letter == "q":
            return False
        if letter == "n" or letter not in {part[:1] for part in letters.split(", ")}:
            if letter == "n":
                return True
            continue
        if letter == "k":
            click.echo(keep(context, item))
        elif letter == "p":
            click.echo(pin(context, item))
        elif letter == "a":
            _accept(context, item)
        elif letter == "r":
            _reject(context, item, click.prompt("why", default="not wanted"))
        else:
            _edit(context, item)
        return True


def _edit(context: Context, item: ReviewItem) -> None:
    from gitskills.app.review import edit_text, edited

    text = click.edit(edit_text(context, item), extension=".md")
    if text is None:
        click.echo("not changed")
        return
    answer = edited(context, item, text)
    if isinstance(answer, str):
        click.echo(answer)
    else:
        render.rulings([answer])
