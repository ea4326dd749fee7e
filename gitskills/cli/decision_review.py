"""The decisions that want a look: one by one as `git add -p` asks, or from scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.callers import need_person
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.decisions.surface import Line, Surface
    from gitskills.model.decision import Decided

LETTERS = {
    "promote": "p", "dismiss": "d", "validate": "v", "supersede": "s", "revoke": "r", "take up": "t", "refuse": "x",
}  # fmt: skip
NEEDS_REASON = frozenset({"revoke"})
MAY_REASON = frozenset({"dismiss", "take up"})


@click.command(
    "review",
    epilog=examples(
        "gitskills decisions review",
        "gitskills decisions review --json",
        "gitskills decisions review --promote 3fa9c2 --dismiss 91bc04 -m 'we only talked about it'",
        "gitskills decisions review --take-up proposed:search",
    )
    + "\n\nExit codes: 0 decided or shown, 1 refused, 2 wrong use.",
)
@click.option("--promote", multiple=True, metavar="KEY", help="Say yes to what waits; may be repeated.")
@click.option(
    "--dismiss", multiple=True, metavar="KEY", help="Say no to what waits; its words are not asked about again."
)
@click.option("--take-up", multiple=True, metavar="TAG", help="Let a proposed tag into the vocabulary.")
@click.option("--refuse-tag", multiple=True, metavar="TAG", help="Don't ask about a proposed tag again.")
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why, for --dismiss and --take-up.")
@json_option
@click.pass_obj
def review_command(
    session: Session,
    promote: tuple[str, ...],
    dismiss: tuple[str, ...],
    take_up: tuple[str, ...],
    refuse_tag: tuple[str, ...],
    reason: str,
    as_json: bool,
) -> int:
    """Show what wants a look; on a terminal, ask.

    That is the queue, what rots, conflicts, stale procedures and proposed tags. Nothing is promoted or resolved by
    itself. `gitskills decisions validate|supersede|revoke ID` answer for what stands.
    """
    from gitskills.app.decisions import judging
    from gitskills.hosts.caller import agent_calls

    if promote or dismiss or take_up or refuse_tag:
        need_person()
    context = session.open()
    done = [
        *(judging.promote(context, key) for key in promote),
        *(judging.refuse(context, key, reason) for key in dismiss),
        *(judging.take_up(context, tag, reason) for tag in take_up),
        *(judging.refuse_tag(context, tag) for tag in refuse_tag),
    ]
    if done:
        return max([_told(one, as_json=as_json) for one in done])
    found = judging.surfaced(context)
    if as_json:
        _as_json(found)
        return 0
    _show(found)
    if sys.stdin.isatty() and sys.stdout.isatty() and not agent_calls():
        _ask_all(context, found)
    return 0


@click.command("conflicts", epilog=examples("gitskills decisions conflicts", "gitskills decisions conflicts --json"))
@json_option
@click.pass_obj
def conflicts_command(session: Session, as_json: bool) -> int:
    """Show decisions that contradict each other.

    They say different things of the same; candidates that meet a decision count, too. Exit code 1: there are some.
    """
    from gitskills.app.decisions.judging import surfaced
    from gitskills.decisions.surface import CONFLICTS, Surface

    found = surfaced(session.open())
    only = Surface({CONFLICTS: found.sections[CONFLICTS]})
    if as_json:
        _as_json(only)
    else:
        _show(only)
    return 1 if only.sections[CONFLICTS] else 0


def _as_json(found: Surface) -> None:
    for name, lines in found.sections.items():
        for line in lines:
            render.json_line(line)
        if name in found.faults:
            render.json_line({"section": name, "fault": found.faults[name]})


def _show(found: Surface) -> None:
    wanted = {name: lines for name, lines in found.sections.items() if lines or name in found.faults}
    if not wanted:
        click.echo("nothing wants a look" if len(found.sections) > 1 else "nothing contradicts")
    for name, lines in wanted.items():
        click.echo(click.style(f"{name} ({len(lines)})", bold=True))
        if name in found.faults:
            click.echo(f"  not complete: {render.visible(found.faults[name])}")
        for line in lines:
            click.echo(f"  {_line(line)}")


def _line(line: Line) -> str:
    from gitskills.decisions.surface import TAGS

    key = line.key if line.section == TAGS else line.key[: render.SHORT]
    return render.visible(f"{key}  {line.title}: {line.why}")


def _ask_all(context: Context, found: Surface) -> None:
    lines = [line for section in found.sections.values() for line in section]
    for number, line in enumerate(lines, 1):
        click.echo(click.style(f"\n({number}/{len(lines)}) {line.section}", bold=True))
        click.echo(_line(line))
        for said in line.detail.splitlines():
            click.echo(f"    {render.visible(said)}")
        if not _ask(context, line):
            return


def _ask(context: Context, line: Line) -> bool:
    """One answer; False to stop. What went wrong is said, and the question put again."""
    from gitskills.app.decisions.judging import answer

    words = {LETTERS[word]: word for word in line.answers}
    letters = ", ".join((*(f"{letter} {word}" for letter, word in words.items()), "n next, q quit"))
    while True:
        letter = click.prompt(f"[{letters}]", default="n", show_default=False)[:1].lower()
        if letter in {"n", "q"}:
            return bool(letter == "n")
        word = words.get(letter, "")
        if word == "supersede":
            click.echo(f"decide anew: gitskills decisions supersede {line.key} --title '…'")
            return True
        if not word:
            click.echo("answer with one of the letters")
            continue
        try:
            done = answer(context, line, word, _reason(word))
        except GitskillsError as error:
            render.complain(error.sentence, error.hint)
            continue
        _told(done, as_json=False)
        return True


def _reason(word: str) -> str:
    if word in NEEDS_REASON:
        return str(click.prompt("why"))
    return str(click.prompt("why, if you like", default="", show_default=False)) if word in MAY_REASON else ""


def _told(done: Decided, *, as_json: bool) -> int:
    if as_json:
        render.json_line(done)
    else:
        commit = f"{done.commit[: render.SHORT]} " if done.commit else ""
        click.echo(render.visible(f"{commit}{done.sentence or done.outcome}"), err=done.outcome != "landed")
    return 0 if done.outcome in {"landed", "known"} else 1
