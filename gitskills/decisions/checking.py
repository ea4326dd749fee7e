"""What can be proven of a record that somebody committed: its form, its words, its place, and what the commit says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from gitskills.decisions.record import parse
from gitskills.decisions.topic import topic_at, topic_of
from gitskills.decisions.vocabulary import misfits
from gitskills.model.decision import EXCERPT, Act, Decision, Status
from gitskills.skillfile.fault import Fault

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
    if len(found.captured_turn_excerpt) > EXCERPT:
        yield f"the excerpt is longer than {EXCERPT} characters"
    if topic is not None and topic.name in said.get("Topic", ()):
        yield from _contradicted(found, said)


def _contradicted(found: Decision, said: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Where the commit says another thing of the record than the record."""
    told = {"Decision-Id": found.id, "Confidence": found.confidence}
    for key, value in told.items():
        if any(each != value for each in said.get(key, ())):
            yield f"the commit's trailer {key} is not {value}"
    digests = set(said.get("Evidence-Sha256", ()))
    if _WRITING & set(said.get("Action", ())) and digests != set(found.evidence_sha256):
        yield "the commit's trailers Evidence-Sha256 are not those of the record"
