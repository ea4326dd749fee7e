"""From sessions and proposals to commits: learn, propose, promote; and what would be seen: preview, redact."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

import click

from gitskills.cli import render
from gitskills.cli.callers import in_doubt
from gitskills.cli.learned import learned_json, show_learned, tell_each
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitskills.app.context import Context
    from gitskills.app.learn import Plan
    from gitskills.model.learned import Learned

MOST_TEXT = 256 * 1024 * 1024


@click.command(
    "learn",
    epilog=examples(
        "gitskills learn ~/.claude/projects/-home-me-shop/*.jsonl",
        "gitskills learn --dry-run session.jsonl",
        "gitskills learn --history --since 2026-03-01",
        "gitskills learn --pr 42",
        "gitskills learn --since 2026-03-01",
    )
    + "\n\nExit codes: 0 a lesson or a decision landed or waits, 1 nothing found, nothing new since the last run, or all of it"
    " refused, 2 wrong use (no such transcript), 3 the machine or the repository is not as needed.",
)
@click.argument("transcripts", nargs=-1, metavar="[TRANSCRIPT]...", type=click.Path())
@click.option("--history", is_flag=True, help="Every session that Claude Code keeps of this repository, offline first.")
@click.option(
    "--pr", "pulls", multiple=True, metavar="N", type=click.IntRange(min=1), help="The reviews of this pull request."
)
@click.option(
    "--since",
    default="",
    metavar="DATE",
    help="With --history: nothing older than 2026-03-01, say. Without: the reviews of all pull requests since then.",
)
@click.option("-y", "--yes", is_flag=True, help="With --history: let the model read, too, without being asked.")
@click.option("-r", "--reflector", metavar="NAME", help="Who reads it: auto, claude, anthropic, openai, offline.")
@click.option(
    "-n", "--dry-run", is_flag=True, help="Say what would come of the whole session, read or not; write nothing."
)
@click.option("--again", is_flag=True, help="Read from the start, whatever was read before.")
@json_option
@click.pass_obj
def learn_command(
    session: Session,
    transcripts: tuple[str, ...],
    history: bool,
    pulls: tuple[int, ...],
    since: str,
    yes: bool,
    reflector: str | None,
    dry_run: bool,
    again: bool,
    as_json: bool,
) -> int:
    """Read what is new in a session, and land what it taught.

    --history reads all sessions of this repository by the embedded reflector. Where a model is named, it then tells what
    that would take, in tokens and money, and asks.

    --pr and --since read what people wrote in reviews, through gh or glab: a reviewer who belongs to the project speaks
    as the user does. The author of a pull request, strangers and bots teach nothing.
    """
    reviews = bool(pulls or (since and not history))
    if [history, bool(transcripts), reviews].count(True) != 1:
        raise click.UsageError("name transcripts, or give one of --history, --pr and --since")
    if yes and not history:
        raise click.UsageError("--yes goes with --history")
    from gitskills.app.learn import Plan

    context = session.open()
    plan = Plan(reflector or context.settings.reflector, dry_run, again)
    show = partial(learned_json if as_json else show_learned, dry_run=dry_run)
    if history:
        from gitskills.cli.past import Wish, learn_history

        return learn_history(context, Wish(since, reflector or "", dry_run, yes, as_json, show))
    if reviews:
        return tell_each(_from_reviews(context, pulls, since, plan), show)
    return tell_each(_from_sessions(in_doubt(context, transcripts), transcripts, plan), show)


def _from_sessions(context: Context, transcripts: tuple[str, ...], plan: Plan) -> Iterator[Learned | GitskillsError]:
    """One that can't be read stops no other."""
    from gitskills.app.learn import learn

    for transcript in transcripts:
        try:
            with render.bar(transcript.rpartition("/")[2]) as progress:
                done = learn(context, transcript, replace(plan, progress=progress))
        except GitskillsError as error:
            yield error
        else:
            yield done


def _from_reviews(
    context: Context, pulls: tuple[int, ...], since: str, plan: Plan
) -> Iterator[Learned | GitskillsError]:
    from gitskills.app.reviews import Reviews, learn_reviews

    with render.bar("reviews") as progress:
        yield from learn_reviews(context, Reviews(pulls, since), replace(plan, progress=progress))


@click.command("promote", epilog=examples("gitskills promote", "gitskills promote --dry-run --json"))
@click.option("-n", "--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@json_option
@click.pass_obj
def promote_command(session: Session, dry_run: bool, as_json: bool) -> int:
    """Rule on what is queued. The live skills are brought up to the branch."""
    from gitskills.app.promote import promote

    found = promote(session.open(), dry_run=dry_run)
    if as_json:
        for ruling in found:
            render.json_line(render.ruling_json(ruling))
    else:
        render.rulings(found)
        if not found:
            click.echo("nothing is queued")
    return 1 if any(str(ruling.outcome) == "rejected" for ruling in found) else 0


@click.command(
    "preview",
    epilog=examples(
        "gitskills preview session.jsonl", "gitskills preview --prompt --reflector anthropic session.jsonl"
    ),
)
@click.argument("transcript", type=click.Path())
@click.option("--prompt", is_flag=True, help="The exact first request of a model for each window, and its tokens.")
@click.option("-r", "--reflector", metavar="NAME", help="With --prompt: claude, anthropic, openai, or auto.")
@json_option
@click.pass_obj
def preview_command(session: Session, transcript: str, prompt: bool, reflector: str | None, as_json: bool) -> None:
    """Show exactly what a reflector would see of a session. Nothing is sent."""
    from gitskills.app.preview import preview

    context = session.open()
    if prompt:
        _show_requests(context, transcript, reflector or context.settings.reflector, as_json=as_json)
        return
    text = preview(context, transcript)
    if as_json:
        render.json_line({"transcript": transcript, "bytes": len(text.encode()), "text": text})
        return
    with render.paged() as lines:
        lines.append(render.visible(text))


def _show_requests(context: Context, transcript: str, reflector: str, *, as_json: bool) -> None:
    import json

    from gitskills.app.preview import requests

    asked = list(requests(context, transcript, reflector))
    if as_json:
        for one in asked:
            render.json_line({"reflector": one.reflector, "tokens": one.tokens, "request": json.loads(one.request)})
        return
    most = context.settings.context_tokens
    with render.paged() as lines:
        for one in asked:
            lines.append(f"{one.reflector}: about {one.tokens:,} of {most:,} tokens")
            lines.append(render.visible(json.dumps(json.loads(one.request), ensure_ascii=False, indent=1)))


@click.command(
    "redact", epilog=examples("kubectl logs api | gitskills redact", "gitskills redact < session.jsonl > clean.jsonl")
)
@click.argument("file", type=click.File("rb"), default="-")
def redact_command(file: BinaryIO) -> None:
    """Take secrets and personal data out of text. A filter: the rest passes byte for byte."""
    from gitskills.redact import Redactor
    from gitskills.state.directory import scanner_cache

    content: bytes = file.read(MOST_TEXT + 1)
    if len(content) > MOST_TEXT:
        raise GitskillsError(
            f"the input is larger than {MOST_TEXT >> 20} MB; nothing was written", "split it between two lines"
        )
    redactor = Redactor(rule_cache=scanner_cache())
    clean, _ = redactor.redact(content.decode("utf-8", "surrogateescape"))
    sys.stdout.buffer.write(clean.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
