"""What stays and what goes: lifecycle, pin, unpin, archive, restore."""

from __future__ import annotations

import click

from gitskills.cli import render
from gitskills.cli.program import Session, complete_names, examples, json_option
from gitskills.model.usage import Departure

skill_argument = click.argument("skill", shell_complete=complete_names)


@click.command("lifecycle", epilog=examples("gitskills lifecycle --dry-run", "gitskills lifecycle --json"))
@click.option("--dry-run", is_flag=True, help="Only show what would be put away.")
@json_option
@click.pass_obj
def lifecycle_command(session: Session, dry_run: bool, as_json: bool) -> None:
    """Put away what is never used, or has no room. It counts what was used first; jobs do both by themselves."""
    from gitskills.app.lifecycle import put_away
    from gitskills.app.sessions.counting import count

    context = session.open()
    count(context, str(context.need_project().state.root))
    found = put_away(context, dry_run=dry_run)
    if as_json:
        for one in found:
            render.json_line(one)
    elif found:
        render.table(
            ("NAME", "SCOPE", "BECOMES", "COMMIT", "REASON"),
            [(one.name, one.scope, one.becomes, one.commit[: render.SHORT], one.reason) for one in found],
        )
    else:
        click.echo("everything stays")


@click.command("pin", epilog=examples("gitskills pin uv-not-pip"))
@skill_argument
@json_option
@click.pass_obj
def pin_command(session: Session, skill: str, as_json: bool) -> None:
    """Keep a skill, however rarely it is used."""
    _pin(session, skill, "pin", as_json=as_json)


@click.command("unpin", epilog=examples("gitskills unpin uv-not-pip"))
@skill_argument
@json_option
@click.pass_obj
def unpin_command(session: Session, skill: str, as_json: bool) -> None:
    """Let use decide again whether a skill stays."""
    _pin(session, skill, "unpin", as_json=as_json)


def _pin(session: Session, skill: str, verb: str, *, as_json: bool) -> None:
    from gitskills.app.branch.pins import PIN, pin

    sentence = pin(session.open(), skill, verb)
    if as_json:
        render.json_line({"name": skill, "pinned": verb == PIN, "says": sentence})
    else:
        click.echo(sentence)


@click.command("archive", epilog=examples("gitskills archive uv-not-pip", "gitskills archive uv-not-pip -m 'not now'"))
@skill_argument
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why; it stands in the commit.")
@json_option
@click.pass_obj
def archive_command(session: Session, skill: str, reason: str, as_json: bool) -> None:
    """Put a skill away; it can be brought back as it was. The lesson is not refused: `rollback` does that."""
    from gitskills.app.lifecycle import archive
    from gitskills.app.sessions.counting import look

    context = session.open()
    look(context)
    _say(archive(context, skill, reason), f"gitskills restore {skill}", as_json=as_json)


@click.command("restore", epilog=examples("gitskills restore uv-not-pip"))
@skill_argument
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why; it stands in the commit.")
@json_option
@click.pass_obj
def restore_command(session: Session, skill: str, reason: str, as_json: bool) -> None:
    """Bring an archived skill back as it was. Its probation begins anew."""
    from gitskills.app.lifecycle import restore
    from gitskills.app.sessions.counting import look

    context = session.open()
    look(context)
    _say(restore(context, skill, reason), f"gitskills archive {skill}", as_json=as_json)


def _say(done: Departure, undo: str, *, as_json: bool) -> None:
    if as_json:
        render.json_line(done)
    else:
        click.echo(f"{done.commit[: render.SHORT]} {done.name} is {done.becomes}; `{undo}` undoes this")
