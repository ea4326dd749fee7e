"""Lessons that the offline reflector found and that wait for wording: a session's agent rewords them or drops them.

The quote was proven when the lesson was found and stays its evidence; only the words around it change, and the same rules
judge them. What a person or a model worded is none of its business.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import land
from gitskills.app.context import Context, Store
from gitskills.app.reflection.reading import redacted
from gitskills.app.reflection.schemas import PROPOSAL, validator
from gitskills.errors import GitskillsError
from gitskills.model.learned import Intake
from gitskills.model.proposal import Proposal
from gitskills.model.ruling import Outcome, Severity, Violation
from gitskills.propose.identity import proposal_id
from gitskills.propose.intake import Malformed, read_line
from gitskills.state.queue import Waiting, refused_entries, review_queue

ROUGH = "offline"
REFINED = "offline, reworded in a session"
WORDS = ("name", "category", "description", "body", "reason")


def rough(context: Context) -> Iterator[tuple[Store, str, Proposal]]:
    """What waits for wording, of the project first, the oldest first."""
    for store in context.stores():
        for key, waits in review_queue(store.state).entries():
            if waits.proposal.reflector == ROUGH:
                yield store, key, waits.proposal


def refine(context: Context, key: str, line: str) -> Intake:
    """Judge the lesson in its new words; the old ones go, unless the new ones are refused."""
    store, old = _find(context, key)
    found = read_line(1, _whole(old, line), validator(PROPOSAL))
    if isinstance(found, Malformed):
        return Intake(1, old.name, None, found.reason)
    said = redacted(found, context.redactor)
    worded = {name: getattr(said, name) for name in WORDS}
    final = replace(old, **worded, reflector=REFINED)
    (ruling,) = land(context, store, [Entry(proposal_id(final), final)])
    if ruling.outcome is not Outcome.REJECTED:
        review_queue(store.state).settle(key)
    return Intake(1, final.name, ruling)


def drop(context: Context, key: str) -> str:
    """It is no lesson: kept with that reason, where reflectors see it. Its name."""
    store, old = _find(context, key)
    why = Violation("dropped", "the agent of a session found no lesson in it", Severity.REJECT)
    refused_entries(store.state).add(key, Waiting(old, (why,)))
    review_queue(store.state).settle(key)
    return old.name


def _find(context: Context, key: str) -> tuple[Store, Proposal]:
    for store, other, proposal in rough(context):
        if other == key:
            return store, proposal
    raise GitskillsError(f"no lesson {key!r} waits for wording", "`gitskills review` shows what waits for a person")


def _whole(old: Proposal, line: str) -> str:
    """The line as a whole proposal; what is no object goes on as it is, to be told so."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return line
    if not isinstance(given, dict):
        return line
    kept: dict[str, object] = {name: value for name in WORDS if (value := getattr(old, name))}
    named = {name: value for name, value in given.items() if name in WORDS}
    quotes = [{"quote": item.quote} for item in old.evidence]
    return json.dumps({"action": old.action, "scope": old.scope, **kept, **named, "evidence": quotes})
