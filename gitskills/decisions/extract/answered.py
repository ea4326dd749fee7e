"""What a person picked or accepted of what the agent asked, offered or proposed (DECISIONS D01, D02, D07)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gitskills.decisions.extract.among import named_of_two, reason_behind
from gitskills.decisions.extract.choice import Choice, Kind
from gitskills.decisions.extract.declared import proposed, sentences
from gitskills.decisions.extract.finding import Finding
from gitskills.decisions.extract.picks import option_picked, others
from gitskills.decisions.extract.placing import place
from gitskills.decisions.extract.replies import replies
from gitskills.decisions.extract.settling import of_the_hour, settles
from gitskills.decisions.extract.slots import slots_of
from gitskills.decisions.extract.unsettled import is_unsure, names_a_thing
from gitskills.model.decision import Level
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.asking import Question, asked
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.options import questions
from gitskills.transcript.statements import statements

LONGEST_ANSWER = 160  # characters; who writes more says it in words of their own
MOST_ANSWERS = 20  # in one turn
ASKED = 4_000  # characters before an answer in which its question stands
LAST = 3  # questions, or sentences that offer, before an answer

_MARKER = (
    r"(?:ship it|go with (?:that|it|this|your (?:proposal|suggestion|recommendation|plan|idea))|"
    r"let's (?:go with|do|use|take|ship) (?:that|it|this|your (?:proposal|suggestion|recommendation|plan|idea))|"
    r"do (?:that|it)|use that|take that|make it so|approved|go for it)"
)
_GO = re.compile(
    rf"^\W*(?:(?:(?P<marker>{_MARKER})|yes|yep|yeah|sounds (?:good|great)|looks (?:good|great)|lgtm|agreed?|perfect|great|"
    rf"nice|cool|that's (?:fine|good|great|ok|okay|perfect)|"
    r"good (?:idea|plan)|makes sense|i agree|please do|that works|sure|ok(?:ay)?|alright|fine|right|please|thanks|"
    r"thank you|then)\b[\s,.!:)-]*)+$",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"\s*(?:,|\s[-–—]+)\s|\s(?=because|since)", re.IGNORECASE)
_NOD = re.compile(r"\b(?:good|great|fine|agreed?|works|sense|perfect|that|it|approved|nice|cool|lgtm)\b", re.IGNORECASE)
_QUERY = re.compile(r"\s*\((?=[^)]*\?)[^)]*\)?\s*$")  # something else, asked in brackets behind it
_NO_BUT = re.compile(
    r"^(?:no+|nope|nah)\b[\s,.!]*(?:no[\s,.!]+)?(?:please |rather |let's )?(?:use |go (?:with|for) |"
    r"do )?(?P<thing>[\w.+#-]+(?: [\w.+#-]+)?)"
    r"(?:,? please)?[\s.!]*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"[\w+#][\w+#.-]*[\w+#]")
_ASIDE = re.compile(
    r",?\s+(?:though|although)\b.*$|\bwould be (?:my|the) (?:pick|choice|preference|best|better)\b|\bthe (?:first|last)\b|"
    r"\bfirst (?:one|option)\b",
    re.IGNORECASE,
)


def answered(exchange: Exchange, known: Mapping[str, Question]) -> Iterator[Finding]:
    """The choices that a person's turn makes among what lay on the table. `known` are the questions put with answers."""
    if exchange.turn.channel is Channel.ANSWER:
        for statement in statements(exchange.turn)[:MOST_ANSWERS]:
            question = known.get(statement.question) or Question("", statement.question, ())
            yield from settles(question, statement.answer, ((statement.text, exchange.turn),))
        return
    if not exchange.before:
        return
    before = exchange.before[-ASKED:]
    several = list(replies(exchange.turn.text, before))
    for question, answer, words in several[:MOST_ANSWERS]:
        yield from settles(question, answer, ((words, exchange.turn), *_agents((question.text,), exchange)))
    said = _QUERY.sub("", _first_words(exchange.turn))
    if several or not said or "?" in said or is_unsure(_ASIDE.sub("", said)):
        return
    for read in (_bare, _either, _corrected, _accepted):
        found = list(read(said, before, exchange))[:1]
        if found:
            yield from found
            return


def asked_before(turns: Iterable[Turn]) -> dict[str, Question]:
    """The questions that the agent put with their answers, by their words."""
    return {one.text: one for turn in turns if turn.channel is Channel.CALL for one in asked(turn.text)}


def _first_words(turn: Turn) -> str:
    """A short turn, or the first thing that a longer one says; "" where that is long, too."""
    said = " ".join(turn.text.split())
    if len(said) > LONGEST_ANSWER:
        said = next((statement.text for statement in statements(turn)), "")
    return said if len(said) <= LONGEST_ANSWER else ""


def _bare(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """A letter, a number, "the second one", yes or no, to the agent's last question that asks for a choice."""
    answer = option_picked(said, before)
    if answer is None:
        return
    left = others(answer, before)
    for raw in _last_questions(before) or [""]:
        spans = ((said, exchange.turn), *_agents((raw, answer.option), exchange))
        question = Question("", raw.replace("*", "").replace("`", ""), (answer.text, *left) if answer.option else ())
        for finding in settles(question, answer.text, spans):
            reason = finding.choice.reason or (reason_behind(said) if answer.option else "")
            yield replace(finding, choice=replace(finding.choice, reason=reason))
            return


def _last_questions(before: str) -> list[str]:
    return list(questions(before))[-LAST:][::-1]


def _either(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """What of the two that the agent's last words offer the person names."""
    offers = [*_last_questions(before), *_last(sentences(before))]
    two = named_of_two(said, (offer for offer in offers if not of_the_hour(offer)))
    if two is None:
        return
    slots = [set(slots_of(one)) for one in (two.thing, two.over)]
    if all(slots) and not slots[0] & slots[1]:
        return
    choice = Choice(Kind.USE, two.thing, f"use {two.thing}", over=two.over, reason=two.reason, marked=True)
    bare = replace(choice, thing=re.sub(r"^(?:in|on|at|as|with|by|via|to|into) ", "", two.thing))
    where = place(choice, two.topic) if names_a_thing(bare) else None
    if where:
        spans = ((said, exchange.turn), *_agents((two.offer,), exchange))
        yield Finding(choice, where, Level.EXPLICIT, Speaker.USER, spans, two.title)


def _corrected(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """What a "no, X" puts in the place of a thing for the same use that the agent's last words name."""
    found = _NO_BUT.match(said)
    thing = found["thing"] if found else ""
    slots = set(slots_of(thing))
    for words in _last(sentences(before)) if slots else ():
        name = next((one for one in _NAME.findall(words) if set(slots_of(one)) & slots), "")
        if name and name.casefold() not in thing.casefold():
            choice = Choice(Kind.USE, thing, f"use {thing}", over=name, marked=True)
            where = place(choice)
            if where:
                spans = ((said, exchange.turn), *_agents((words,), exchange))
                yield Finding(choice, where, Level.EXPLICIT, Speaker.USER, spans)
            return


def _last(found: Iterable[str]) -> Sequence[str]:
    return list(found)[-LAST:][::-1]


def _accepted(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """What "ship it" and "sounds good" say to what the agent has just proposed; who only nods has confirmed it."""
    said_plain = said.replace("’", "'")
    head = _BECAUSE.split(said_plain, maxsplit=1)[0]
    go, reason = _GO.match(said_plain), ""
    if go is None and _NOD.search(head) and (reason := reason_behind(said_plain[len(head) :])):
        go = _GO.match(head)
    last = next(iter(reversed(list(proposed(before)))), None) if go else None
    if go is None or last is None:
        return
    words, choice = last
    where = place(choice)
    if where is not None:
        level = Level.EXPLICIT if go["marker"] else Level.CONFIRMED
        chosen = replace(choice, marked=True, reason=choice.reason or reason)
        yield Finding(chosen, where, level, Speaker.USER, ((said, exchange.turn), *_agents((words,), exchange)))


def _agents(words: Iterable[str], exchange: Exchange) -> tuple[tuple[str, Turn], ...]:
    """The agent's own words before the answer, with the turn that they stand in; of the digest nothing is quoted."""
    if not exchange.before_line:
        return ()
    turn = Turn(exchange.before_line, exchange.turn.end, Speaker.AGENT, Channel.TEXT, exchange.before)
    return tuple((one, turn) for one in words if one)
