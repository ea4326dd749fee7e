"""Deciding what waits, one by one, as `git add -p` asks; and from scripts."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.report import ReviewItem

WAITING = "a accept, r reject, e edit, n next, q quit"
LANDED = "k keep, p pin, e edit, r revert, q quit"


@click.command(
    "review",
    epilog=examples(
        "gitskills review",
        "gitskills review --new",
        "gitskills review --accept uv-not-pip",
        "gitskills review --reject 7ecf37ae -m 'only true of one script'",
    ),
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
    """Decide what waits: proposals and edits in place. In a pipe it is listed."""
    from gitskills.app.review import mark_seen, unseen, waiting

    context = session.open()
    items = unseen(context) if new else waiting(context)
    if accept is not None and reject is not None:
        raise click.UsageError("--accept and --reject exclude each other")
    if accept is not None:
        return _accept(context, _named(items, accept))
    if reject is not None:
        return _reject(context, _named(items, reject), reason)
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
    found = [item for item in items if what and (what == item.name or item.id.startswith(what))]
    if not found:
        raise GitskillsError(f"nothing called {what} waits", "see `gitskills review`")
    if len({item.id for item in found}) > 1:
        raise GitskillsError(f"{what} names {len(found)} things", "give the id that `gitskills review` shows")
    return found[0]


def _accept(context: Context, item: ReviewItem) -> int:
    from gitskills.app.review import accept

    ruling = accept(context, item)
    render.rulings([ruling])
    return 0 if ruling.outcome == "landed" else 1


def _reject(context: Context, item: ReviewItem, reason: str) -> int:
    from gitskills.app.review import reject
    from gitskills.app.rollback import rollback

    if item.kind == "landed":
        return render.undone(rollback(context, item.commit, reason or "not wanted"))
    click.echo(render.visible(reject(context, item, reason)))
    return 0


def _list(items: tuple[ReviewItem, ...], *, as_json: bool) -> None:
    if as_json:
        for item in items:
            render.json_line(asdict(item) | {"violations": [render.shown(found) for found in item.violations]})
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
    """One decision; False to stop. What went wrong with it is said, and the question put again."""
    letters = LANDED if item.kind == "landed" else WAITING
    known = {part[:1] for part in letters.split(", ")}
    while True:
        letter = click.prompt(f"[{letters}]", default=letters[0] if item.kind == "landed" else "n", show_default=False)
        letter = letter[:1].lower()
        if letter not in known:
            click.echo("answer with one of the letters")
            continue
        if letter == "q":
            return False
        try:
            _decide(context, item, letter)
        except GitskillsError as error:
            render.complain(error.sentence, error.hint)
            continue
        return True


def _decide(context: Context, item: ReviewItem, letter: str) -> None:
    from gitskills.app.review import keep, pin

    if letter in "kn":
        click.echo(render.visible(keep(context, item)))
    elif letter == "p":
        click.echo(render.visible(pin(context, item)))
    elif letter == "a":
        _accept(context, item)
    elif letter == "r":
        _reject(context, item, click.prompt("why", default="not wanted"))
    else:
        _edit(context, item)


def _edit(context: Context, item: ReviewItem) -> None:
    from gitskills.app.review import edit_text, edited

    text = click.edit(edit_text(context, item), editor=_editor(context.folder), extension=".md")
    if text is None:
        click.echo("not changed")
        return
    answer = edited(context, item, text)
    if isinstance(answer, str):
        click.echo(render.visible(answer))
    else:
        render.rulings([answer])


def _editor(folder: str) -> str | None:
    """The one that git would open."""
    from gitskills.git.process import run_git

    found = run_git(folder, "var", "GIT_EDITOR")
    return found.output.decode("utf-8", "surrogateescape").strip() or None if found.status == 0 else None
