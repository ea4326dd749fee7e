"""Decisions for tests: a record, a candidate, and the repository in which they are made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gitskills.decisions.drafting import Surroundings, draft
from gitskills.decisions.topic import topic_of
from gitskills.model.decision import Candidate, Decision, Level, Topic
from gitskills.model.proposal import Evidence
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.evidence import quote_digest

NOW = "2026-11-30T10:00:00Z"
AROUND = Surroundings(NOW, "ada", "shop")


def asked(title: str = "Use SQLite", entity: str = "storage", **more: Any) -> Candidate:
    """A user's explicit decision, by hand, unless `more` says otherwise."""
    given: dict[str, Any] = {
        "primary_tag": "data",
        "level": Level.EXPLICIT,
        "speaker": Speaker.USER,
        "source": "manual",
    }
    return Candidate(title=title, entity=entity, **(given | more))


def quoted(words: str, speaker: Speaker = Speaker.USER, source: str = "claude-code:s1", line: int = 7) -> Evidence:
    channel = Channel.TYPED if speaker is Speaker.USER else Channel.TEXT
    return Evidence(words, speaker, channel, line, source, quote_digest(words))


def record(id_: str = "0001", title: str = "Use SQLite", entity: str = "storage", **more: Any) -> Decision:
    """The record that `asked` becomes; `more` holds fields of either."""
    own = {name: more.pop(name) for name in list(more) if name not in Candidate.__dataclass_fields__}
    candidate = asked(title, entity, **more)
    topic = topic_of(candidate.primary_tag, candidate.entity)
    assert isinstance(topic, Topic)
    return replace(draft(candidate, topic, AROUND), id=id_, **own)
