"""Taking back."""

from __future__ import annotations

import click

from gitskills.cli import render
from gitskills.cli.program import Session, json_option


@click.command(
    "rollback",
    epilog="Examples: gitskills rollback uv-not-pip -m 'we moved to poetry' · gitskills rollback 3de5557 -m 'too broad'",
)
@click.argument("what", metavar="SKILL|COMMIT")
@click.option("-m", "--message", "reason", required=True, metavar="REASON", help="Why; it stands in the commit.")
@json_option
@click.pass_obj
def rollback_command(session: Session, what: str, reason: str, as_json: bool) -> int:
    """Take a skill away, or undo one commit as `git revert` does; the lesson is not learned again."""
    from gitskills.app.rollback import rollback

    done = rollback(session.open(), what, reason)
    if as_json:
        render.json_line(done)
    elif done.commit:
        click.echo(f"{done.commit[: render.SHORT]} {render.visible(done.subject)}")
        click.echo(
            f"taken back: {', '.join(done.names)}; `gitskills rollback {done.commit[: render.SHORT]} -m …` undoes this"
        )
    elif done.waits:
        click.echo(f"not done: {done.waits}", err=True)
    else:
        click.echo(f"not done: {render.visible(done.subject)} conflicts with later commits", err=True)
        for path in done.conflicts:
            click.echo(f"    {render.visible(path)}", err=True)
        later = " ".join(commit[: render.SHORT] for commit in done.later)
        click.echo(f"hint: roll these back first, newest first: {later}", err=True)
    return 0 if done.commit else 1
