"""Decisions as values, for tests."""

from __future__ import annotations

from typing import Any

from gitskills.model.decision import Decision, Level, Status
from gitskills.model.turn import Speaker

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
