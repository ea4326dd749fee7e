"""What was learned: status, list, log, show, why."""

from __future__ import annotations

import subprocess

import click

from gitskills.cli import render
from gitskills.cli.program import Session, json_option


@click.command("status", epilog="Example: gitskills status --json")
@json_option
@click.pass_obj
def status_command(session: Session, as_json: bool) -> None:
    """How many skills, what landed last and why, what waits, what is wrong."""
    from gitskills.app.status import status

    found = status(session.open())
    if as_json:
        render.json_line(found)
        return
    counts = ", ".join(f"{count} {name}" for name, count in found.counts if count) or "no skills yet"
    click.echo(f"On branch {found.branch}: {counts}")
    if not found.enabled:
        click.echo("Learning is off (gitskills.enabled is false)")
    if found.last is not None:
        last = found.last
        click.echo(f"\nLast: {last.commit[: render.SHORT]} {render.day(last.time)}  {render.visible(last.subject)}")
        click.echo(f"    {render.visible(last.reason)}" if last.reason else "    (no reason given)")
        if last.quote:
            click.echo(f"    “{render.visible(last.quote)}”")
    waits = [
        (found.queued, "queued", "gitskills promote"),
        (found.in_review, "waiting for your yes or no", "gitskills review"),
        (found.edits, "edited in place", "gitskills review"),
        (found.unseen, "landed since you last looked", "gitskills review --new"),
    ]
    if any(count for count, _, _ in waits):
        click.echo("")
    for count, what, command in waits:
        if count:
            click.echo(f"  {count} {what}  (see `{command}`)")
    for problem in (*((f"the branch is busy: {found.busy}",) if found.busy else ()), *found.problems):
        click.echo(click.style("problem: ", fg="red") + render.visible(problem))


@click.command("list", epilog="Example: gitskills list --archived")
@click.option("-a", "--archived", is_flag=True, help="Archived skills, too.")
@json_option
@click.pass_obj
def list_command(session: Session, archived: bool, as_json: bool) -> int:
    """All skills, a line each."""
    from gitskills.app.status import list_skills

    found = list_skills(session.open(), archived=archived)
    if as_json:
        for line in found:
            render.json_line(line)
    elif found:
        rows = [
            (line.name, line.scope, line.status, line.owner, render.day(line.changed), line.description)
            for line in found
        ]
        render.table(("NAME", "SCOPE", "STATUS", "OWNER", "CHANGED", "DESCRIPTION"), rows)
    else:
        click.echo("no skills yet: `gitskills learn SESSION.jsonl` reads a session", err=True)
    return 0 if found else 1


@click.command(
    "log",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="Examples: gitskills log --oneline · gitskills log uv-not-pip -p",
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[SKILL] [GIT LOG OPTIONS]")
@click.pass_obj
def log_command(session: Session, words: tuple[str, ...]) -> int:
    """`git log` of what was learned, of one skill where named; git's own options pass through."""
    from gitskills.app.words import log_range

    name = words[0] if words and not words[0].startswith("-") else ""
    options = list(words[1:] if name else words)
    arguments = log_range(session.open().need_project(), name)
    return subprocess.run(["git", "log", *options, *arguments], check=False).returncode


@click.command("show", epilog="Examples: gitskills show uv-not-pip · gitskills show uv-not-pip@skills~3")
@click.argument("skill", metavar="SKILL[@REV]")
@json_option
@click.pass_obj
def show_command(session: Session, skill: str, as_json: bool) -> None:
    """A skill's files, as they are or were."""
    from gitskills.app.show import show

    found = show(session.open(), skill)
    if as_json:
        render.json_line(found)
        return
    with render.paged() as lines:
        for path, text in found.files:
            lines.extend((click.style(f"{found.name}/{path}", bold=True), render.visible(text or "(not text)")))


@click.command("why", epilog="Examples: gitskills why uv-not-pip · gitskills why 3de5557")
@click.argument("what", metavar="SKILL|COMMIT")
@json_option
@click.pass_obj
def why_command(session: Session, what: str, as_json: bool) -> None:
    """The whole story of a skill: which words, who said them, what was done, how to undo it."""
    from gitskills.app.why import why

    story = why(session.open(), what)
    if as_json:
        render.json_line(story)
        return
    with render.paged() as lines:
        lines.append(f"{click.style(story.name, bold=True)} ({story.scope}, {story.status}, owner: {story.owner})")
        lines.extend((render.visible(story.description), ""))
        for event in story.events:
            foreign = "" if event.accepted else "  [not from this clone]"
            lines.append(
                f"{event.commit[: render.SHORT]} {render.day(event.time)}  {render.visible(event.subject)}{foreign}"
            )
            lines.extend([f"    why: {render.visible(event.reason)}"] if event.reason else [])
            for speaker, quote, source, line in event.quotes:
                lines.append(f"    {speaker}: “{render.visible(quote)}”  ({render.visible(source)}:{line})")
        lines.extend([f"\nverdict: {render.visible(story.verdict)}"] if story.verdict else [])
        lines.extend([f"\nundo: {story.undo}"] if story.undo else [])
