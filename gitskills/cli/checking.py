"""The rules for people's commits."""

from __future__ import annotations

from pathlib import Path

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option

SKIP = 125  # what `git bisect run` takes for "can't be judged here"


@click.command(
    "check",
    epilog=examples(
        "gitskills check", "gitskills check main..skills", "gitskills check --staged", "git bisect run gitskills check"
    ),
)
@click.argument("target", required=False, default="", metavar="[RANGE|PATH]")
@click.option("--staged", is_flag=True, help="What the next commit would take.")
@json_option
@click.pass_obj
def check_command(session: Session, target: str, staged: bool, as_json: bool) -> int:
    """Judge skills by the rules. It takes the tree at HEAD, the index, a range of commits, a folder or a file."""
    from gitskills.app.check import check

    if target and staged:
        raise click.UsageError("--staged goes alone: the index is judged, no range or path")
    session.environment_code = SKIP if _bisecting(session) else 0
    report = check(session.open(), target, staged=staged, index_file=session.index_file)
    errors = [item for item in report.findings if str(item[2].severity) != "warn"]
    for commit, place, violation in report.findings:
        if as_json:
            render.json_line({"commit": commit, "place": place} | render.violation_json(violation))
            continue
        label = "error" if (commit, place, violation) in errors else "warning"
        where = f"{commit[: render.SHORT]} {place}".strip()
        click.echo(f"{label}: {render.visible(where)}")
        render.finding(violation, "    ")
    if not as_json and not errors:
        commits = f" in {render.count(report.commits, 'commit')}" if report.commits else ""
        click.echo(f"fine: {render.count(report.folders, 'skill')}{commits} judged", err=True)
    return 1 if errors else 0


def _bisecting(session: Session) -> bool:
    """Whether a bisection is under way here, in a main or a linked worktree; git itself may be what is broken."""
    for above in (here := Path(session.folder), *here.parents):
        place = above / ".git"
        if place.is_file():
            place = above / place.read_text("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
        if place.is_dir():
            return (place / "BISECT_LOG").exists()
    return False
