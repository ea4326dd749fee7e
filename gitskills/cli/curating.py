"""Looking at the library as a whole: curate puts narrow skills together, report draws what became of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option

if TYPE_CHECKING:
    from gitskills.model.curation import Curation, Merge


@click.command("curate", epilog=examples("gitskills curate --dry-run", "gitskills curate --reflector offline --json"))
@click.option("-r", "--reflector", metavar="NAME", help="Who plans: auto, claude, anthropic, openai, offline.")
@click.option("-n", "--dry-run", is_flag=True, help="Show the plan as a diff; write nothing.")
@json_option
@click.pass_obj
def curate_command(session: Session, reflector: str | None, dry_run: bool, as_json: bool) -> int:
    """Plan merges of narrow skills into broader ones. Each waits in `gitskills review` for your yes.

    Nothing is lost by a merge: what becomes of every command, path, warning, number, link and file is checked and told.
    """
    from gitskills.app.curate import Curator

    context = session.open()
    done = Curator(context, reflector or context.settings.reflector, dry_run=dry_run).curate()
    if as_json:
        for merge in done.merges:
            render.json_line(_merge_json(merge))
    else:
        _show(done, dry_run=dry_run)
    return 0 if any(str(merge.ruling.outcome) == "review" for merge in done.merges) else 1


def _merge_json(merge: Merge) -> dict[str, object]:
    from dataclasses import asdict

    proposal = merge.proposal
    return render.ruling_json(merge.ruling) | {
        "absorbs": list(proposal.absorbs),
        "description": proposal.description,
        "reason": proposal.reason,
        "planner": proposal.reflector,
        "clauses": [asdict(clause) for clause in merge.clauses],
        "diff": merge.diff,
    }


def _show(done: Curation, *, dry_run: bool) -> None:
    with render.paged() as lines:
        for merge in done.merges:
            outcome = str(merge.ruling.outcome)
            would = "would be " if dry_run else ""
            absorbs = ", ".join(merge.proposal.absorbs)
            lines.append(
                f"{would}{render.style(outcome, outcome)}  merge {render.visible(merge.proposal.name)}: {absorbs}"
            )
            lines.append(f"    {render.visible(merge.proposal.reason)}")
            lines.extend(f"    {render.visible(line)}" for line in merge.summary)
            if outcome == "rejected":
                found = (violation for violation in merge.ruling.violations if str(violation.severity) == "reject")
                lines.extend(f"    {violation.rule}: {render.visible(violation.message)}" for violation in found)
            lines.extend(("", *map(_coloured, render.visible(merge.diff).split("\n")), ""))
        lines.append(_said(done))


def _coloured(line: str) -> str:
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour) if colour else line


def _said(done: Curation) -> str:
    looked = f"{render.count(done.looked, 'skill')} looked at, {render.count(len(done.merges), 'merge')} planned"
    waits = sum(str(merge.ruling.outcome) == "review" for merge in done.merges)
    return "; ".join((looked, *([f"`gitskills review` decides on {waits}"] if waits else []), *done.notes))


@click.command(
    "report",
    epilog=examples("gitskills report", "gitskills report -o learned.html", "gitskills report -o - > page.html"),
)
@click.option("-o", "--output", metavar="FILE", default="", help="Where the page goes; - is the standard output.")
@json_option
@click.pass_obj
def report_command(session: Session, output: str, as_json: bool) -> None:
    """Draw what became of all that was learned, as a page.

    It is for the browser and needs nothing beside it. Births, changes, merges, archives and verdicts over time; use and
    cost of each skill; each commit with its words.
    """
    from gitskills.app.report import keep, report
    from gitskills.cli.page import page

    context = session.open(tell=not as_json)
    picture = report(context)
    if as_json:
        render.json_line(picture)
    elif output == "-":
        click.echo(page(picture), nl=False)
    else:
        click.echo(keep(context, page(picture), output))
