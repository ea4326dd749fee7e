"""A question with the answer to it: whether the two settle something for later sessions, and how that is worded.

Invariant: what is to be done next, whether something works, and what nobody has chosen yet settles nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gitskills.decisions.extract.choice import Choice, Kind, choice_in
from gitskills.decisions.extract.finding import LONGEST_TITLE, Finding
from gitskills.decisions.extract.haste import spelt_out
from gitskills.decisions.extract.heading import head_of, named
from gitskills.decisions.extract.placing import place
from gitskills.decisions.extract.unsettled import is_unsure, names_a_thing
from gitskills.model.decision import Level
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.asking import Question
from gitskills.transcript.casing import capital
from gitskills.transcript.settled import settled
from gitskills.transcript.speech import VERBS

SELF_TOLD = 3  # words; what is offered in more of them names itself
LONGEST_OWN = 10  # words of an answer that nobody offered; who needs more explains

_RECOMMENDED = re.compile(
    r"\s*\((?:recommended|default|current|suggested)\)|^option [a-h1-9]\s*[:.)–—-]\s*", re.IGNORECASE
)
_OF_THE_HOUR = re.compile(
    r"\b(?:proceed|continue|go ahead|next|now|today|tomorrow|tonight|ready|this (?:pr|branch|fix|commit|session|release|"
    r"time|change|todo|task|issue)|uncommitted|"
    r"commit|merge|push|land|deadline|start(?: with)?|priority|first|(?:want|like) me to (?!use|go with)|shall i|can i|"
    r"should i (?!use|go with)|would you like to|do you want to|"
    r"anything else|any other|more questions|clarif\w+|discuss\w*|tackle|work on|reproduce\w*|reliably|"
    r"(?:fix|do|try|run|add|change|update|create|open|write|implement) (?:it|this|that|them|these)|look (?:into|at)|"
    r"more (?:detail|info)|help)\b|^(?:did|have|has|were|was|are|is) (?:you|we|there)\b|^who (?:is|are|will)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"^(?:next(?: steps?| move)?|(?:ui |next )?workflow|actions?|proceed|continue|ready|done|status|confirm\w*|clarif\w*|"
    r"discuss\w*|"
    r"areas?|more|start\w*|when|timing|commit(?: \w+)?|push|permission|clean-?up|check-?in|verif\w+|review|approval|feedback|"
    r"execution|checkpoint|todo|priority|repro\w*(?: steps)?|mock-?ups?|changelog|docker)$",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"^(?:you (?:choose|decide|pick)|skip|not sure|other\b|stop here|not now|later|ask me|none of)", re.IGNORECASE
)
_SOUNDS = re.compile(
    r"^(?:does|do|is|are|would|will) (?:this|that|these|the|my|it)\b.*\b(?:look|looks|work|works|sound|sounds|make sense|"
    r"seem|seems|ok|okay|right|good|fine|correct|clear)$|"
    r"\b(?:sounds? (?:good|right)|make sense|ok with you|agree)$",
    re.IGNORECASE,
)
_NO_CHOICE = re.compile(
    r"^(?:stop|later|not now|wait|proceed|continue|go ahead|do it|cancel|none|all|other|skip|neither|yes|no|n/?a|done|"
    r"both|all of (?:the above|them|it)|combination|don't know|not sure|no idea|you (?:choose|decide|pick)|up to you|"
    r"next (?:area|one|step)|"
    r"more questions?|(?:yes,? )?work on (?:it|this)|put it back|brainstorm|view|show me|looks good|whatever|don't worry|"
    r"doesn't matter|"
    r"not (?:important|relevant|a priority)|i (?:don't|do not) (?:care|know|have))\b(?!,? \w+ \w+)",
    re.IGNORECASE,
)
_SUITS = re.compile(
    r"^(?:i(?:'m| am) (?:fine|ok|okay|happy|good) with|i(?:'d)? (?:like|prefer|go with|choose|pick|want)|let's (?:go with|"
    r"do|use))\s+|"
    r"\s+(?:is|are|looks?|sounds?|seems?) (?:correct|fine|good|ok|okay|right|great|perfect|best)[.!]*$|\s+works(?: for me)?[.!]*$",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(
    r"^(?P<word>yes|yup|yep|yeah|yea|nope|nah|no)\b(?P<more>\s*(?:$|please\b|[,.;:!–—-]).*)$", re.IGNORECASE
)
_ALL = re.compile(r"^(?:both|all|hybrid|mix|combin\w*)\b", re.IGNORECASE)
_EVERY = re.compile(r"^(?:both|all(?! of the above)|none|neither|skip|no \w+)\b", re.IGNORECASE)
_ORDERS = re.compile(
    r"^(?:let's|for \w+(?: \w+){0,2}, |please |i (?:want|think|need|have)|feel free)|\b(?:if you agree|feel free|"
    r"less important|your call)\b",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"^(?:should|shall|do|can) (?:we|i|you want (?:me )?to) (?P<order>.+)$", re.IGNORECASE)
_ORDER = re.compile(rf"^(?:{VERBS})\b(?! ?[:=])", re.IGNORECASE)


def settles(question: Question, answer: str, spans: tuple[tuple[str, Turn], ...]) -> Iterator[Finding]:
    """One finding of a question and its answer, where the two together settle something for later sessions."""
    offered = _bare(answer) in {_bare(option) for option in question.options}
    answer = _RECOMMENDED.sub("", answer).strip()
    answer = answer if offered else _SUITS.sub("", spelt_out(answer))
    asked, header = _last_sentence(question.text), named(question.header)
    if (
        of_the_hour(asked)
        or _NEXT.match(question.header.strip())
        or not _answers(answer, offered=offered, known=bool(question.options))
    ):
        return
    yes_or_no = _YES_OR_NO.match(answer)
    if yes_or_no and header and offered and len(yes_or_no["more"].split()) > 1:
        answer, yes_or_no = yes_or_no["more"].strip(" ,.-–—:"), None
    denied = yes_or_no is not None and yes_or_no["word"].lower().startswith("n")
    sentence = settled(asked, "No" if denied else "Yes") if yes_or_no else settled(asked, answer)
    choice = _whether(asked, no=denied) if yes_or_no else None
    if yes_or_no and choice is None and not sentence:
        return
    choice = choice or _ordered(sentence, answer) or _taken(answer)
    if not (yes_or_no or (offered and (header or len(choice.thing.split()) > SELF_TOLD)) or names_a_thing(choice)):
        return
    where = place(choice, "" if choice.about or choice.purpose else header or asked)
    if where is None:
        return
    turn = spans[0][1]
    level = Level.CONFIRMED if yes_or_no and turn.channel is not Channel.ANSWER else Level.EXPLICIT
    title = (
        _title(header, asked, answer, sentence) if not (yes_or_no and choice.order != asked and not sentence) else ""
    )
    finding = Finding(choice, where, level, Speaker.USER, spans, title, _context(question))
    others = () if _ALL.match(answer) else _others(question, answer)
    yield replace(finding, others=others if offered else ())


def of_the_hour(asked: str) -> bool:
    """Whether a question is about what to do next, or whether something is well."""
    return bool(_OF_THE_HOUR.search(asked) or _SOUNDS.search(asked))


def _answers(answer: str, *, offered: bool, known: bool) -> bool:
    """Whether the words choose at all; what nobody offered must be short and sure."""
    if offered:
        return bool(_EVERY.match(answer)) or not _NO_CHOICE.match(answer) or answer.lower() in {"yes", "no"}
    if "?" in answer or is_unsure(answer) or _ORDERS.search(answer) or (known and len(answer.split()) > LONGEST_OWN):
        return False
    return _YES_OR_NO.match(answer) is not None or not _NO_CHOICE.match(answer)


def _others(question: Question, answer: str) -> tuple[str, ...]:
    """What was offered and not taken, without the ways of not choosing."""
    left = (_RECOMMENDED.sub("", one) for one in question.options if answer not in one)
    return tuple(one for one in left if not _DECLINES.match(one))


def _last_sentence(question: str) -> str:
    """The sentence that asks, without its mark."""
    asked = question.partition("? ")[0].strip().rstrip("?").strip()
    return re.split(r"(?<=[.!])\s+(?=[A-Z])", asked)[-1]


def _title(header: str, asked: str, answer: str, sentence: str) -> str:
    """By the agent's name for the matter, as a sentence, by what was asked about: the first that fits one line."""
    plain = re.fullmatch(r"(?:yes|no)[.!]*", answer, re.IGNORECASE) is not None
    head = header or ("" if plain else head_of(asked))
    said = sentence if plain or not header else ""
    for title in (said if plain else "", f"{head}: {answer}" if head else "", sentence):
        if 0 < len(title) <= LONGEST_TITLE:
            return title
    bare = capital(answer)
    if _ORDER.match(answer):
        return bare
    asked = asked if asked[:1].isalnum() and asked.count("(") == asked.count(")") else ""
    vague = re.match(
        r"(?:which|what)(?: of (?:these|the \w+))?(?: (?:option|approach|way|one|strategy|solution|"
        r"design))?\b",
        asked,
        re.IGNORECASE,
    )
    return (
        f"{bare} ({asked}?)"
        if asked and not (vague and vague[0].split()[-1].lower() not in {"which", "what"})
        else f"Use {re.sub('^(?:the|an?) ', '', answer)}"
    )


def _context(question: Question) -> str:
    if not question.text:
        return ""
    offered = "; ".join(_RECOMMENDED.sub("", option) for option in question.options)
    return f"The agent asked: {question.text.strip()}" + (f" It offered: {offered}." if offered else "")


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
    should = re.match(r"(?:should|must|may|will|would)\s+(?P<rest>.+)$", asked, re.IGNORECASE)
    return Choice(Kind.USE, " ".join(should["rest"].split()[:14]), asked, marked=True) if should else None


def _ordered(sentence: str, answer: str) -> Choice | None:
    """The choice that question and answer make as an order: "Store money as cents"."""
    choice = choice_in(f"let us {sentence[:1].lower()}{sentence[1:]}") if sentence else None
    if choice is None or choice.kind is not Kind.PLACE or not names_a_thing(choice):
        return None
    return replace(choice, marked=True) if choice.thing.casefold() in answer.casefold() else None


def _label(answer: str) -> str:
    return re.split(r"\s+[-–—]\s|:\s|\s\(|[.;]\s|,\s", answer.strip(), maxsplit=1)[0]


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", _RECOMMENDED.sub("", text)).strip().casefold()
