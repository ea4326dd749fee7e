"""Lessons for flow tests, in our own words: a session in which a person says each rule, and proposals that quote it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from gitskills.app.context import Context, open_context
from gitskills.app.propose import propose
from gitskills.model.learned import Intake
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

DEPLOY = "Never deploy on Fridays, wait for Monday morning instead."
UNITS = "Always write prices as integer cents, floats lost us money twice."
LOGS = "Use the structured logger, print statements vanish in production."
WORDS = {"deploy-window": DEPLOY, "prices-in-cents": UNITS, "structured-logger": LOGS}
SAID = {
    "deploy-window": "When deploying: never on Fridays, wait for Monday",
    "prices-in-cents": "When storing prices: use integer cents, no floats",
    "structured-logger": "When logging: use the structured logger, not print",
}


def session(place: Path) -> str:
    """A transcript in which all lessons are said."""
    made = TranscriptBuilder()
    for words in WORDS.values():
        made.user(words)
        made.agent("Understood.")
    return str(made.write(place))


def lesson(topic: str, **changes: object) -> dict[str, object]:
    """A proposal that adds the lesson on `topic`, under that name unless `changes` say otherwise."""
    made: dict[str, object] = {
        "action": "add",
        "name": topic,
        "description": SAID[topic],
        "body": f"{WORDS[topic]}\n\nThis holds for every change in this repository.",
        "reason": "The person said so in as many words.",
        "evidence": [{"quote": WORDS[topic]}],
        "confidence": "explicit",
    }
    return made | changes


def patch(name: str, old: str, new: str) -> dict[str, object]:
    return {
        "action": "patch",
        "name": name,
        "old_text": old,
        "new_text": new,
        "reason": "It was said more exactly.",
        "evidence": [{"quote": WORDS[name]}],
        "confidence": "explicit",
    }


def put(
    context: Context, transcript: str, *proposals: Mapping[str, object], approve: bool = False
) -> tuple[Intake, ...]:
    return propose(context, [json.dumps(proposal) for proposal in proposals], transcript, approve=approve)


def outcomes(answers: Sequence[Intake]) -> list[str]:
    return [answer.ruling.outcome if answer.ruling else f"refused: {answer.refusal}" for answer in answers]


def opened(repo: RepoBuilder) -> Context:
    return open_context(str(repo.path))
