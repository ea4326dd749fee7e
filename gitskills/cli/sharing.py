"""Sharing what was learned between clones: sync."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option
from gitskills.model.sync import Named, SyncReport
from gitskills.model.united import Held

MOST = 20  # commits that are listed


@click.command(
    "sync",
    epilog=examples(
        "git config gitskills.remote origin", "gitskills sync", "gitskills sync --pull", "gitskills sync origin --json"
    )
    + "\n\nExit codes: 0 both sides have all, 1 something was refused or waits, 2 no remote is chosen, 3 it can't be reached.",
)
@click.argument("remote", required=False, default="")
@click.option("--push", "only", flag_value="push", help="Only send; nothing is taken in.")
@click.option("--pull", "only", flag_value="pull", help="Only take in; nothing is sent.")
@json_option
@click.pass_obj
def sync_command(session: Session, remote: str, only: str | None, as_json: bool) -> int:
    """Share the branch with the chosen remote.

    What others pushed is checked and merged, then yours is pushed. The remote is the one that gitskills.remote names,
    and no other; nothing is shared before you choose. Your own git does it, with your logins, proxies and rewritten URLs,
    and your pre-push hook runs. Nobody is ever asked for a password.
    """
    from gitskills.app.sync import sync

    context = session.open()
    with render.bar(f"sync {remote or context.settings.remote}") as progress:
        done = sync(context, remote, push=only != "pull", pull=only != "push", progress=progress)
    if as_json:
        render.json_line(_plain(done))
    else:
        _tell(done)
    return 1 if done.stopped else 0


def _plain(done: SyncReport) -> dict[str, object]:
    """The report for scripts: every commit and every finding an object."""
    lists = {side: [{"commit": oid, "subject": said} for oid, said in getattr(done, side)] for side in ("came", "went")}
    refused = [{"commit": oid, "place": place} | render.violation_json(found) for oid, place, found in done.refused]
    return asdict(done) | lists | {"refused": refused}


def _tell(done: SyncReport) -> None:
    _list(done.came, f"from {done.remote}")
    if done.merged:
        click.echo("merged with what was learned here")
    for line in done.told:
        click.echo(f"    {render.visible(line)}")
    _list(done.went, f"to {done.remote}")
    for item in done.held:
        click.echo(f"{render.style('review', 'review')}  {render.visible(item.name)}: {render.visible(item.why)}")
    if done.held:
        click.echo(f"see {' and '.join(_reviews(done.held))}")
    for commit, path, violation in done.refused:
        click.echo(f"{render.style('refused', 'refused')}  {commit[: render.SHORT]} {render.visible(path)}")
        render.finding(violation, "         ")
    if done.stopped:
        render.complain(done.stopped, done.hint)
    elif not done.tip:
        click.echo(f"nothing was learned yet, neither here nor on {done.remote}")
    elif not (done.came or done.went or done.merged):
        click.echo(f"{done.branch} is the same here and on {done.remote}")


def _list(commits: tuple[Named, ...], where: str) -> None:
    if commits:
        click.echo(f"{render.count(len(commits), 'commit')} {where}:")
    for commit, subject in commits[:MOST]:
        click.echo(f"    {commit[: render.SHORT]} {render.visible(subject)}")
    if len(commits) > MOST:
        click.echo(f"    and {len(commits) - MOST:,} more")


def _reviews(held: Sequence[Held]) -> list[str]:
    """Where what was held is judged: a decision is named by its topic, which has two parts."""
    decisions = ["/" in item.name for item in held]
    skills = [] if all(decisions) else ["`gitskills review`"]
    return skills + (["`gitskills decisions review`"] if any(decisions) else [])
