"""Proposals as JSON lines, from a model or a person: redacted, proven against a transcript, and taken through the door."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import land_in_turn
from gitskills.app.context import Context
from gitskills.app.reflection.quoting import Quotable, quotable
from gitskills.app.reflection.reading import WHOLE, read_episodes, redacted
from gitskills.app.reflection.schemas import PROPOSAL, validator
from gitskills.model.learned import Intake
from gitskills.model.proposal import Evidence, Proposal, Scope
from gitskills.model.ruling import Outcome, Ruling
from gitskills.model.turn import LEARN
from gitskills.propose.identity import proposal_id
from gitskills.propose.intake import Malformed, read_line
from gitskills.propose.proof import Unproven, prove
from gitskills.state.queue import proposal_queue

MOST = 1_000  # proposals in one call
NO_TRANSCRIPT = "its quotes can't be found without a transcript: name one with --transcript"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that came through intake, or the reason why not."""

    number: int
    name: str
    entry: Entry | None
    refusal: str = ""
    nearest: str = ""


def propose(
    context: Context, lines: Iterable[str], transcript: str, *, approve: bool, queue: bool = False
) -> tuple[Intake, ...]:
    """Take up JSON lines; each answer says what became of one. A refused line never stops the others.

    With `queue` they are proven and queued, and `gitskills promote` rules on them later.
    """
    validate = validator(PROPOSAL)
    known: dict[str, Quotable] = {}
    taken: list[Line] = []
    for number, text in enumerate(islice(lines, MOST), 1):
        if not text.strip():
            continue
        found = read_line(number, text, validate)
        if isinstance(found, Malformed):
            taken.append(Line(number, "", None, found.reason))
        else:
            taken.append(_prove(context, found, Asked(number, transcript, approve), known))
    rulings = _land(context, [line.entry for line in taken if line.entry is not None], queue=queue)
    return tuple(_answer(line, rulings) for line in taken)


def at_request(context: Context, transcript: str) -> Context:
    """Where the last thing that a person said there was our own command, all that passes lands: asking was saying yes.

    What needs a look for another reason (a likeness, a finding of safety) still waits for it (LOOP P5).
    """
    newest = deque(read_episodes(context, context.project, transcript, WHOLE), 1)
    said = [turn for episode in newest for turn in episode.window if turn.human]
    if not said or said[-1].tool != LEARN:
        return context
    return replace(context, settings=replace(context.settings, landing="auto"))


@dataclass(frozen=True, slots=True)
class Asked:
    """Which line it is, which transcript its quotes are from where they don't say, and whether a person approved it."""

    number: int
    transcript: str
    approve: bool


def _prove(context: Context, raw: Proposal, asked: Asked, known: dict[str, Quotable]) -> Line:
    proposal = redacted(raw, context.redactor)
    proposal = replace(proposal, reflector=proposal.reflector or ("person" if asked.approve else "propose"))
    evidence: list[Evidence] = []
    for quote in proposal.quotes:
        place = quote.transcript or asked.transcript
        if not place:
            return Line(asked.number, proposal.name, None, NO_TRANSCRIPT)
        proven = prove(replace(proposal, quotes=(quote,)), *_quotable(context, place, known))
        if isinstance(proven, Unproven):
            return Line(asked.number, proposal.name, None, f"{proven.why}: {quote.text[:80]!r}", proven.nearest)
        evidence += proven.evidence
    final = replace(proposal, evidence=tuple(dict.fromkeys(evidence)))
    return Line(asked.number, proposal.name, Entry(proposal_id(final), final, asked.approve))


def _quotable(context: Context, place: str, known: dict[str, Quotable]) -> Quotable:
    if place not in known:
        known[place] = quotable(context, place)
    return known[place]


def _land(context: Context, entries: list[Entry], *, queue: bool) -> dict[str, Ruling]:
    rulings: dict[str, Ruling] = {}
    for scope in Scope:
        own = list({entry.id: entry for entry in entries if entry.proposal.scope is scope}.values())
        if not own:
            continue
        store = context.store_for(scope)
        waiting = proposal_queue(store.state)
        for entry in own:
            waiting.add(entry.id, entry.proposal)
        ruled = [_queued(entry) for entry in own] if queue else land_in_turn(context, store, own)
        rulings |= {ruling.proposal: ruling for ruling in ruled}
    return rulings


def _queued(entry: Entry) -> Ruling:
    return Ruling(entry.id, entry.proposal.name, entry.proposal.action, Outcome.WAITING)


def _answer(line: Line, rulings: dict[str, Ruling]) -> Intake:
    ruling = rulings.get(line.entry.id) if line.entry else None
    return Intake(line.number, line.name, ruling, line.refusal, line.nearest)
