"""The demo: a real session, a fresh repository, and git's own log of what was learned."""

from __future__ import annotations

import subprocess

import click

from gitskills.cli import render
from gitskills.cli.program import examples


@click.command("demo", epilog=examples("gitskills demo", "gitskills demo /tmp/shop"))
@click.argument("folder", required=False)
@click.pass_context
def demo_command(called: click.Context, folder: str | None) -> int:
    """Learn from a recorded session in a scratch repository. Shows what `git log` says of it then."""
    from gitskills.app.context import open_context
    from gitskills.app.demo import prepare
    from gitskills.app.learn import Plan, learn
    from gitskills.app.status import status
    from gitskills.cli.learned import show_learned
    from gitskills.cli.reading import overview

    repository, transcript = prepare(folder)
    called.find_root().params["folders"] = (repository,)  # as the steps are shown; commands to be pasted name it
    _step(f"gitskills -C {repository} learn {transcript}")
    with render.bar("reading the session") as progress:
        done = learn(open_context(repository), transcript, Plan(progress=progress))
    show_learned(done, dry_run=False)
    _step(f"git -C {repository} log --stat main..skills")
    code = subprocess.run(
        ["git", "--no-pager", "-C", repository, "log", "--stat", "main..skills"], check=False
    ).returncode
    landed = [ruling.name for ruling in done.rulings if str(ruling.outcome) == "landed"]
    _step(f"gitskills -C {repository} status")
    overview(status(open_context(repository)))
    _step("what to try next")
    for line in (
        *(f"gitskills -C {repository} why {name}" for name in landed[:1]),
        *(f"gitskills -C {repository} rollback {name} -m 'not for us'" for name in landed[:1]),
        f"gitskills -C {repository} review",
        f"git -C {repository} log skills",
    ):
        click.echo(f"    {line}")
    return 0 if landed and code == 0 else 1


def _step(title: str) -> None:
    click.echo(click.style(f"\n$ {title}" if title.startswith("git") else f"\n{title}", bold=True))
