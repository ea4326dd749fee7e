"""Every action on a decision as one commit: the record's file, and trailers by which history can be read without a word of prose."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gitskills.decisions.record import render
from gitskills.decisions.vocabulary import MOST_CONFIRMED, is_over
from gitskills.model.changeset import ChangeSet, Message, Write
from gitskills.model.decision import Act, Candidate, Decision, Topic
from gitskills.model.proposal import Evidence
from gitskills.skillfile.paragraph import plain, quoted

_CUT = 600  # characters of a section that the message repeats


def record(new: Decision, prior: Decision | None, evidence: Sequence[Evidence], act: Act = Act.RECORD) -> ChangeSet:
    """The decision takes its topic; what stood there stays in history. `new` bears its id."""
    new = replace(new, supersedes=prior.id if prior else "")
    act = Act.SUPERSEDE if prior is not None and act is Act.RECORD else act
    paragraphs = (new.title, new.decision[:_CUT], new.context[:_CUT])
    quote = quoted(evidence[0].quote) if evidence else quoted(new.captured_turn_excerpt)
    # at most eight keys: the digest of a quote says what a proposal's id would
    proof = _proof(evidence) if evidence else (("Proposal", _content_id(new)),)
    trailers = (
        ("Action", act),
        ("Decision-Id", new.id),
        ("Topic", new.topic.name),
        ("Confidence", new.confidence),
        ("Supersedes", new.supersedes),
        *proof,
    )
    return ChangeSet(
        Message(f"decision: {act} {new.topic.name}", (*_plain(paragraphs), *((quote,) if quote else ())), trailers),
        writes=(Write(new.topic.path, render(new)),),
    )


def revoke(prior: Decision, reason: str) -> ChangeSet:
    """The topic is open again; the record stays in history."""
    return ChangeSet(_act(Act.REVOKE, prior, reason), deletes=(prior.topic.path,))


def validate(prior: Decision, today: str, now: str) -> ChangeSet:
    """A person says that it still holds, also beyond the day until which it was to hold."""
    count = min(prior.confirmation_count + 1, MOST_CONFIRMED)
    until = "" if is_over(prior.valid_until, today) else prior.valid_until
    checked = replace(prior, last_validated=today, updated=now, confirmation_count=count, valid_until=until)
    return ChangeSet(_act(Act.VALIDATE, prior, prior.title), writes=(Write(prior.topic.path, render(checked)),))


def kept(prior: Decision, candidate: Candidate, reason: str) -> ChangeSet:
    """A conflict was resolved for what stands: no file changes, and the candidate's words are not asked about again."""
    message = _act(Act.RESOLVE, prior, reason or f"{prior.title} stays.")
    return ChangeSet(replace(message, trailers=(*message.trailers, *_proof(candidate.evidence))))


def dismiss(topic: Topic, candidate: Candidate, reason: str) -> ChangeSet:
    """A tombstone: no file changes, and these words make no decision in any clone."""
    paragraphs = _plain((candidate.title, reason))
    trailers = (("Action", Act.DISMISS), ("Topic", topic.name), *_proof(candidate.evidence))
    return ChangeSet(Message(f"decision: {Act.DISMISS} {topic.name}", paragraphs, trailers))


def vocabulary(path: str, content: bytes, tag: str, reason: str) -> ChangeSet:
    """The policy lets a tag in."""
    message = Message(
        f"decision: {Act.VOCABULARY} {tag}", _plain((reason,)), (("Action", Act.VOCABULARY), ("Topic", tag))
    )
    return ChangeSet(message, writes=(Write(path, content),))


def _act(act: Act, prior: Decision, words: str) -> Message:
    trailers = (
        ("Action", act),
        ("Decision-Id", prior.id),
        ("Topic", prior.topic.name),
        ("Confidence", prior.confidence),
    )
    return Message(f"decision: {act} {prior.topic.name}", _plain((words,)), trailers)


def _proof(evidence: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    return (
        *(("Evidence-Sha256", digest) for digest in dict.fromkeys(item.sha256 for item in evidence)),
        *(("Evidence-Role", role) for role in dict.fromkeys(item.speaker for item in evidence)),
        *(("Source", source) for source in dict.fromkeys(item.source for item in evidence)),
    )


def _plain(paragraphs: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for each in paragraphs if (text := plain(each))))


def _content_id(new: Decision) -> str:
    """Stands for what has no quote: in the form of a proposal's id, and never twice the same."""
    said = "\0".join((new.id, new.topic.name, new.title, new.decision, new.context, *new.alternatives))
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:20]
