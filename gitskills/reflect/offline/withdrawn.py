"""What a person takes back that has become a skill already: it is archived. Within one window nothing comes of it at all.

Invariant: only a skill of ours whose rule holds all that the words name goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Proposal, Quote
from gitskills.model.skill import KnownSkill
from gitskills.reflect.offline.comparing import CHANGEABLE, Nearest, rule_of, rules
from gitskills.reflect.offline.gist import Gist, Relation, gist, relate
from gitskills.reflect.offline.wording import word
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.retraction import RETRACTION
from gitskills.transcript.statements import Statement, statements

_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\b(?:forget|ignore|drop|scrap|disregard|remove|delete|never ?mind)\b (?:about )?(?:the |my |that |your )?(?:old )?"
            r"(?:rule|convention|instruction|remark|lesson|skill|"
            r"what i (?:said|told you)) (?:about|on|for|that|with|of) (?P<topic>[^.!?,;]+)"
        ),
        r"\b(?:you|we) (?:can|may) (?P<topic>[^.!?,;]+?) (?:again|after all)\b",
        r"\b(?:you|we) no longer (?:have|need) to (?P<topic>[^.!?,;]+)",
        r"\b(?:you|we) (?:don't|do not) (?:need|have) to (?P<topic>[^.!?,;]+?) any ?(?:more|longer)\b",
        r"(?P<topic>[^.!?,]+?) (?:is|are) (?:allowed|fine|ok|okay) (?:again|after all)\b",
    )
)


def withdrawn(rounds: Sequence[Exchange], episode: Episode, nearest: Nearest) -> list[Proposal]:
    """The archiving of every skill that a person of this episode took back."""
    found = (made for exchange in rounds for made in _withdrawn(exchange, episode, nearest))
    return list({(made.scope, made.name): made for made in found}.values())


def _withdrawn(exchange: Exchange, episode: Episode, nearest: Nearest) -> Iterator[Proposal]:
    for statement in statements(exchange.turn):
        topic = named(statement.text)
        about = gist(topic).words
        for skill in nearest(topic) if about else ():
            if any(about <= gist(line).words for line in _lines(skill)) and skill.entry.owner in CHANGEABLE:
                yield _archive(skill, statement, episode)
                break
    if exchange.number == 0 and RETRACTION.search(exchange.turn.text):
        yield from _of_the_last_window(exchange, episode, nearest)


def named(text: str) -> str:
    """What the words take back by name, "" where they name nothing."""
    found = next((match for pattern in _NAMED if (match := pattern.search(text))), None)
    return found["topic"] if found else ""


def _of_the_last_window(exchange: Exchange, episode: Episode, nearest: Nearest) -> Iterator[Proposal]:
    """A window that begins with "forget that": what was said last before it stands in the digest."""
    last = next((turn for turn in reversed(episode.digest) if turn.human), None)
    said = statements(exchange.turn)
    taken = next((one for one in said if RETRACTION.search(one.text)), None)
    for statement in statements(last) if last is not None and taken is not None else ():
        wording = word(statement)
        for skill in nearest(wording.body) if wording else ():
            mine = gist(rule_of(wording.body)) if wording else None
            if mine and _says(skill, mine) and skill.entry.owner in CHANGEABLE and taken:
                yield _archive(skill, taken, episode)


def _says(skill: KnownSkill, mine: Gist) -> bool:
    return any(relate(mine, gist(line)) is Relation.SAME for line in _lines(skill))


def _lines(skill: KnownSkill) -> list[str]:
    return [skill.entry.description, *rules(skill.body)]


def _archive(skill: KnownSkill, statement: Statement, episode: Episode) -> Proposal:
    return Proposal(
        action=Action.ARCHIVE,
        name=skill.entry.name,
        scope=skill.entry.scope,
        reason="The user took it back.",
        quotes=(Quote(statement.text, statement.turn.line, episode.transcript),),
        reflector="offline",
        transcript=episode.transcript,
    )
