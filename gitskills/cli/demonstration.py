"""The demo: a real session, a fresh repository, and git's own log of what was learned."""

from __future__ import annotations

import subprocess

import click

from gitskills.cli import render


@click.command("demo", epilog="Example: gitskills demo /tmp/shop")
@click.argument("folder", required=False)
def demo_command(folder: str | None) -> int:
    """Make a small repository, learn from a recorded session, and show the resulting `git log`."""
    from gitskills.app.context import open_context
    from gitskills.app.demo import prepare
    from gitskills.app.learn import Plan, learn
    from gitskills.cli.learning import _learned

    repository, transcript = prepare(folder)
    _step(f"gitskills -C {repository} learn {transcript}")
    with render.bar("reading the session") as progress:
        done = learn(open_context(repository), transcript, Plan(progress=progress))
    _learned(done, dry_run=False)
    _step(f"git -C {repository} log --stat main..skills")
    code = subprocess.run(
        ["git", "--no-pager", "-C", repository, "log", "--stat", "main..skills"], check=False
    ).returncode
    landed = [ruling.name for ruling in done.rulings if str(ruling.outcome) == "landed"]
    _step("what to try next")
    for line in (
        f"gitskills -C {repository} status",
        *(f"gitskills -C {repository} why {name}" for name in landed[:1]),
        *(f"gitskills -C {repository} rollback {name} -m 'not for us'" for name in landed[:1]),
        f"gitskills -C {repository} review",
    ):
        click.echo(f"    {line}")
    return 0 if landed and code == 0 else 1


def _step(title: str) -> None:
    click.echo(click.style(f"\n$ {title}" if title.startswith("git") else f"\n{title}", bold=True))
