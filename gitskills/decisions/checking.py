"""What can be proven of a record that somebody committed: its form, its words, its place, and what the commit says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields

from gitskills.decisions.record import FRONT, STEERING, parse
from gitskills.decisions.topic import topic_at, topic_of
from gitskills.decisions.vocabulary import misfits
from gitskills.model.decision import EXCERPT, PLACE, Act, Decision, Status
from gitskills.skillfile.fault import Fault

_DIGEST = re.compile(r"[0-9a-f]{64}")
_WRITING = frozenset({Act.RECORD, Act.SUPERSEDE, Act.PROMOTE, Act.RESOLVE})


def misrecorded(path: str, content: bytes, grown: AbstractSet[str], said: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is wrong with the record at a path of the branch, a sentence each. `said` are the trailers of the commit that wrote it."""
    topic = topic_at(path)
    found = parse(content)
    if isinstance(found, Fault):
        yield found.reason + (f" (line {found.line})" if found.line else "")
        return
    if topic is None or found.canonical_id != topic.name or topic_of(found.primary_tag, found.entity) != topic:
        yield f"its topic is {found.primary_tag} and {found.entity!r}, which has its place elsewhere"
    yield from misfits(found, grown)
    if found.status not in {Status.ACCEPTED, Status.PROPOSED}:
        yield f"a decision that is {found.status} stands in history alone"
    yield from _unlined(found)
    yield from _unproven(found)
    if len(found.captured_turn_excerpt) > EXCERPT:
        yield f"the excerpt is longer than {EXCERPT} characters"
    if topic is not None and topic.name in said.get("Topic", ()):
        yield from _contradicted(found, said)


def _unlined(found: Decision) -> Iterator[str]:
    """Texts that would steer a terminal or hide from the eye, and fields that would be two lines wherever they are shown."""
    for each in fields(found):
        value = getattr(found, each.name)
        texts = [text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
        if any(STEERING.search(text) or (each.name in FRONT and "\n" in text) for text in texts):
            yield f"{each.name} holds what is no plain text" + (" on one line" if each.name in FRONT else "")


def _unproven(found: Decision) -> Iterator[str]:
    """Evidence that could be none: a digest is SHA-256 in hex, and each has its place in a session."""
    if any(not _DIGEST.fullmatch(digest) for digest in found.evidence_sha256):
        yield "evidence_sha256 holds what is no SHA-256"
    if any(not PLACE.fullmatch(place) for place in found.evidence_source):
        yield "evidence_source holds what is no source with a line"
    if len(found.evidence_sha256) != len(found.evidence_source):
        yield "evidence_source does not name a place for each digest"


def _contradicted(found: Decision, said: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Where the commit says another thing of the record than the record."""
    told = {"Decision-Id": found.id, "Confidence": found.confidence}
    for key, value in told.items():
        if any(each != value for each in said.get(key, ())):
            yield f"the commit's trailer {key} is not {value}"
    digests = set(said.get("Evidence-Sha256", ()))
    if _WRITING & set(said.get("Action", ())) and digests != set(found.evidence_sha256):
        yield "the commit's trailers Evidence-Sha256 are not those of the record"
