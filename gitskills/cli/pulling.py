"""Pull requests: lessons proposed to the project, and a closed one taken as a verdict."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, complete_names, examples, json_option

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.pull import Closed, PullReport

SAID = {
    "made": "the branch is here",
    "pushed": "sent",
    "opened": "opened",
    "updated": "the open one is up to date",
}


@click.command(
    "pr",
    epilog=examples(
        "gitskills pr --dry-run",
        "gitskills pr uv-not-pip --base develop",
        "gitskills pr main..skills --no-evidence",
        "gitskills pr --closed uv-not-pip -m 'we moved to poetry'",
    )
    + "\n\nExit codes: 0 done, 1 nothing to propose, or something is in the way, 2 wrong use, 3 the remote or its"
    " program is not as needed.",
)
@click.argument("what", nargs=-1, metavar="[SKILL|RANGE]...", shell_complete=complete_names)
@click.option("--base", default="", metavar="BRANCH", help="The branch to propose to; else the default branch.")
@click.option("--no-evidence", is_flag=True, help="Leave out the words that the lessons rest on.")
@click.option("--closed", is_flag=True, help="It was closed unmerged, and that is a verdict: refuse these lessons.")
@click.option(
    "-m", "--message", "reason", default="", metavar="REASON", help="With --closed: why; it stands in the commit."
)
@click.option("-n", "--dry-run", is_flag=True, help="Show branch, commits, text and commands; change nothing.")
@json_option
@click.pass_obj
def pr_command(
    session: Session,
    what: tuple[str, ...],
    base: str,
    no_evidence: bool,
    closed: bool,
    reason: str,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Propose lessons to the project as a pull request.

    A topic branch with one commit a skill is made, sent and opened; without a name, of all that the project does not hold
    yet. It is opened by gh or glab where they are installed, by push options where the forge knows them, and is a text to
    send otherwise (gitskills.forge). The branch is sent to gitskills.remote, else to the default branch's own remote.
    """
    if closed and (base or no_evidence or dry_run):
        raise click.UsageError("--closed takes the names of skills and -m REASON alone")
    if reason and not closed:
        raise click.UsageError("--message goes with --closed")
    context = session.open()
    if closed:
        return _close(context, what, reason, as_json=as_json)
    from gitskills.app.pr import Wish, propose_to_project

    with render.bar("sending") as progress:
        done = propose_to_project(context, Wish(what, base, not no_evidence, dry_run), progress)
    if as_json:
        render.json_line(done)
    else:
        _show(done)
    return 0


def _show(done: PullReport) -> None:
    request = done.request
    for name, why in done.left:
        click.echo(f"left out  {render.visible(name)}: {render.visible(why)}")
    click.echo(f"{request.topic}  for {render.visible(request.base)}  ({render.visible(done.remote) or 'no remote'})")
    for commit, subject in done.commits:
        made = f"{commit[: render.SHORT]} " if commit else ""
        click.echo(f"    {made}{render.visible(subject)}")
    if done.state == "planned":
        click.echo(f"\n{render.visible(request.title)}\n\n{render.visible(request.body)}")
        for command in done.commands:
            click.echo(f"$ {render.visible(shlex.join(command))}")
    if done.text:
        click.echo(f"\n{render.visible(done.text)}")
    if done.state != "planned":
        click.echo(f"{SAID[done.state]}  {render.visible(done.url)}".rstrip())
    if done.hint:
        click.echo(f"hint: {render.visible(done.hint)}", err=True)


def _close(context: Context, names: tuple[str, ...], reason: str, *, as_json: bool) -> int:
    from gitskills.app.closing import close_unmerged

    done = close_unmerged(context, names, reason)
    if as_json:
        render.json_line(done)
    else:
        _show_closed(done)
    return 1 if done.waits else 0


def _show_closed(done: Closed) -> None:
    for name, commit in zip(done.names, done.commits, strict=True):
        click.echo(f"{commit[: render.SHORT]} taken back: {render.visible(name)}")
        click.echo(render.undo("forgive", name))
    for topic in done.topics:
        click.echo(f"removed the branch {topic}; at the remote it stays until it is deleted there")
    if done.waits:
        render.complain(f"not all is done: {done.waits}", "then try again with the rest")
