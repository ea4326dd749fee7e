"""Yes and no: on, off; and the job that hooks start."""

from __future__ import annotations

import click

from gitskills.cli.program import Session, examples

where_options = (
    click.option("--session", "where", flag_value="session", help="In the session that this is called from."),
    click.option("--repo", "where", flag_value="repo", default=True, help="In this repository; so without an option."),
    click.option("--global", "where", flag_value="global", help="In every repository of this person."),
)


@click.command("on", epilog=examples("gitskills on", "gitskills on --global", "gitskills on --session learn"))
@click.argument("topics", nargs=-1, metavar="[TOPIC...]")
@where_options[0]
@where_options[1]
@where_options[2]
@click.pass_obj
def on_command(session: Session, topics: tuple[str, ...], where: str) -> None:
    """Let sessions be read and learned from, from now on. TOPIC is learn or decide; none means gitskills as a whole."""
    _switch(session, topics, where, on=True)


@click.command("off", epilog=examples("gitskills off", "gitskills off --session", "gitskills off learn"))
@click.argument("topics", nargs=-1, metavar="[TOPIC...]")
@where_options[0]
@where_options[1]
@where_options[2]
@click.pass_obj
def off_command(session: Session, topics: tuple[str, ...], where: str) -> None:
    """Read and say nothing from now on. TOPIC is learn or decide; none means gitskills as a whole."""
    _switch(session, topics, where, on=False)


def _switch(session: Session, topics: tuple[str, ...], where: str, *, on: bool) -> None:
    from gitskills.app.context import open_context
    from gitskills.app.switches import switch

    place = where if where in {"session", "global"} else "repo"
    click.echo(switch(open_context(session.folder), on=on, where=place, topics=topics))


@click.command("job", hidden=True, epilog=examples("gitskills job"))
@click.option("--state", default="", help="Where the hooks left their marks.")
@click.pass_obj
def job_command(session: Session, state: str) -> None:
    """Reflect on what sessions handed over. Hooks start it."""
    from gitskills.state.leash import put_on

    put_on()  # before anything that may hang
    from gitskills.app.handoff import run_job

    run_job(session.folder, state)
