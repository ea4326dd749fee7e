"""What a person picked or accepted of what the agent asked, offered or proposed (DECISIONS D01, D02, D07)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gitskills.decisions.extract.choice import Choice, Kind, choice_in
from gitskills.decisions.extract.declared import proposed
from gitskills.decisions.extract.finding import Finding
from gitskills.decisions.extract.placing import place
from gitskills.decisions.extract.slots import slots_of
from gitskills.decisions.extract.unsettled import is_open, names_a_thing
from gitskills.model.decision import Level
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.options import picked, questions
from gitskills.transcript.settled import settled
from gitskills.transcript.speech import plain
from gitskills.transcript.statements import statements

LONGEST_ANSWER = 160  # characters; who writes more says it in words of their own
MOST_ANSWERS = 20  # in one turn
ASKED = 4_000  # characters before an answer in which its question stands

_RECOMMENDED = re.compile(r"\s*\((?:recommended|default|current)\)", re.IGNORECASE)
_OF_THE_HOUR = re.compile(
    r"\b(?:proceed|continue|go ahead|next|now|today|tomorrow|tonight|ready|this (?:pr|branch|fix|commit|session|release|"
    r"time|change)|uncommitted|"
    r"commit|merge|push|land|deadline|start(?: with)?|priority|first|want me to|shall i|should i (?!use|go with)|"
    r"anything else|clarif\w+|"
    r"(?:fix|do|try|run|add|change|update|create|open|write|implement) (?:it|this|that|them|these)|look (?:into|at)|"
    r"more (?:detail|info)|help)\b",
    re.IGNORECASE,
)
_SOUNDS = re.compile(
    r"^(?:does|do|is|are|would|will) (?:this|that|these|the|my|it)\b.*\b(?:look|looks|work|works|sound|sounds|make sense|"
    r"seem|seems|ok|okay|right|good|fine|correct|clear)$|"
    r"\b(?:sounds? (?:good|right)|make sense|ok with you|agree)$",
    re.IGNORECASE,
)
_NO_CHOICE = re.compile(
    r"^(?:stop|later|not now|wait|proceed|continue|go ahead|do it|cancel|none|both|all|other|skip|neither|yes|no|n/?a|"
    r"all of (?:the above|them|it)|combination|don't know|not sure|you (?:choose|decide)|up to you)\b(?!,? \w+ \w+)",
    re.IGNORECASE,
)
_MARKER = (
    r"(?:ship it|go with (?:that|it|this|your (?:proposal|suggestion|recommendation|plan|idea))|"
    r"let's (?:go with|do|use|take|ship) (?:that|it|this|your (?:proposal|suggestion|recommendation|plan|idea))|"
    r"do (?:that|it)|use that|take that|make it so|approved|go for it)"
)
_GO = re.compile(
    rf"^\W*(?:(?:(?P<marker>{_MARKER})|yes|yep|yeah|sounds (?:good|great)|looks (?:good|great)|lgtm|agreed?|perfect|great|"
    rf"nice|cool|"
    r"good (?:idea|plan)|makes sense|i agree|please do|that works|sure|ok(?:ay)?|alright|fine|right|please|thanks|"
    r"thank you|then)\b[\s,.!:)-]*)+$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\bthe first(?: one| option| approach)?\b", re.IGNORECASE)
_EITHER = re.compile(r"(?P<one>[\w`.+#/-]+),? or (?P<other>[\w`.+#/-]+)")
_NAMED = re.compile(
    r"^(?:ok(?:ay)?,? |yes,? |use |the |go with |i'd (?:use|pick) |i prefer )*(?P<name>.+?)(?:,? (?:please|thanks|one))*[.!]*$",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"^(?:should|shall|do|can) (?:we|i|you want (?:me )?to) (?P<order>.+)$", re.IGNORECASE)


def answered(exchange: Exchange) -> Iterator[Finding]:
    """The choices that a person's turn makes among what lay on the table."""
    if exchange.turn.channel is Channel.ANSWER:
        for statement in statements(exchange.turn)[:MOST_ANSWERS]:
            yield from _made(
                statement.question, _RECOMMENDED.sub("", statement.answer), ((statement.text, exchange.turn),), exchange
            )
        return
    said = _first_words(exchange.turn)
    if not exchange.before or not said or is_open(_ORDINAL.sub("", said)) or "?" in said:
        return
    before = exchange.before[-ASKED:]
    found = list(_bare(said, before, exchange)) or list(_either(said, before, exchange))
    found = found or list(_accepted(said, before, exchange))
    yield from found[:1]


def _first_words(turn: Turn) -> str:
    """A short turn, or the first thing that a longer one says; "" where that is long, too."""
    said = " ".join(turn.text.split())
    if len(said) > LONGEST_ANSWER:
        said = next((statement.text for statement in statements(turn)), "")
    return said if len(said) <= LONGEST_ANSWER else ""


def _bare(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """A letter, a number, "the second one", yes or no, to the agent's last question that asks for a choice."""
    answer = picked(said, before) or picked(plain(said), before)
    if answer is None:
        return
    asked = list(questions(before))[-3:][::-1] or [""]
    for raw in asked:
        spans = ((said, exchange.turn), *_agents((raw, answer.option), exchange))
        found = list(_made(raw.replace("*", "").replace("`", ""), answer.text, spans, exchange))
        if found:
            yield from found
            return


def _either(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """What of the two that the agent's last question names the person says, where both are known for the same use."""
    last = next(reversed(list(questions(before))), "")
    two = next(reversed(list(_EITHER.finditer(last))), None)
    named = _NAMED.match(said)
    if two is None or named is None or _OF_THE_HOUR.search(last):
        return
    names = [two[group].strip("`").rstrip(".,") for group in ("one", "other")]
    meant = named["name"].strip("`").casefold()
    meant = dict(zip(("first", "second"), names, strict=True)).get(meant, meant).casefold()
    chosen = next((name for name in names if name.casefold() == meant), "")
    if not chosen or not set(slots_of(names[0])) & set(slots_of(names[1])):
        return
    choice = choice_in(f"let us use {chosen}{last[two.end() :].rstrip('?').replace('`', '')}")
    where = place(choice) if choice else None
    if choice and where:
        over = next(name for name in names if name != chosen)
        spans = ((said, exchange.turn), *_agents((last,), exchange))
        yield Finding(replace(choice, over=over), where, Level.EXPLICIT, Speaker.USER, spans)


def _made(question: str, answer: str, spans: tuple[tuple[str, Turn], ...], exchange: Exchange) -> Iterator[Finding]:
    """One finding of a question and its answer, where the two together settle something for later sessions."""
    asked = question.partition("? ")[0].strip().rstrip("?").strip()
    asked = re.split(r"(?<=[.!])\s+(?=[A-Z])", asked)[-1]
    yes_or_no = re.match(r"(?P<word>yes|no)\b(?!ne)", answer, re.IGNORECASE)
    if (
        _OF_THE_HOUR.search(asked)
        or _SOUNDS.search(asked)
        or (not yes_or_no and _NO_CHOICE.match(answer))
        or is_open(answer)
    ):
        return
    sentence = settled(asked, answer)
    choice = _whether(asked, no=yes_or_no["word"].lower() == "no") if yes_or_no else None
    if yes_or_no and choice is None and not sentence:
        return
    choice = choice or _ordered(sentence, answer) or _taken(answer)
    if not yes_or_no and not names_a_thing(choice):
        return
    where = place(choice, "" if choice.about or choice.purpose else asked)
    if where is None:
        return
    level = Level.CONFIRMED if yes_or_no and exchange.turn.channel is not Channel.ANSWER else Level.EXPLICIT
    title = sentence or ("" if yes_or_no or not asked else f"{_subject(asked)}: {answer}")
    yield Finding(choice, where, level, Speaker.USER, spans, title)


def _taken(answer: str) -> Choice:
    """An answer that names a thing, or says itself what is to be done with it."""
    bare = re.sub(r"^(?:use|go with)\s+", "", answer, flags=re.IGNORECASE)
    return Choice(Kind.USE, _label(bare), f"use {bare}", marked=True)


def _whether(asked: str, *, no: bool) -> Choice | None:
    """What a yes or a no to "should we X?" says."""
    found = _WHETHER.match(asked)
    choice = choice_in(f"{'let us not' if no else 'let us'} {found['order']}") if found else None
    if choice is not None and names_a_thing(choice):
        return choice
    if found or no:
        return None
    rest = re.sub(r"^(?:should|must|does|can|may|will|would)\s+", "", asked, flags=re.IGNORECASE)
    return Choice(Kind.USE, " ".join(rest.split()[:14]), asked, marked=True)


def _ordered(sentence: str, answer: str) -> Choice | None:
    """The choice that question and answer make as an order: "Store money as cents"."""
    choice = choice_in(f"let us {sentence[:1].lower()}{sentence[1:]}") if sentence else None
    if choice is None or choice.kind is not Kind.PLACE or not names_a_thing(choice):
        return None
    return replace(choice, marked=True) if choice.thing.casefold() in answer.casefold() else None


def _subject(asked: str) -> str:
    """What a question is about, as the head of a line."""
    bare = re.sub(
        r"^(?:which|what)\s+|\s+(?:do|would|should) you (?:prefer|want|like)(?: (?:me )?to use)?$",
        "",
        asked,
        flags=re.IGNORECASE,
    )
    return bare[:1].upper() + bare[1:]


def _label(answer: str) -> str:
    return re.split(r"\s+[-–—]\s|:\s|\s\(|[.;]\s|,\s", answer.strip(), maxsplit=1)[0]


def _accepted(said: str, before: str, exchange: Exchange) -> Iterator[Finding]:
    """What "ship it" and "sounds good" say to what the agent has just proposed; who only nods has confirmed it."""
    go = _GO.match(said)
    last = next(iter(reversed(list(proposed(before)))), None) if go else None
    if go is None or last is None:
        return
    words, choice = last
    where = place(choice)
    if where is not None:
        level = Level.EXPLICIT if go["marker"] else Level.CONFIRMED
        yield Finding(
            replace(choice, marked=True),
            where,
            level,
            Speaker.USER,
            ((said, exchange.turn), *_agents((words,), exchange)),
        )


def _agents(words: Iterable[str], exchange: Exchange) -> tuple[tuple[str, Turn], ...]:
    """The agent's own words before the answer, with the turn that they stand in; of the digest nothing is quoted."""
    if not exchange.before_line:
        return ()
    turn = Turn(exchange.before_line, exchange.turn.end, Speaker.AGENT, Channel.TEXT, exchange.before)
    return tuple((one, turn) for one in words if one)
