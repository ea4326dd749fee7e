"""Looking decisions up."""

from __future__ import annotations

from typing import Any

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option

LEVELS = ("assumed", "inferred", "confirmed", "explicit")


@click.command(
    "recall",
    epilog=examples(
        "gitskills decisions recall database",
        "gitskills decisions recall 'which port' --past",
        "gitskills decisions recall --domain api --level inferred -n 20",
    )
    + "\n\nExit codes: 0 found, 1 nothing found, 2 wrong use.",
)
@click.argument("words", nargs=-1, metavar="QUERY...")
@click.option("--level", type=click.Choice(LEVELS), default="confirmed", show_default=True, help="Nothing below it.")
@click.option("--past", is_flag=True, help="What was superseded or revoked, too.")
@click.option("--foreign", is_flag=True, help="What this clone has not accepted, too; it is marked.")
@click.option(
    "--project",
    help="Of that project alone; the branch holds one repository's decisions, however its clones are called.",
)
@click.option("--tool", help="Made with that tool.")
@click.option("--model", help="Made with that model.")
@click.option("--task-category", help="Made during work of that kind.")
@click.option("--author", help="By that author.")
@click.option("--domain", help="About that domain.")
@click.option("--goal", help="For that goal.")
@click.option("--confidence-source", help="Resting on that: user_statement, ai_inference, …")
@click.option("-n", "--limit", type=click.IntRange(1, 1_000), default=10, show_default=True, help="At most so many.")
@json_option
@click.pass_obj
def recall_command(session: Session, /, words: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Find decisions by their words. The best come first, without words the newest; offline."""
    from gitskills.app.decisions.recalling import recalled
    from gitskills.decisions.recall import FILTERS, Query
    from gitskills.model.decision import Level

    found = recalled(
        session.open(),
        Query(
            text=" ".join(words),
            floor=Level(options["level"]),
            wanted={name: options[name] for name in FILTERS if options.get(name)},
            past=options["past"],
            limit=options["limit"],
        ),
        strange=options["foreign"],
    )
    for one in found.found if as_json else ():
        render.json_line(one)
    if not as_json and found.found:
        rows = [
            (one.decision.id, one.decision.confidence, one.decision.topic.name, one.remark, one.decision.title)
            for one in found.found
        ]
        render.table(("ID", "LEVEL", "TOPIC", "REMARK", "DECISION"), rows)
    if found.more:
        click.echo(f"({found.more} more: -n shows them)", err=as_json)
    if not found.found:
        click.echo("nothing found", err=True)
    if found.unasked:
        left = render.count(found.unasked, "decision")
        click.echo(f"({left} not accepted here: --foreign looks there, too)", err=True)
    return 0 if found.found else 1
