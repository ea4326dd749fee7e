"""Finding the learned commit after which something fails."""

from __future__ import annotations

import os

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option


@click.command(
    "bisect",
    context_settings={"ignore_unknown_options": True},
    epilog=examples(
        "gitskills bisect -- make test",
        "gitskills bisect --good skills~20 -- sh -c '! grep -rq \"npm install\" .claude/skills'",
    )
    + "\n\nExit codes: 0 found, 1 there is none, 2 wrong use, 3 the machine or the repository is not as needed.",
)
@click.option(
    "--good", default="", metavar="REV", help="A commit of the branch at which CMD passes; else its beginning."
)
@json_option
@click.argument("command", nargs=-1, required=True, metavar="-- CMD...", type=click.UNPROCESSED)
@click.pass_obj
def bisect_command(session: Session, good: str, as_json: bool, command: tuple[str, ...]) -> None:
    """Find the learned commit after which CMD fails.

    CMD runs in a throw-away clone: the project as committed at HEAD, with the skills as they were at each step.
    It fails by its exit code; 125 says that a commit can't be judged. What it prints goes to standard error.
    """
    from gitskills.app.bisect import bisect

    found = bisect(session.open(), good, command)
    if as_json:
        render.json_line(found)
        return
    click.echo(f"{found.commit[: render.SHORT]} {render.visible(found.subject)}")
    if found.names:
        click.echo(f"see `gitskills why {found.commit[: render.SHORT]}`")
        click.echo(render.undo("rollback", found.commit[: render.SHORT]))


@click.command("bisect-step", hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def bisect_step_command(command: tuple[str, ...]) -> int:
    """One step of a bisection; git calls it."""
    from gitskills.app.bisect import step

    return step(os.getcwd(), command)  # noqa: PTH109 - the clone, as git left it
