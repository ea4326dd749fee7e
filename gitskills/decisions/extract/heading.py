"""What a question is about, as the head of a title: of "where should drafts be kept?" that is "Where drafts should be kept".

Invariant: "" where the words make no head that reads well; the title is then worded from the answer.
"""

from __future__ import annotations

import re

from gitskills.transcript.casing import capital, small
from gitskills.transcript.speech import VERBS

LONGEST_HEAD = 12  # words; a longer one is no head

_AUX = r"should|shall|do|does|would|will|can|could|must|may"
# An agent's own name for a matter that says nothing of it.
_NO_NAME = re.compile(
    r"^(?:(?:the |your |main |final )?(?:approach|choices?|options?|decisions?|strateg(?:y|ies)|direction|preferences?|"
    r"questions?|method|plan|idea|scope|path|solution|proceed|topic|input|answer|pick|selection|expected|results?|outcome|"
    r"behaviou?r|handling|goal|status)(?: \d+)?|q\d*|\d+)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    rf"^(?:which|what)(?: (?:kind|type|sort|style|form|version) of)? (?P<noun>.+?) (?:{_AUX}|is|are|to)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s(?:for|in|on|when|at|to|per|by|between|inside|under)\s(?!be\b|use\b|go\b|do\b|have\b).+$", re.IGNORECASE
)
_BE = re.compile(r"^what (?:should|shall|will|must) (?P<noun>.+?) be$", re.IGNORECASE)
_HAPPENS = re.compile(
    r"^what (?:should|shall|will|must|would|does) (?:happen|it do|we do|the \w+ do|\w+ happen) (?P<when>(?:when|if|where|"
    r"while|after|on|to|with)\b.+)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"^(?P<when>(?:when|if|after|before|once|while)\b[^,]{3,60}), (?P<rest>(?:how|where|what|which|should)\b.+)$",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"^(?P<how>how|where|when) (?:do|would|should|shall|can|could) (?:you (?:want|like|prefer)(?: (?:me|us))? to|we|i|"
    r"you)\s+(?P<rest>\w+\b.*)$",
    re.IGNORECASE,
)
_HOW = re.compile(rf"^(?P<how>how|where|when) (?P<aux>{_AUX}) (?P<rest>.+)$", re.IGNORECASE)
_HANDLED = re.compile(
    r"^how (?:to|(?:should|shall|do|can) (?:we|i)) (?:handle|treat|do|manage|deal with|run|approach) (?P<noun>.+)$",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"^(?:{VERBS}|be|appear|live|happen|behave|work|see|find|look|reach|come|end|fall|hold|stay|sit|belong|share|"
    rf"identify|know|own|"
    rf"receive|react|represent|represented|compute|calculate|communicate|connect|authenticate|identify|scale|"
    rf"structure|organi[sz]e|lay|serve|talk|join|leave|retry|recover|respond|expire|refer|detect|notify|invite|manage|"
    rf"enter|choose|select)$",
    re.IGNORECASE,
)


def named(header: str) -> str:
    """The agent's own name for the matter, "" where it says nothing."""
    head = " ".join(header.strip(" *_:#`").split())
    return head if re.fullmatch(r"[\w /&'+.,-]+", head) and not _NO_NAME.match(head) else ""


def head_of(asked: str) -> str:
    """The head for a question without its mark; "" where none reads well."""
    asked = " ".join(asked.strip(" ?:*_").split())
    if aside := _ASIDE.match(asked):
        inner = head_of(aside["rest"])
        return f"{capital(aside['when'])}, {small(inner)}" if inner else ""
    head = _head(asked)
    return capital(head) if 0 < len(head.split()) <= LONGEST_HEAD else ""


def _head(asked: str) -> str:
    if found := _HAPPENS.match(asked):
        return found["when"]
    if found := _BE.match(asked):
        return _noun(found["noun"])
    if found := _HANDLED.match(asked):
        return _noun(found["noun"])
    if (found := _WHICH.match(asked)) and not re.match(rf"(?:{_AUX}|is|are)\b", found["noun"], re.IGNORECASE):
        tail = _TAIL.search(found["rest"])
        return f"{_noun(found['noun'])}{tail[0] if tail else ''}"
    if found := _WISH.match(asked):
        return f"{found['how']} to {found['rest']}" if _VERB.match(found["rest"].split()[0]) else ""
    found = _HOW.match(asked)
    return _turned(found["how"], found["aux"], found["rest"].split()) if found else ""


def _turned(how: str, aux: str, words: list[str]) -> str:
    """The order of a statement: the subject before its verb."""
    place = next((number for number, word in enumerate(words) if number and _VERB.match(word)), 0)
    if not place:
        return ""
    subject, rest = " ".join(words[:place]), " ".join(words[place:])
    return f"{how} {subject} {rest}" if aux.lower() in {"do", "does"} else f"{how} {subject} {aux.lower()} {rest}"


def _noun(text: str) -> str:
    return re.sub(r"^(?:the|an?|our|my|your) ", "", text, flags=re.IGNORECASE)
