"""Deciding what waits, one by one, as `git add -p` asks; and from scripts."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.callers import need_person
from gitskills.cli.program import examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.review import ReviewItem

WAITING = "a accept, r reject, e edit, n next, q quit"
LANDED = "k keep, p pin, e edit, r revert, q quit"
FOREIGN = "a accept, k keep, r revert, n next, q quit"
MARKS = {"reject": "refused by", "review": "held by", "warn": "noted by"}


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


@dataclass(frozen=True, slots=True)
class Answer:
    """Why not, and whether a script reads what came of it."""

    reason: str
    as_json: bool


def _carry_out(context: Context, wanted: list[tuple[str, str]], seen: bool, answer: Answer) -> int:
    """All that was asked for by option; nothing is decided where one of the names is wrong."""
    from gitskills.app.review import mark_seen
    from gitskills.app.waiting import unseen, waiting

    items = (*waiting(context), *unseen(context)) if wanted else ()
    named = [(word, _named(items, what)) for word, what in wanted]
    if len({item.id for _, item in named}) < len(named):
        raise click.UsageError("one thing was named twice")
    codes = [_decided(context, item, word, answer) for word, item in named]
    if seen:
        mark_seen(context)
    return max(codes, default=0)


def _decided(context: Context, item: ReviewItem, word: str, answer: Answer) -> int:
    if word == "accept":
        return _accept(context, item, answer)
    if word == "reject":
        return _reject(context, item, answer)
    from gitskills.app.review import keep

    _say(item, "kept", keep(context, item), answer)
    return 0


def _look(context: Context, what: str | None, *, new: bool, as_json: bool) -> int:
    from gitskills.app.review import mark_seen
    from gitskills.app.waiting import unseen, waiting

    items = () if new and what is None else waiting(context)
    items = (*items, *unseen(context)) if new or what is not None else items
    if what is not None:
        items = _all_named(items, what)
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _list(items, as_json=as_json, whole=what is not None)
        if not items:
            click.echo(_nothing(context, new=new), err=True)
        return 0 if items else 1
    for number, item in enumerate(items, 1):
        _describe(item, f"({number}/{len(items)}) ")
        if not _ask(context, item):
            return 0
    if new:
        mark_seen(context)
    click.echo("nothing more to decide" if items else _nothing(context, new=new))
    return 0 if items else 1


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


def _accept(context: Context, item: ReviewItem, answer: Answer) -> int:
    from gitskills.app.review import accept

    ruling = accept(context, item)
    if answer.as_json:
        render.json_line(render.ruling_json(ruling))
    else:
        render.rulings([ruling])
    return 0 if ruling.outcome == "landed" else 1


def _reject(context: Context, item: ReviewItem, answer: Answer) -> int:
    from gitskills.app.review import reject
    from gitskills.app.rollback import rollback

    if item.kind != "landed":
        _say(item, "rejected", reject(context, item, answer.reason), answer)
        return 0
    done = rollback(context, item.commit, answer.reason.strip() or "not wanted")
    if not answer.as_json:
        return render.undone(done)
    render.json_line(done)
    return 0 if done.commit else 1


def _say(item: ReviewItem, word: str, sentence: str, answer: Answer) -> None:
    if answer.as_json:
        render.json_line({"id": item.id, "kind": item.kind, "name": item.name, "decision": word})
    else:
        click.echo(render.visible(sentence))


def _list(items: tuple[ReviewItem, ...], *, as_json: bool, whole: bool) -> None:
    if as_json:
        for item in items:
            render.json_line(_plain(item))
    elif whole:
        for item in items:
            _describe(item, "")
    elif items:
        rows = [(item.id[: render.SHORT], item.kind, item.scope, item.name, _why_it_waits(item)) for item in items]
        render.table(("ID", "KIND", "SCOPE", "NAME", "REASON"), rows)
        if sys.stderr.isatty():
            click.echo("hint: `gitskills review ID` shows one in full; --accept ID and --reject ID decide", err=True)


def _why_it_waits(item: ReviewItem) -> str:
    """What the rules found comes first: it is what a person decides on."""
    return "; ".join(found.message for found in item.violations) or item.reason or item.title


def _plain(item: ReviewItem) -> dict[str, object]:
    quotes = [dict(zip(render.QUOTE_FIELDS, quote, strict=True)) for quote in item.quotes]
    return asdict(item) | {"violations": [render.shown(found) for found in item.violations], "quotes": quotes}


def _describe(item: ReviewItem, place: str) -> None:
    foreign = ", not from this clone" if item.foreign else ""
    title = f"{place}{item.kind}: {render.visible(item.name)} ({item.scope}{foreign})"
    click.echo(click.style(f"\n{title}" if place else title, bold=True))
    click.echo(f"{item.id[: render.SHORT]}  {render.visible(item.title)}")
    for quote in item.quotes:
        click.echo(f"    {render.spoken(quote)}")
    if item.reason:
        click.echo(f"why: {render.visible(item.reason)}")
    for violation in render.distinct(item.violations):
        render.finding(violation, f"{MARKS[violation.severity]} ")
    click.echo()
    click.echo(render.visible(item.detail))
    for file in item.files:
        runs = ", executable" if file.executable else ""
        head = f"\n{item.name}/{file.path} ({file.change}, {render.count(file.size, 'byte')}{runs})"
        click.echo(click.style(render.visible(head), bold=True))
        if file.change != "removed":
            click.echo(render.visible(file.text) if file.text else "(not text)")


def _ask(context: Context, item: ReviewItem) -> bool:
    """One decision; False to stop. What went wrong with it is said, and the question put again."""
    landed = item.kind == "landed"
    letters = FOREIGN if item.foreign else LANDED if landed else WAITING
    known = {part[:1] for part in letters.split(", ")}
    usual = "k" if landed and not item.foreign else "n"
    while True:
        letter = click.prompt(f"[{letters}]", default=usual, show_default=False)
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

    answer = Answer("", as_json=False)
    if letter == "n":
        click.echo(f"{render.visible(item.name)} goes on waiting")
    elif letter == "k":
        click.echo(render.visible(keep(context, item)))
    elif letter == "p":
        click.echo(render.visible(pin(context, item)))
    elif letter == "a":
        _accept(context, item, answer)
    elif letter == "r":
        _reject(context, item, replace(answer, reason=click.prompt("why", default="not wanted")))
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
