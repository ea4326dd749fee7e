"""One rule for where a quote belongs: what binds or chooses something of this project is a decision, how to work is a skill.

Invariant: a quote becomes one of the two, never both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gitskills.model.decision import Candidate, Extracted
from gitskills.model.proposal import Action, Proposal, Scope
from gitskills.model.turn import Speaker


class Lane(StrEnum):
    """What a quote becomes."""

    SKILL = "skill"
    DECISION = "decision"


_HOW_TO_WORK = re.compile(
    r"\b(?:always|never|ever again|must|mustn't|should|shouldn't|don't|dont|do not|stop|avoid|prefer\w*|remember|"
    r"make sure|be sure|every time|whenever|"
    r"each time|from now on|going forward|next time|in (?:the )?future|in general|as a rule|no (?:more|longer)|"
    r"under no circumstances|"
    r"in all (?:my|of my)|in every|please (?:don't|stop))\b|^no [a-z]+|^we (?:use|have|keep|put|write|follow|only|don't|"
    r"never|always)\b",
    re.IGNORECASE,
)


def is_rule(said: str) -> bool:
    """Whether a sentence says how to work, here or anywhere, rather than what was chosen for the project."""
    return _HOW_TO_WORK.search(said) is not None


@dataclass(frozen=True, slots=True)
class Lanes:
    """Lessons that stay, lessons that went to the decisions, and the decisions; no quote of a person stands in two of them."""

    skills: tuple[Proposal, ...]
    moved: tuple[Proposal, ...]
    decisions: tuple[Extracted, ...]


def divided(proposals: Iterable[Proposal], found: Iterable[Extracted]) -> Lanes:
    """What changes a skill that is there, or holds in all of a person's projects, stays a skill; else a choice is a decision."""
    lanes: dict[Lane, list[Proposal]] = {Lane.SKILL: [], Lane.DECISION: []}
    decided = list(found)
    for proposal in proposals:
        shared = [one for one in decided if rests_on(one.candidate, proposal)]
        free = proposal.action is Action.ADD and proposal.scope is Scope.PROJECT
        lanes[Lane.DECISION if shared and free else Lane.SKILL].append(proposal)
        if shared and not free:
            decided = [one for one in decided if one not in shared]
    return Lanes(tuple(lanes[Lane.SKILL]), tuple(lanes[Lane.DECISION]), tuple(decided))


def rests_on(candidate: Candidate, proposal: Proposal) -> bool:
    """Whether both quote the same words of a person, or one a part of the other's."""
    own = [(item.line, item.quote) for item in candidate.evidence if item.speaker is Speaker.USER]
    return any(
        line == quote.line and (words in folded or folded in words)
        for quote in proposal.quotes
        for folded in (" ".join(quote.text.split()),)
        for line, words in own
    )
