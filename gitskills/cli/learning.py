"""From sessions and proposals to commits: learn, propose, promote; and what would be seen: preview, redact."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.model.report import Candidate, Intake, Learned

MOST_TEXT = 256 * 1024 * 1024


@click.command(
    "learn",
    epilog=examples(
        "gitskills learn ~/.claude/projects/-home-me-shop/*.jsonl", "gitskills learn --dry-run session.jsonl"
    )
    + "\n\nExit codes: 0 a lesson landed or waits, 1 nothing found, nothing new since the last run, or all of it"
    " refused, 2 wrong use (no such transcript), 3 the machine or the repository is not as needed.",
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
    """Read what is new in a session, and land what it taught."""
    from gitskills.app.learn import Plan, learn

    context = session.open()
    found, code = 0, 0
    for transcript in transcripts:
        try:
            with render.bar(transcript.rpartition("/")[2]) as progress:
                plan = Plan(reflector or context.settings.reflector, dry_run, again, progress)
                done = learn(context, transcript, plan)
        except GitskillsError as error:  # the other transcripts are read all the same
            render.complain(error.sentence, error.hint)
            code = max(code, error.exit_code)
            continue
        if as_json:
            _learned_json(done, dry_run=dry_run)
        else:
            show_learned(done, dry_run=dry_run)
        found += sum(str(ruling.outcome) != "rejected" for ruling in done.rulings)
    return code or (0 if found else 1)


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


def show_learned(done: Learned, *, dry_run: bool) -> None:
    by_id = {candidate.id: candidate for candidate in done.candidates}
    would = "would be " if dry_run else ""
    for ruling in done.rulings:
        outcome = str(ruling.outcome)
        proposal = by_id[ruling.proposal].proposal if ruling.proposal in by_id else None
        click.echo(f"{would}{render.style(outcome, outcome)}  {ruling.name}  {ruling.commit[: render.SHORT]}".rstrip())
        if proposal is not None:
            click.echo(f"    {render.visible(proposal.description)}")
            for item in proposal.evidence[:1]:
                click.echo(f"    “{render.visible(item.quote[:200])}”")
        if outcome != "landed":
            for violation in ruling.violations:
                render.finding(violation, "    ")
    for candidate in done.candidates:
        if candidate.refusal:
            click.echo(f"{render.style('refused', 'refused')}  {render.visible(candidate.proposal.name)}")
            click.echo(f"    {render.visible(candidate.refusal)}")
    found = render.count(len(done.candidates), "lesson")
    facts = [f"{render.count(done.windows, 'window')} read", f"{found} found"] if done.windows else ["nothing new"]
    facts += [f"{render.count(done.skipped, 'record')} could not be read"] if done.skipped else []
    facts += (
        [f"{render.count(done.redactions, 'secret or name', 'secrets or names')} redacted"] if done.redactions else []
    )
    facts += ["more is left for the next run"] if done.left else []
    click.echo(f"{render.visible(done.transcript)}: {', '.join(facts)}")


@click.command(
    "propose",
    epilog=examples("gitskills propose --transcript session.jsonl < proposals.jsonl")
    + "\n\nThe fields of a line stand in reflector/proposal.schema.json.",
)
@click.argument("file", type=click.File("r", encoding="utf-8-sig", errors="replace"), default="-")
@click.option("-t", "--transcript", default="", metavar="FILE", help="Where the quotes were said.")
@click.option("--approve", is_flag=True, help="You have read them and say yes: what waits for a person lands.")
@click.option("--queue", is_flag=True, help="Only prove and queue them; `gitskills promote` rules later.")
@json_option
@click.pass_obj
def propose_command(session: Session, file: TextIO, transcript: str, approve: bool, queue: bool, as_json: bool) -> int:
    """Take up proposals as JSON lines. FILE is standard input where it is left out."""
    from gitskills.app.propose import propose

    context = session.open()
    lines = iter(file)
    answers = propose(context, lines, transcript, approve=approve, queue=queue)
    for answer in answers:
        if as_json:
            render.json_line(_intake(answer))
        elif answer.ruling is not None:
            render.rulings([answer.ruling])
        else:
            click.echo(f"{render.style('refused ', 'refused')}  line {answer.line}  {render.visible(answer.refusal)}")
            if answer.nearest:
                click.echo(f"          nearest: {render.visible(answer.nearest)}")
    left = sum(1 for line in lines if line.strip())
    if left:
        render.complain(f"{render.count(left, 'line')} were not looked at", "propose at most 1,000 in one call")
    refused = [answer for answer in answers if answer.ruling is None or str(answer.ruling.outcome) == "rejected"]
    return 1 if refused or left or not answers else 0


def _intake(answer: Intake) -> dict[str, object]:
    if answer.ruling is not None:
        return {"line": answer.line} | render.ruling_json(answer.ruling)
    return {
        "line": answer.line, "name": answer.name, "ruling": "rejected", "rules": [], "refusal": answer.refusal, "nearest": answer.nearest,
    }  # fmt: skip


@click.command("promote", epilog=examples("gitskills promote", "gitskills promote --dry-run --json"))
@click.option("-n", "--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@json_option
@click.pass_obj
def promote_command(session: Session, dry_run: bool, as_json: bool) -> int:
    """Rule on what is queued. The live skills are brought up to the branch."""
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


@click.command("preview", epilog=examples("gitskills preview session.jsonl"))
@click.argument("transcript", type=click.Path())
@json_option
@click.pass_obj
def preview_command(session: Session, transcript: str, as_json: bool) -> None:
    """Show exactly what a reflector would see of a session."""
    from gitskills.app.preview import preview

    text = preview(session.open(), transcript)
    if as_json:
        render.json_line({"transcript": transcript, "bytes": len(text.encode()), "text": text})
        return
    with render.paged() as lines:
        lines.append(render.visible(text))


@click.command(
    "redact", epilog=examples("kubectl logs api | gitskills redact", "gitskills redact < session.jsonl > clean.jsonl")
)
@click.argument("file", type=click.File("rb"), default="-")
def redact_command(file: BinaryIO) -> None:
    """Take secrets and personal data out of text. A filter: the rest passes byte for byte."""
    from gitskills.redact import Redactor
    from gitskills.state.directory import scanner_cache

    content: bytes = file.read(MOST_TEXT + 1)
    if len(content) > MOST_TEXT:
        raise GitskillsError(
            f"the input is larger than {MOST_TEXT >> 20} MB; nothing was written", "split it between two lines"
        )
    redactor = Redactor(rule_cache=scanner_cache())
    clean, _ = redactor.redact(content.decode("utf-8", "surrogateescape"))
    sys.stdout.buffer.write(clean.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
