"""Whether a decision may take the place of the one that stands: the level first, then who said it. A refusal is a value."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.decisions.vocabulary import is_over
from gitskills.model.decision import Decision, Level, Outcome, Status, speaker_rank
from gitskills.model.turn import Speaker
from gitskills.skillfile.folded import folded_digest

OVERWRITEABLE = frozenset({Level.INFERRED, Level.ASSUMED})


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not; the sentence names the decision in the way."""

    outcome: Outcome
    sentence: str


def weigh(prior: Decision, new: Decision, supersedes: str, today: str) -> Refusal | None:
    """None where `new` takes the place of `prior`. `supersedes` is the id that the caller says it replaces, "" for none."""
    if supersedes:
        return _named(prior, new, supersedes)
    if prior.status is not Status.ACCEPTED or is_over(prior.valid_until, today):
        return None
    if new.confidence.rank != prior.confidence.rank:
        lower = f"{prior.id} is {prior.confidence}, and {new.confidence} does not displace it"
        return None if new.confidence.rank > prior.confidence.rank else Refusal(Outcome.REFUSED, lower)
    if prior.confidence in OVERWRITEABLE or speaker_rank(new.speaker) > speaker_rank(prior.speaker):
        return None
    if speaker_rank(new.speaker) < speaker_rank(prior.speaker):
        said = f"{prior.id} is {prior.confidence} by the {prior.speaker}, whom the {new.speaker} does not outrank"
        return Refusal(Outcome.REFUSED, said)
    if agree(prior, new):
        return Refusal(Outcome.REFUSED, f"{prior.id} says so already ({prior.confidence}); {_way(prior)}")
    return Refusal(Outcome.CONFLICT, f"{prior.id} is {prior.confidence}, too, and says otherwise; {_way(prior)}")


def _named(prior: Decision, new: Decision, supersedes: str) -> Refusal | None:
    """A named prior is replaced whatever its level, but no agent sets aside what the user decided or accepted."""
    if supersedes not in {prior.id, *prior.aliases}:
        return Refusal(Outcome.REFUSED, f"{supersedes} is not what stands on {prior.topic.name}: that is {prior.id}")
    firm = prior.endorsed and prior.confidence is Level.EXPLICIT
    if firm and new.speaker is not Speaker.USER:
        return Refusal(Outcome.REFUSED, f"{prior.id} is the user's explicit decision: only the user replaces it")
    return None


def _way(prior: Decision) -> str:
    return f"--supersedes {prior.id} replaces it"


def agree(one: Decision, other: Decision) -> bool:
    """Whether two records choose the same, by their objects where both have one, else by their words."""
    if one.object and other.object and predicate(one) == predicate(other):
        return folded_digest(one.object) == folded_digest(other.object)
    return folded_digest(one.decision or one.title) == folded_digest(other.decision or other.title)


def predicate(decision: Decision) -> tuple[str, str]:
    """What the decision says something of, in the form in which it is compared; ("", "") where it doesn't say."""
    if not (decision.subject and decision.predicate):
        return "", ""
    return folded_digest(decision.subject), folded_digest(decision.predicate)


def contradict(one: Decision, other: Decision) -> bool:
    """Same subject and predicate, another object: a contradiction, however alike the texts are."""
    about = predicate(one)
    return any(about) and about == predicate(other) and folded_digest(one.object) != folded_digest(other.object)
