"""The rules for people's commits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option
from gitskills.model.ruling import Severity

if TYPE_CHECKING:
    from gitskills.model.review import CheckReport

SKIP = 125  # what `git bisect run` takes for "can't be judged here"


@click.command(
    "check",
    epilog=examples(
        "gitskills check",
        "gitskills check main..skills",
        "gitskills check --staged",
        "gitskills check origin/main..HEAD --sarif > gitskills.sarif",
        "git bisect run gitskills check",
    ),
)
@click.argument("target", required=False, default="", metavar="[RANGE|PATH]")
@click.option("--staged", is_flag=True, help="What the next commit would take.")
@click.option(
    "--branch/--no-branch", default=None, help="Judge commits as the skills branch's, or not, wherever they are."
)
@click.option("--sarif", "as_sarif", is_flag=True, help="One SARIF 2.1.0 log, for a forge to show.")
@json_option
@click.pass_obj
def check_command(
    session: Session, target: str, staged: bool, branch: bool | None, as_sarif: bool, as_json: bool
) -> int:
    """Judge skills by the rules. It takes the tree at HEAD, the index, a range of commits, a folder or a file.

    Commits of the skills branch are held against what they say as well: their trailers, evidence, sidecars and merges.
    """
    from gitskills.app.check import check

    if target and staged:
        raise click.UsageError("--staged goes alone: the index is judged, no range or path")
    if as_sarif and as_json:
        raise click.UsageError("either --sarif or --json")
    session.environment_code = SKIP if _bisecting(session) else 0
    context = session.open()
    report = check(context, target, staged=staged, index_file=session.index_file, branch=branch)
    errors = any(violation.severity is not Severity.WARN for _, _, violation in report.findings)
    if as_sarif:
        from gitskills.cli.sarif import sarif_log

        work = context.project.repo.work_dir if context.project else None
        render.json_line(sarif_log(report, work or session.folder))
    else:
        _tell(report, as_json=as_json)
    if not (errors or as_json or as_sarif):
        commits = f" in {render.count(report.commits, 'commit')}" if report.commits else ""
        click.echo(f"fine: {render.count(report.folders, 'skill')}{commits} judged", err=True)
    return 1 if errors else 0


def _tell(report: CheckReport, *, as_json: bool) -> None:
    for commit, place, violation in report.findings:
        if as_json:
            render.json_line({"commit": commit, "place": place} | render.violation_json(violation))
            continue
        label = "warning" if violation.severity is Severity.WARN else "error"
        where = f"{commit[: render.SHORT]} {place}".strip()
        click.echo(f"{label}: {render.visible(where)}")
        render.finding(violation, "    ")


def _bisecting(session: Session) -> bool:
    """Whether a bisection is under way here, in a main or a linked worktree; git itself may be what is broken."""
    for above in (here := Path(session.folder), *here.parents):
        place = above / ".git"
        if place.is_file():
            place = above / place.read_text("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
        if place.is_dir():
            return (place / "BISECT_LOG").exists()
    return False
