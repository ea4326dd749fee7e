"""A bare "A", "yes" or "the second one": the person's turn accepts, the agent's own words say what.

Both are quoted: the answer shows that a person decided, the question and the option show what. Confidence is confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Confidence, Proposal, Quote
from gitskills.reflect.offline.candidates import taken_back
from gitskills.reflect.offline.cues import cues
from gitskills.reflect.offline.passing import passing
from gitskills.reflect.offline.wording import Wording, answered, word
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.options import picked, questions
from gitskills.transcript.statements import Statement

LONGEST_ANSWER = 160  # characters; who writes more says it in words of their own
WHAT_WAS_ASKED = 600  # characters of the agent's last words that a retraction may be about

_SOUNDS = re.compile(
    r"\b(?:(?:does|would|will) (?:that|this) (?:work|make sense|sound|suit)|sounds? (?:good|right|ok)|agreed?|ok(?:ay)?(?: with you)?|"
    r"is that (?:ok|okay|right|fine))\b[^?]*\?$",
    re.IGNORECASE,
)
_STANDING = frozenset({"always_never", "from_now_on", "policy"})
_NOT_YET = re.compile(r"\b(?:for now|for the moment|maybe|not sure|later\b(?! on)|\?)", re.IGNORECASE)


def accepted(rounds: Sequence[Exchange], episode: Episode) -> list[Proposal]:
    """One proposal for each question of the agent that a bare answer settled for later sessions, too."""
    lasting = (one for one in rounds if not taken_back(one.before[-WHAT_WAS_ASKED:], one.number, rounds))
    return [made for exchange in lasting if (made := _accepted(exchange, episode)) is not None]


def _accepted(exchange: Exchange, episode: Episode) -> Proposal | None:
    said = " ".join(exchange.turn.text.split())
    if not exchange.before or len(said) > LONGEST_ANSWER or _NOT_YET.search(said):
        return None
    answer = picked(said, exchange.before)
    if answer is None:
        return None
    asked = list(questions(exchange.before))
    if answer.text == "Yes" and asked and _SOUNDS.search(asked[-1]):
        return _suggested(asked[-1], exchange, episode)
    for raw in asked:
        question = raw.replace("*", "").replace("`", "")
        if passing(Statement(raw, exchange.turn, question=question, answer=answer.text), frozenset()):
            continue
        wording = answered(question, answer.text, said)
        if wording is not None:
            return _proposal(wording, (raw, answer.option), exchange, episode)
    return None


def _suggested(question: str, exchange: Exchange, episode: Episode) -> Proposal | None:
    """A standing rule that the agent put forward right before it asked for a yes."""
    before = exchange.before.rpartition(question)[0].strip().rsplit("\n", 1)[-1]
    rule = re.split(r"(?<=[.!?])\s+", before.strip())[-1]
    if not _STANDING & cues(rule):
        return None
    wording = word(Statement(rule.replace("*", ""), exchange.turn))
    return _proposal(wording, (rule,), exchange, episode) if wording else None


def _proposal(wording: Wording, agents: Sequence[str], exchange: Exchange, episode: Episode) -> Proposal:
    source = episode.transcript
    return Proposal(
        action=Action.ADD,
        name=wording.name,
        category="decision",
        description=wording.description,
        body=wording.body,
        reason="The user settled the agent's question so: a later session could choose differently.",
        quotes=(
            *(Quote(words, exchange.before_line, source) for words in agents if words),
            Quote(" ".join(exchange.turn.text.split()), exchange.turn.line, source),
        ),
        confidence=Confidence.CONFIRMED,
        reflector="offline",
        transcript=source,
    )
