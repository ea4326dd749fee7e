"""What was decided: list, show, log, export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.decisions import complete_ids, id_argument, whole_id
from gitskills.cli.program import Session, examples, json_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gitskills.model.decided import DecisionLine

all_option = click.option(
    "-a", "--all", "everything", is_flag=True, help="What is less sure, superseded or revoked, too."
)


@click.command("list", epilog=examples("gitskills decisions list", "gitskills decisions list --all --tag data --json"))
@all_option
@click.option("--tag", default="", help="Only decisions that bear this tag.")
@json_option
@click.pass_obj
def list_command(session: Session, everything: bool, tag: str, as_json: bool) -> int:
    """What stands and is at least confirmed, a line each."""
    from gitskills.app.decisions.showing import list_decisions

    context = session.open()
    lines = list_decisions(context, context.need_project(), everything=everything)
    found = [line for line in lines if not tag or tag in line.decision.tags]
    if as_json:
        for line in found:
            render.json_line(plain(line))
    elif found:
        render.table(("ID", "TOPIC", "LEVEL", "BY", "DATE", "REMARK", "TITLE"), map(_row, found))
    else:
        render.complain(
            "no decision is settled here", "see `gitskills decisions list --all`, `gitskills decide --help`"
        )
    return 0


def plain(line: DecisionLine) -> dict[str, object]:
    """A decision with its remark, for scripts."""
    from gitskills.decisions.record import plain_fields

    return {
        **plain_fields(line.decision),
        "remark": line.remark,
        "commit": line.commit,
        "path": line.decision.topic.path,
    }


def _row(line: DecisionLine) -> tuple[str, ...]:
    one = line.decision
    return (one.id, one.topic.name, one.confidence, one.speaker, one.date, line.remark, one.title)


@click.command("show", epilog=examples("gitskills decisions show 0042", "gitskills decisions show 0042 --json"))
@id_argument
@json_option
@click.pass_obj
def show_command(session: Session, id_: str, as_json: bool) -> None:
    """The record of a decision, also of one that stands no more."""
    from gitskills.app.decisions.showing import show_decision
    from gitskills.decisions.record import render as record

    context = session.open()
    line = show_decision(context, context.need_project(), id_)
    if as_json:
        render.json_line(plain(line))
        return
    if line.remark:
        render.complain(f"{line.decision.id}: {line.remark}")
    click.echo(render.visible(record(line.decision).decode()), nl=False)


@click.command(
    "log",
    epilog=examples("gitskills decisions log", "gitskills decisions log data/storage", "gitskills decisions log 0042"),
)
@click.argument("about", metavar="[ID|TOPIC]", default="", callback=whole_id, shell_complete=complete_ids)
@json_option
@click.pass_obj
def log_command(session: Session, about: str, as_json: bool) -> None:
    """Every commit on decisions, newest first, or those on one topic."""
    from gitskills.app.decisions.showing import decision_log

    context = session.open()
    events = decision_log(context, context.need_project(), about)[::-1]
    if as_json:
        for event in events:
            render.json_line(event)
    elif events:
        rows = (
            (one.commit[: render.SHORT], render.day(one.time), one.act, one.id, one.topic, one.title) for one in events
        )
        render.table(("COMMIT", "DATE", "ACTION", "ID", "TOPIC", "TITLE"), rows)
    else:
        render.complain("nothing was decided here yet", "see `gitskills decide --help`")


@click.command(
    "export", epilog=examples("gitskills decisions export > DECISIONS.md", "gitskills decisions export --format json")
)
@click.option(
    "--format", "form", type=click.Choice(("markdown", "json")), default="markdown", show_default=True, help="As what."
)
@all_option
@click.pass_obj
def export_command(session: Session, form: str, everything: bool) -> None:
    """The index of decisions, in Markdown or as JSON."""
    from gitskills.app.decisions.showing import list_decisions

    context = session.open()
    lines = list_decisions(context, context.need_project(), everything=everything)
    click.echo(_as_json(lines) if form == "json" else _as_table(lines), nl=form == "json")


def _as_json(lines: Iterable[DecisionLine]) -> str:
    import json

    return json.dumps([plain(line) for line in lines], indent=2)


def _as_table(lines: Iterable[DecisionLine]) -> str:
    from gitskills.decisions.listing import markdown

    return render.visible(markdown(lines))
