"""What lay on the table when a person answered with a letter, a number or "your second suggestion".

A menu of work to be done next is no list of ways to do a thing: who picks of it decides nothing.
"""

from __future__ import annotations

import re

from gitskills.transcript.options import Answer, picked
from gitskills.transcript.speech import plain

MENU = 700  # characters before an answer that tell a menu
_KEYS = "abcdef12345678"
_SEVERAL = re.compile(r"\b[1-9a-f](?:,? and |, ?| ?& ?)(?:option )?[1-9b-f]\b", re.IGNORECASE)
_MUSES = re.compile(r"\bseems? like (?:what|how)\b|\.\.\.\s*$|…\s*$", re.IGNORECASE)
_OF_SESSION = re.compile(r"\b(?:this|parallel|separate|new|same) session\b", re.IGNORECASE)
_INLINE = re.compile(r"(?<=[\s:;,(])(?=\(?(?:option )?[1-6a-f][.)]\s)", re.IGNORECASE)
_WAYS = re.compile(
    r"\b(?:options?|ways?|approach(?:es)?|alternatives?|choices?|choose|variants?|strateg(?:y|ies)|designs?|solutions?|"
    r"recommend\w*|prefer\w*|"
    r"which|either|do you want|suggest\w*|proposals?)\b",
    re.IGNORECASE,
)
_MENU = re.compile(
    r"\breply with|\bto (?:exit|quit|view details)\b|\bview details\b|\bpending (?:todos?|tasks?|items?)\b|"
    r"\bwould you like (?:me )?to\b[^?\n]*[:?]|"
    r"\b(?:want|like) me to\b|\b(?:which|what)(?: \w+){0,3} (?:would|do|should) (?:you|we|i) (?:\w+ )?(?:tackle|start|"
    r"begin|work|do|look|see|focus|fix|review|implement|explore)\b|"
    r"\bnext steps?\b|\bwhat(?:'s| is| should be)? next\b|\bi can (?:also )?(?:next )?(?:do|help)\b",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"^(?:i(?:'d| would) (?:rather|prefer|like|take|choose|use|want)(?: to)?(?: (?:have|use|take|go with|go for|do))?|"
    r"(?:let's )?(?:continue|proceed|move forward) with|"
    r"i(?:'m| am) (?:going (?:with|for)|leaning (?:to|towards?))|we(?:'ll| will)? (?:take|use|do))\s+",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"^(?P<lead>(?:(?:ok(?:ay)?|yes|let's|go with|go for|do|use|take|with)[\s,]+)*)(?:(?:the|your) )?(?P<nth>first|second|"
    r"third|fourth|last)"
    r"(?: (?:one|option|approach|way|suggestion|recommendation|proposal|idea|solution|choice|variant))?\b(?= ?(?:$|[.,;!]|"
    r"please|but|because|since|it|as|-))",
    re.IGNORECASE,
)
_RECOMMENDED = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|great|sure|sounds good|agreed?|please)[\s,.!]+)*(?:(?:let's )?(?:go|do|stick) (?:with|"
    r"for)?|take|use|do|i agree with|(?:i'll |let's )?follow|i trust) ?"
    r"(?:the|your|what you) (?:recommend(?:ed|ation|ations)?(?: (?:one|option|approach|way))?|suggest(?:ed|"
    r"ion)?(?: (?:one|option|approach))?)\b",
    re.IGNORECASE,
)
_RECOMMENDS = re.compile(
    r"\b(?:i(?:'d)? (?:would )?(?:recommend|suggest|go with|go for|prefer|lean towards?)|(?:my )?recommendation(?: is)?:?|"
    r"recommended(?: option)?:?)"
    r"\W+(?:option |approach |going with |using |number |use )*\W*(?P<key>[a-f1-6])\b(?!['’])",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"^[\s>|*_#(-]*(?:option\s+)?(?P<key>[A-F]|[1-6])[*\s]*[.):|–—-].*\((?:my )?(?:recommended|recommendation)\)",
    re.IGNORECASE | re.MULTILINE,
)


def others(taken: Answer, asked: str) -> tuple[str, ...]:
    """What else was offered, by its names."""
    table = _INLINE.sub("\n", asked)
    every = (picked(f"option {key}", table) for key in _KEYS) if taken.option else ()
    left = (one.text for one in every if one and one.option and one.option != taken.option)
    return tuple(dict.fromkeys(left))


def option_picked(said: str, asked: str) -> Answer | None:
    """The option that the words pick of what was asked, None where they pick none of several ways."""
    table = _INLINE.sub("\n", asked)
    if _SEVERAL.search(said):
        return None
    if _RECOMMENDED.match(plain(said)):
        marked = [*_RECOMMENDS.finditer(table), *_MARKED.finditer(table)]
        return picked(f"option {marked[-1]['key']}", table) if marked else None
    short = _LEADS.sub("", plain(said), count=1)
    nth = _ORDINAL.match(short)
    answer = picked(said, table) or picked(f"the {nth['nth']}" if nth else short, table)
    if answer and (_MUSES.search(said) or _OF_SESSION.search(answer.option)):
        return None
    if answer is None or not answer.option:
        return answer
    ways = _WAYS.search(asked) or "?" in asked[-MENU:]
    return answer if ways and not _MENU.search(asked[-MENU:]) else None
