"""What `learn` found, on a terminal and as JSON lines: lessons first, then the decisions that the session's words made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.model.learned import Candidate, Learned, Noted

WOULD = {
    "landed": "would land",
    "review": "would wait for you",
    "waiting": "would wait",
    "rejected": "would be rejected",
}
WHAT = {
    "landed": "decided",
    "conflict": "waits for you",
    "refused": "not recorded",
    "waiting": "waiting",
    "known": "known",
}
WOULD_DECIDE = {
    "landed": "would decide",
    "conflict": "would wait for you",
    "refused": "would not be recorded",
    "waiting": "would wait",
    "known": "known",
}
LOOKS = {"conflict": "review", "known": "rejected"}


def tell_each(each: Iterable[Learned | GitskillsError], show: Callable[[Learned], None]) -> int:
    """What every source taught, or why it could not be read; the exit code."""
    found, code = 0, 0
    for done in each:
        if isinstance(done, GitskillsError):
            render.complain(done.sentence, done.hint)
            code = max(code, done.exit_code)
            continue
        show(done)
        found += _kept(done)
    return code or (0 if found else 1)


def _kept(done: Learned) -> int:
    """Lessons and decisions that landed or wait."""
    kept = sum(str(ruling.outcome) != "rejected" for ruling in done.rulings)
    return kept + sum(str(noted.decided.outcome) in {"landed", "conflict", "waiting"} for noted in done.decisions)


def learned_json(done: Learned, *, dry_run: bool) -> None:
    if not dry_run:
        for ruling in done.rulings:
            render.json_line(render.ruling_json(ruling))
        for noted in done.decisions:
            render.json_line(_became(noted))
        return
    outcomes = {ruling.proposal: str(ruling.outcome) for ruling in done.rulings}
    left = list(done.decisions)
    for candidate in done.candidates:
        made = _decision_of(candidate, left) if candidate.decided else None
        outcome = str(made.decided.outcome) if made else outcomes.get(candidate.id, "rejected")
        row = _candidate(done.transcript, candidate, outcome)
        render.json_line(row | _of_decision(made) if made else row)
        left = [one for one in left if one is not made]
    for one in left:
        render.json_line(_noted(done.transcript, one))


def _decision_of(candidate: Candidate, noted: list[Noted]) -> Noted | None:
    """The decision that a lesson's words became."""
    from gitskills.decisions.lane import rests_on

    return next((one for one in noted if rests_on(one.candidate, candidate.proposal)), None)


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
        "lane": "decision" if candidate.decided else "skill",
        "speaker": str(proposal.evidence[-1].speaker) if proposal.evidence else "",
    }


def _noted(transcript: str, noted: Noted) -> dict[str, object]:
    """A decision in the shape of a lesson, so that one reader reads both."""
    candidate = noted.candidate
    return {
        "transcript": transcript,
        "id": "",
        "action": "record",
        "name": f"{candidate.primary_tag}/{candidate.entity}",
        "scope": "project",
        "category": "decision",
        "description": candidate.title,
        "body": candidate.decision,
        "reason": "",
        "confidence": str(candidate.level),
        "evidence": [item.quote for item in candidate.evidence],
        "line": [item.line for item in candidate.evidence],
        "ruling": str(noted.decided.outcome),
        "refusal": "",
    } | _of_decision(noted)


def _of_decision(noted: Noted) -> dict[str, object]:
    candidate = noted.candidate
    return {
        "lane": "decision",
        "speaker": str(candidate.speaker),
        "primary_tag": candidate.primary_tag,
        "entity": candidate.entity,
        "title": candidate.title,
        "subject": candidate.subject,
        "predicate": candidate.predicate,
        "object": candidate.object,
        "alternatives": list(candidate.alternatives),
        "level": str(candidate.level),
        "sentence": noted.decided.sentence,
    }


def _became(noted: Noted) -> dict[str, object]:
    """What a decision became, for scripts."""
    decided = noted.decided
    return {
        "lane": "decision",
        "decision": decided.id,
        "path": decided.path,
        "title": noted.candidate.title,
        "speaker": str(noted.candidate.speaker),
        "ruling": str(decided.outcome),
        "commit": decided.commit,
        "supersedes": decided.prior,
        "sentence": decided.sentence,
    }


def show_learned(done: Learned, *, dry_run: bool) -> None:
    by_id = {candidate.id: candidate for candidate in done.candidates}
    for ruling in done.rulings:
        outcome = str(ruling.outcome)
        proposal = by_id[ruling.proposal].proposal if ruling.proposal in by_id else None
        click.echo(render.headline(ruling, WOULD[outcome] if dry_run else outcome))
        if proposal is not None:
            click.echo(f"    {render.visible(proposal.description or proposal.reason)}")
            for item in proposal.evidence[:1]:
                click.echo(f"    “{render.visible(item.quote[:200])}”")
        if outcome != "landed":
            for violation in render.distinct(ruling.violations):
                render.finding(violation, "    ")
        elif not dry_run:
            click.echo(f"    {render.undo('rollback', ruling.name)}")
    for candidate in done.candidates:
        if candidate.refusal:
            click.echo(f"{render.style('refused', 'refused')}  {render.visible(candidate.proposal.name)}")
            click.echo(f"    {render.visible(candidate.refusal)}")
    for noted in done.decisions:
        _show_decision(noted, WOULD_DECIDE if dry_run else WHAT)
    click.echo(f"{render.visible(done.transcript)}: {', '.join(_facts(done))}")


def _show_decision(noted: Noted, words: dict[str, str]) -> None:
    outcome, candidate = str(noted.decided.outcome), noted.candidate
    landed, dry_run = outcome == "landed", words is WOULD_DECIDE
    place = "" if dry_run else noted.decided.id  # in a dry run each would be the next
    place = place or f"{candidate.primary_tag}/{candidate.entity}"
    headline = render.style(words[outcome], LOOKS.get(outcome, outcome))
    click.echo(f"{headline}  {render.visible(place)}  {render.visible(candidate.title)}")
    for item in candidate.evidence[:1]:
        click.echo(f"    {item.speaker}: “{render.visible(item.quote[:200])}”")
    if noted.decided.sentence and not (landed and dry_run):
        click.echo(f"    {render.visible(noted.decided.sentence)}")
    if landed and not dry_run:
        click.echo(f"    {render.undo_decided(noted.decided)}")


def _facts(done: Learned) -> Iterator[str]:
    if not done.windows:
        yield "nothing new"
        return
    yield f"{render.count(done.windows, 'window')} read"
    yield f"{render.count(sum(not one.decided for one in done.candidates), 'lesson')} found"
    if done.decisions:
        yield f"{render.count(len(done.decisions), 'decision')} found"
    if done.skipped:
        yield f"{render.count(done.skipped, 'record')} could not be read"
    if done.redactions:
        yield f"{render.count(done.redactions, 'secret or name', 'secrets or names')} redacted"
    if done.left:
        yield "more is left for the next run"
    yield from (render.visible(note) for note in done.notes)
