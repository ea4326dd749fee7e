"""A window of a session in, the decisions made in it out: one a topic, the last word of the strongest speaker.

Invariant: nothing that was taken back, none of a host's or another text's words; no turn is counted (DECISIONS D12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gitskills.decisions.extract.answered import answered, asked_before
from gitskills.decisions.extract.declared import declared, let_stand, objected
from gitskills.decisions.extract.finding import Finding, as_candidate
from gitskills.decisions.extract.stated import stated
from gitskills.decisions.extract.unsettled import is_change
from gitskills.model.decision import Extracted, speaker_rank
from gitskills.model.episode import Episode
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.asking import Question
from gitskills.transcript.exchanges import Exchange, exchanges
from gitskills.transcript.retraction import RETRACTION


def scan(episode: Episode) -> tuple[Extracted, ...]:
    """The decisions of an episode in their order, each with its evidence."""
    rounds = _with_question(exchanges(episode.window), episode.digest)
    known = asked_before(episode.window)
    found = [*_persons(rounds, known), *_agents(rounds, episode.window)]
    by_topic: dict[tuple[str, str], list[Finding]] = {}
    for finding in sorted(found, key=lambda one: one.spans[0][1].line):
        by_topic.setdefault(finding.topic, []).append(finding)
    return tuple(_last_word(of_topic, episode.source) for of_topic in by_topic.values())


def _with_question(rounds: tuple[Exchange, ...], digest: Sequence[Turn]) -> tuple[Exchange, ...]:
    """A window may begin with the answer: what was asked stands in the digest then, and tells what the answer is about."""
    if not rounds or rounds[0].before:
        return rounds
    said = [turn for turn in digest if turn.human or (turn.speaker is Speaker.AGENT and turn.channel is Channel.TEXT)]
    if not said or said[-1].human:
        return rounds
    return (replace(rounds[0], before=said[-1].text.strip()), *rounds[1:])


def _last_word(found: Sequence[Finding], source: str) -> Extracted:
    """What the strongest speaker said last; what the same speaker chose before it is an alternative now."""
    strongest = max(speaker_rank(one.speaker) for one in found)
    own = [one for one in found if speaker_rank(one.speaker) == strongest]
    last = own[-1]
    before = tuple(one.place.object for one in own[:-1] if one.place.object.casefold() != last.place.object.casefold())
    return Extracted(as_candidate(last, source, before), changes=bool(before) or _changes(last))


def _changes(finding: Finding) -> bool:
    """Whether a person's own words say that it was otherwise before."""
    return finding.speaker is Speaker.USER and bool(finding.choice.over or is_change(finding.spans[0][0]))


def _persons(rounds: Sequence[Exchange], known: Mapping[str, Question]) -> Iterator[Finding]:
    for exchange in rounds:
        later = rounds[exchange.number + 1] if exchange.number + 1 < len(rounds) else None
        if later is not None and RETRACTION.search(later.turn.text):
            continue
        yield from stated(exchange)
        yield from answered(exchange, known)


def _agents(rounds: Sequence[Exchange], window: Sequence[Turn]) -> Iterator[Finding]:
    stretch: list[Turn] = []
    number = 0
    for turn in window:
        if turn.human:
            if not objected(rounds[number]):
                yield from declared(stretch)
            stretch, number = [], number + 1
        else:
            stretch.append(turn)
    yield from declared(stretch)
    yield from let_stand(rounds)
