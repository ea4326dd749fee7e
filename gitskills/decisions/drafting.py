"""A candidate as the record that it would be: defaults by rule, and never more said of its origin than is so."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.decisions.record import settled
from gitskills.decisions.topic import slug
from gitskills.decisions.vocabulary import AUTO, GUESSED, IMPORTED, MANUAL, MIGRATION, SHOWN, STATED, category
from gitskills.model.decision import EXCERPT, Candidate, Decision, Status, Topic
from gitskills.model.turn import Speaker

LONGEST_TITLE = 160
_TOOLS = {MANUAL: "manual", MIGRATION: "migration"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a record has from where it is made: the time (ISO), the person's name, the project's."""

    now: str
    author: str
    project: str

    @property
    def today(self) -> str:
        return self.now[:10]


def draft(candidate: Candidate, topic: Topic, around: Surroundings) -> Decision:
    """The record, accepted, without an id."""
    source = candidate.source or AUTO[candidate.level]
    prefix, colon, _ = candidate.entity.partition(":")
    said = candidate.evidence[0].quote if candidate.evidence else candidate.excerpt
    title = _line(candidate.title, LONGEST_TITLE)
    return Decision(
        id="",
        canonical_id=topic.name,
        canonical=True,
        slug=slug(title),
        title=title,
        type=candidate.type,
        status=Status.ACCEPTED,
        confidence=candidate.level,
        date=around.today,
        created=around.now,
        updated=around.now,
        tags=tuple(dict.fromkeys((candidate.primary_tag, *candidate.tags))),
        primary_tag=candidate.primary_tag,
        entity=_line(candidate.entity, LONGEST_TITLE),
        source=source,
        related_decisions=candidate.related_decisions,
        captured_turn_excerpt=_line(said, EXCERPT),
        project=_line(candidate.project or (prefix if colon else "") or around.project, LONGEST_TITLE),
        tool=candidate.tool or _TOOLS.get(source, "claude-code"),
        model=_line(candidate.model, LONGEST_TITLE),
        task_category=candidate.task_category or category(title),
        author=_line(candidate.author or (around.author if source == MANUAL else "auto"), LONGEST_TITLE),
        files_touched=tuple(_line(path, EXCERPT) for path in candidate.files_touched),
        confidence_source=_origin(candidate, source),
        confirmation_count=candidate.confirmation_count,
        valid_until=candidate.valid_until,
        causal_parent_id=candidate.causal_parent,
        domain=candidate.domain,
        goal=candidate.goal,
        speaker=candidate.speaker,
        subject=_line(candidate.subject, EXCERPT),
        predicate=_line(candidate.predicate, EXCERPT),
        object=_line(candidate.object, EXCERPT),
        evidence_sha256=tuple(item.sha256 for item in candidate.evidence),
        evidence_source=tuple(f"{_line(item.source, EXCERPT)}:{item.line}" for item in candidate.evidence),
        context=settled(candidate.context),
        decision=settled(candidate.decision),
        alternatives=tuple(text for item in candidate.alternatives if (text := settled(item).strip())),
        consequences=settled(candidate.consequences),
        notes=settled(candidate.notes),
    )


def _origin(candidate: Candidate, source: str) -> str:
    """What the confidence rests on; nothing but a person's own word is called a person's."""
    by_source = STATED if source == MANUAL else IMPORTED if source == MIGRATION else GUESSED
    by_speaker = {Speaker.USER: STATED, Speaker.COMMAND: SHOWN}.get(candidate.speaker, by_source)
    named = candidate.confidence_source or (by_source if source == MIGRATION else by_speaker)
    return GUESSED if named == STATED and candidate.speaker is not Speaker.USER else named


def _line(text: str, longest: int) -> str:
    """A text on one line, cut where it is too long."""
    plain = " ".join(settled(text).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
