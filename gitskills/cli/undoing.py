"""Taking back."""

from __future__ import annotations

import click

from gitskills.cli import render
from gitskills.cli.program import Session, complete_names, examples, json_option


@click.command(
    "rollback",
    epilog=examples(
        "gitskills rollback uv-not-pip -m 'we moved to poetry'", "gitskills rollback 3de5557 -m 'too broad'"
    ),
)
@click.argument("what", metavar="SKILL|COMMIT", shell_complete=complete_names)
@click.option("-m", "--message", "reason", required=True, metavar="REASON", help="Why; it stands in the commit.")
@json_option
@click.pass_obj
def rollback_command(session: Session, what: str, reason: str, as_json: bool) -> int:
    """Take back a skill, or one commit as `git revert` does. The lesson is not learned again."""
    from gitskills.app.rollback import rollback

    done = rollback(session.open(), what, reason)
    if as_json:
        render.json_line(done)
        return 0 if done.commit else 1
    return render.undone(done)
