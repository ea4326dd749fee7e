"""Decisions as values, for tests."""

from __future__ import annotations

from typing import Any

from gitskills.model.decision import Candidate, Decision, Level, Status
from gitskills.model.proposal import Evidence
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.evidence import quote_digest

_SETTLED: dict[str, Any] = {
    "canonical": True,
    "type": "decision",
    "status": Status.ACCEPTED,
    "confidence": Level.EXPLICIT,
    "date": "2026-03-01",
    "created": "2026-03-01T09:00:00Z",
    "updated": "2026-03-01T09:00:00Z",
    "source": "auto-explicit",
    "speaker": Speaker.USER,
}


def decision(number: int, title: str, topic: str = "", **fields: Any) -> Decision:
    """An accepted, explicit decision of the user's on `topic` (`tag/key`)."""
    tag, _, key = (topic or f"tooling/thing-{number}").partition("/")
    own = {"tags": (tag,), "entity": key, "decision": f"{title}.", **fields}
    slug = title.casefold().replace(" ", "-")
    return Decision(
        id=f"{number:04}", canonical_id=f"{tag}/{key}", slug=slug, title=title, primary_tag=tag, **{**_SETTLED, **own}
    )


def candidate(title: str, topic: str = "data/database", said: str = "", **fields: Any) -> Candidate:
    """What a person said on `topic`, explicit; `said` is the quote, the title where there is none."""
    tag, _, entity = topic.partition("/")
    quote = said or title
    evidence = Evidence(quote, Speaker.USER, Channel.TYPED, 1, "notes.jsonl", quote_digest(quote))
    own: dict[str, Any] = {"level": Level.EXPLICIT, "speaker": Speaker.USER, "evidence": (evidence,), **fields}
    return Candidate(title=title, primary_tag=tag, entity=entity, **own)
