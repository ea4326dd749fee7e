"""Taking back: a skill or a commit, all that a source taught, and a no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, complete_names, examples, json_option

if TYPE_CHECKING:
    from gitskills.model.review import WithdrawReport


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


@click.command(
    "withdraw",
    epilog=examples(
        "gitskills withdraw --dry-run --session 0f3c1a52-7d1e-4c0b-9a55-2f6f0f3b8a11",
        "gitskills withdraw --source claude-code:7b352e7d150b7ecc -m 'it read a poisoned page'",
        "gitskills withdraw --file notes/session.jsonl",
    )
    + "\n\nExit codes: 0 done, 1 nothing descends from it, or something is in the way, 2 wrong use.",
)
@click.option("--session", "sessions", multiple=True, metavar="ID|TRANSCRIPT", help="What this session taught.")
@click.option("--source", "sources", multiple=True, metavar="SOURCE", help="As a commit's Source trailer names it.")
@click.option(
    "--file", "files", multiple=True, metavar="PATH", help="What was learned from this file of the repository."
)
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why; it stands in the commits.")
@click.option("-n", "--dry-run", is_flag=True, help="Say what would go and what would stay; write nothing.")
@json_option
@click.pass_obj
def withdraw_command(
    session: Session,
    sessions: tuple[str, ...],
    sources: tuple[str, ...],
    files: tuple[str, ...],
    reason: str,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take back what a source taught; what others support stays.

    All that descends from it goes, one commit a skill. Skills that it alone taught are removed, also from the archive;
    its changes to others are undone, and merges that took one of them in are taken apart. What it taught is refused
    from then on, until `gitskills forgive`.
    """
    from gitskills.app.withdraw import file_sources, session_sources, withdraw

    context = session.open()
    named = frozenset(sources).union(
        *(session_sources(context, one) for one in sessions), *(file_sources(context, one) for one in files)
    )
    done = withdraw(context, named, reason, dry_run=dry_run)
    if as_json:
        render.json_line(done)
    else:
        show_withdrawn(done, dry_run=dry_run)
    return 1 if done.waits or any(skill.becomes == "held" for skill in done.skills) else 0


def show_withdrawn(done: WithdrawReport, *, dry_run: bool) -> None:
    """Each skill with the commits that go and those that stay."""
    if done.waits:
        render.complain(f"not done: {done.waits}", "finish what is going on there; then try again")
    would = "would be " if dry_run or done.waits else ""
    for skill in done.skills:
        word = {"removed": "removed", "kept": "kept in part"}.get(skill.becomes, "")
        click.echo(
            f"{would}{word}  {skill.place}" if word else f"in the way  {skill.place}: {render.visible(skill.why)}"
        )
        for mark, commits in (("-", skill.goes), ("+" if skill.becomes == "kept" else "-", skill.stays)):
            for commit, subject in commits:
                click.echo(f"    {mark} {commit[: render.SHORT]} {render.visible(subject)}")
        for name in skill.restored:
            click.echo(f"    + {name} comes back from the archive")
    for name in done.queued:
        click.echo(f"{would}dropped from what waits  {render.visible(name)}")
    if done.commits:
        click.echo(f"{render.count(len(done.commits), 'commit')}; `gitskills forgive SKILL` lets one be learned again")


@click.command(
    "forgive", epilog=examples("gitskills forgive uv-not-pip", "gitskills forgive uv-not-pip -m 'we use it again'")
)
@click.argument("skill")
@click.option("-m", "--message", "reason", default="", metavar="REASON", help="Why; it stands in the commit.")
@json_option
@click.pass_obj
def forgive_command(session: Session, skill: str, reason: str, as_json: bool) -> int:
    """Let a skill that was taken back be learned again. The commit changes no file."""
    from gitskills.app.forgive import forgive

    done = forgive(session.open(), skill, reason)
    if as_json:
        render.json_line(done)
        return 0 if done.commit else 1
    if not done.commit:
        return render.undone(done)
    name = render.visible(done.names[0])
    click.echo(f"{done.commit[: render.SHORT]} {name} may be learned again")
    click.echo(render.undo("rollback", done.commit[: render.SHORT]))
    return 0
