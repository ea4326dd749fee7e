"""From sessions and proposals to commits: learn, propose, promote; and what would be seen: preview, redact."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

from gitskills.cli import render
from gitskills.cli.program import Session, json_option

if TYPE_CHECKING:
    from gitskills.model.report import Candidate, Intake, Learned

MOST_TEXT = 256 * 1024 * 1024


@click.command(
    "learn",
    epilog="Examples: gitskills learn ~/.claude/projects/-home-me-shop/*.jsonl · gitskills learn --dry-run session.jsonl",
)
@click.argument("transcripts", nargs=-1, required=True, metavar="TRANSCRIPT...", type=click.Path())
@click.option("-r", "--reflector", metavar="NAME", help="Who reads the session: auto, offline.")
@click.option("-n", "--dry-run", is_flag=True, help="Say what would happen; write nothing, move no cursor.")
@click.option("--again", is_flag=True, help="Read from the start, whatever was read before.")
@json_option
@click.pass_obj
def learn_command(
    session: Session, transcripts: tuple[str, ...], reflector: str | None, dry_run: bool, again: bool, as_json: bool
) -> int:
    """Read what is new in a session's transcript and land what it taught."""
    from gitskills.app.learn import Plan, learn

    context = session.open()
    failed = 0
    for transcript in transcripts:
        with render.bar(transcript.rpartition("/")[2]) as progress:
            plan = Plan(reflector or context.settings.reflector, dry_run, again, progress)
            done = learn(context, transcript, plan)
        if as_json:
            _learned_json(done, dry_run=dry_run)
        else:
            _learned(done, dry_run=dry_run)
        failed += not done.candidates
    return 1 if failed == len(transcripts) else 0


def _learned_json(done: Learned, *, dry_run: bool) -> None:
    if not dry_run:
        for ruling in done.rulings:
            render.json_line(render.ruling_json(ruling))
        return
    outcomes = {ruling.proposal: str(ruling.outcome) for ruling in done.rulings}
    for candidate in done.candidates:
        render.json_line(_candidate(done.transcript, candidate, outcomes.get(candidate.id, "rejected")))


def _candidate(transcript: str, candidate: Candidate, outcome: str) -> dict[str, object]:
    proposal = candidate.proposal
    return {
        "transcript": transcript,
        "id": candidate.id,
        "action": str(proposal.action),
        "name": proposal.name,
        "scope": str(proposal.scope),
        "category": proposal.category,
        "description": proposal.description,
        "body": proposal.body,
        "reason": proposal.reason,
        "confidence": str(proposal.confidence),
        "evidence": [item.quote for item in proposal.evidence] or [quote.text for quote in proposal.quotes],
        "line": [item.line for item in proposal.evidence] or [quote.line for quote in proposal.quotes],
        "ruling": outcome,
        "refusal": candidate.refusal,
    }


def _learned(done: Learned, *, dry_run: bool) -> None:
    by_id = {candidate.id: candidate for candidate in done.candidates}
    would = "would be " if dry_run else ""
    for ruling in done.rulings:
        outcome = str(ruling.outcome)
        proposal = by_id[ruling.proposal].proposal if ruling.proposal in by_id else None
        click.echo(f"{would}{render.style(outcome, outcome)}  {ruling.name}  {ruling.commit[: render.SHORT]}".rstrip())
        if proposal is not None:
            click.echo(f"    {render.visible(proposal.description)}")
            click.echo(f"    “{render.visible(proposal.evidence[0].quote[:200])}”" if proposal.evidence else "")
        if outcome != "landed":
            for violation in ruling.violations:
                render.finding(violation, "    ")
    facts = [f"{done.windows} windows read", f"{len(done.candidates)} lessons found"]
    facts += [f"{done.skipped} records could not be read"] if done.skipped else []
    facts += [f"{done.redactions} secrets and names redacted"] if done.redactions else []
    facts += ["more is left for the next run"] if done.left else []
    click.echo(f"{done.transcript}: {', '.join(facts)}")


@click.command(
    "propose",
    epilog="Example: gitskills propose --transcript session.jsonl < proposals.jsonl (fields: reflector/proposal.schema.json)",
)
@click.argument("file", type=click.File("r", encoding="utf-8", errors="replace"), default="-")
@click.option("-t", "--transcript", default="", metavar="FILE", help="Where the quotes were said.")
@click.option("--approve", is_flag=True, help="You have read them and say yes: what waits for a person lands.")
@click.option("--queue", is_flag=True, help="Only prove and queue them; `gitskills promote` rules later.")
@json_option
@click.pass_obj
def propose_command(session: Session, file: TextIO, transcript: str, approve: bool, queue: bool, as_json: bool) -> int:
    """Take proposals as JSON lines from a file or standard input."""
    from gitskills.app.propose import propose

    answers = propose(session.open(), file, transcript, approve=approve, queue=queue)
    for answer in answers:
        if as_json:
            render.json_line(_intake(answer))
        elif answer.ruling is not None:
            render.rulings([answer.ruling])
        else:
            click.echo(f"{render.style('refused ', 'refused')}  line {answer.line}  {render.visible(answer.refusal)}")
            if answer.nearest:
                click.echo(f"          nearest: {render.visible(answer.nearest)}")
    refused = [answer for answer in answers if answer.ruling is None or str(answer.ruling.outcome) == "rejected"]
    return 1 if refused or not answers else 0


def _intake(answer: Intake) -> dict[str, object]:
    if answer.ruling is not None:
        return {"line": answer.line} | render.ruling_json(answer.ruling)
    return {
        "line": answer.line, "name": answer.name, "ruling": "rejected", "rules": [], "refusal": answer.refusal, "nearest": answer.nearest,
    }  # fmt: skip


@click.command("promote", epilog="Example: gitskills promote --dry-run")
@click.option("-n", "--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@json_option
@click.pass_obj
def promote_command(session: Session, dry_run: bool, as_json: bool) -> int:
    """Rule on everything that waits in the queue, and bring the live skills up to the branch."""
    from gitskills.app.promote import promote

    found = promote(session.open(), dry_run=dry_run)
    if as_json:
        for ruling in found:
            render.json_line(render.ruling_json(ruling))
    else:
        render.rulings(found)
        if not found:
            click.echo("nothing waits")
    return 1 if any(str(ruling.outcome) == "rejected" for ruling in found) else 0


@click.command("preview", epilog="Example: gitskills preview session.jsonl | less")
@click.argument("transcript", type=click.Path())
@json_option
@click.pass_obj
def preview_command(session: Session, transcript: str, as_json: bool) -> None:
    """Show exactly what a reflector would see of a session: redacted, clipped, labelled."""
    from gitskills.app.preview import preview

    text = preview(session.open(), transcript)
    if as_json:
        render.json_line({"transcript": transcript, "bytes": len(text.encode()), "text": text})
        return
    with render.paged() as lines:
        lines.append(render.visible(text))


@click.command("redact", epilog="Example: kubectl logs api | gitskills redact")
@click.argument("file", type=click.File("rb"), default="-")
@click.pass_obj
def redact_command(session: Session, file: BinaryIO) -> int:
    """Copy a file or standard input with secrets and personal data taken out."""
    from gitskills.redact import Redactor

    del session
    content: bytes = file.read(MOST_TEXT + 1)
    if len(content) > MOST_TEXT:
        raise click.UsageError(f"more than {MOST_TEXT // 1_000_000} MB at once: split the input")
    text = content.decode("utf-8", "surrogateescape")
    clean, _ = Redactor().redact(text)
    sys.stdout.buffer.write(clean.encode("utf-8", "surrogateescape"))
    return 0
