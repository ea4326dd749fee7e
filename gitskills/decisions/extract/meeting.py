"""Where a choice meets what stands: the topic that it changes, and whether it only says again what is on record.

Invariant: only a person's words that say that something changes are led to another topic than their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gitskills.decisions.extract.slots import slots_of, spelling
from gitskills.decisions.topic import topic_of
from gitskills.model.decision import Candidate, Decision, Extracted, Topic
from gitskills.model.turn import Speaker


def met(found: Extracted, current: Mapping[str, Decision]) -> tuple[Candidate, Decision | None]:
    """The candidate on the topic that it belongs to, and the decision that it meets there."""
    candidate = found.candidate
    topic = topic_of(candidate.primary_tag, candidate.entity)
    standing = current.get(topic.name) if isinstance(topic, Topic) else None
    if standing is not None or not found.changes or candidate.speaker is not Speaker.USER:
        return candidate, standing
    rivals = [one for one in current.values() if _is_replaced(candidate, one)]
    if len(rivals) != 1:
        return candidate, None
    (prior,) = rivals
    about = (prior.primary_tag, prior.entity, prior.subject, prior.predicate)
    tag, entity, subject, predicate = about
    return replace(candidate, primary_tag=tag, entity=entity, subject=subject, predicate=predicate), prior


def _is_replaced(candidate: Candidate, standing: Decision) -> bool:
    """Whether a standing choice is named as the one that goes, or is of the one slot that the new one fills."""
    gone = {spelling(one).casefold() for one in candidate.alternatives}
    if standing.object and standing.object.casefold() in gone:
        return True
    return (
        bool(set(slots_of(candidate.object)) & set(slots_of(standing.object)))
        and standing.predicate == candidate.predicate
    )


def says_again(candidate: Candidate, standing: Decision) -> bool:
    """Whether the decision that stands chose the very same."""
    if not candidate.object or candidate.predicate != standing.predicate:
        return False
    return spelling(candidate.object).casefold() == spelling(standing.object).casefold()
