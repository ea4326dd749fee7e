"""Whether a sentence tells something to do and stands by itself: a stranger who reads it knows what it is about.

Invariant: a pronoun whose noun is somewhere else never passes.
"""

from __future__ import annotations

import re

from gitskills.reflect.offline.binding import states
from gitskills.reflect.offline.imperative import Rule
from gitskills.reflect.offline.naming import content_words
from gitskills.reflect.offline.plainwords import RUDE
from gitskills.transcript.speech import VERBS

LONGEST_SENTENCE = 400
FEWEST_CONTENT = 2  # words of substance without which nobody could act on a rule

_TELLS = re.compile(
    rf"^(?:{VERBS}|accept|begin|don't|do not|no|never|always|only|keep|prefer|the cause was|intentional\w*|each|every|all)\b|"
    r"\b(?:must|should|shouldn't|mustn't|needs? to|need|has to|have to|ought to|never|always|only|not|"
    r"lives? in|(?:has|have) no|goes? in(?:to)?|(?:is|are) (?:called|named|generated)|runs? on|"
    r"don't|use|rather than|instead of|already|supposed to|"
    r"limited to|required|forbidden|allowed|belongs?|the rule|convention)\b",
    re.IGNORECASE,
)
_TELLS_NOT = re.compile(
    r"^(?:i|you|he|she|they|we|it|this|that|there|these|those|the user)(?:'s|'re|'ve|'ll)? (?!must|should|"
    r"need|never|always|only|can't|cannot|don't|doesn't use|definition|has to|have to|ought|double|test|"
    r"case)"
    r"|^(?:undo|revert|remove|delete|fix|change|kill|drop|try|do) (?:that|this|it|those|them)\b"
    r"|^(?:not|no) (?:sure|bad|quite|yet|really|idea|worries|problem)\b|^the (?:problem|issue|trouble|bug|error) (?:with|is)\b|"
    r"^(?:that|this|it)(?:[^\w\s]|"
    r"\S*\s+not\b)|\b(?:be|do|like|as) (?:that|this|it)\b(?! \w)|^(?:needs?|should|must|has to)\b"
    r"|^(?:the user|we) (?:don't|doesn't|didn't) (?:know|understand|think|see|remember|quite)|^use (?:in|for|with|when)\b|^(?:like|"
    r"is|are|was|were|has|refers|"
    r"not (?:as|in|on|for|at)|"
    r"why|what|how|when|if|aarg\w*)\b"
    r"|\b(?:doesn't|don't|didn't|isn't|not) (?:work|change|show|update|appear|do anything|adhere|correct|"
    r"right|perfect)\w*\b|\b(?:is|are|was|were) (?:not )?going to\b|\bstill (?:looks|shows|fail|not)\b"
    r"|\b(?:never|always) (?:passes|works|fails|happens|shows|loads|finishes|takes|crashes|appears|updates|breaks|starts|ends|gets|"
    r"comes|compiles|hangs|times|seems|looks|forgets?)\b"
    r"|\b(?:help with|we had|we merged|there is a|there's only)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?:must|should|needs?)\b", re.IGNORECASE)
_SWEEPING = re.compile(r"\b(?:every|all|each|any|no|always|never)\b", re.IGNORECASE)
BARE_USE = re.compile(r"(?:(?:always )?use|don't use|never use) [\w@./-]+$|no [a-z-]+s$", re.IGNORECASE)
_VERB = re.compile(rf"(?:{VERBS}|have|be|bring|come|work|want|need)(?:s|ed|ing)?", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|them|they|he|she|him|its|theirs|(?:another|that|this|the \w+) ones?|ones)\b", re.IGNORECASE
)
_EMPTY_IT = re.compile(
    r"\b(?:make|makes|made) it (?:clear|easy|easier|possible|obvious)\b|\bit(?:'s| is) (?:ok|fine|better)\b",
    re.IGNORECASE,
)
_SAID_OF_IT = re.compile(r"\b(?:say|says|note|mention|state|think|means) (?:that )?(?:it|they)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:the (?:same thing|same way|other (?:file|one|way|place)|above|following|former|latter)|(?:like|as) (?:before|above|below)|"
    r"(?:the )?(?:first|second|third|last) (?:option|approach|one|suggestion)|option [a-d\d]|(?:each|every|this|that) one|"
    r"your (?:\w+ )?(?:recc?om+endations?|suggestions?|proposals?|ideas?)|"
    r"^the \w+ here\b|in (?:here|there)|over (?:here|there)|"
    r"(?:here|there)$|"
    r"(?:this|that|these|those)(?=$|[,.;:!?])|"
    r"(?:do|does|did|done|like|as|than|use|keep|avoid|want|need|of|with|for|about|at|on|from|by) (?:this|that|these|those)(?= (?:in|"
    r"for|on|too|as|again|to|instead|and|or|when|if)\b))|"
    r"\b(?:this|that) (?:[\w-]+ (?:repo\b|repository\b))|\b(?:this|that) (?:[\w-]+ )?(?:page|section|file|report|env|view|screen|"
    r"line|message|plan|doc|document|table|column|field|app|site|server|"
    r"panel|endpoint|database|step|phase|info|way|thing|point|part|place|time|variable|branch|flag|name)\b(?! (?:file|name)s?\b)|"
    r"^(?:rename|change) (?:to|into)\b|^(?:this|that|these|those) (?:is|are|was|should|must|needs?|has|will|can|shouldn't|isn't)\b",
    re.IGNORECASE,
)
_DEICTIC = re.compile(
    r"(?P<before>^|\b(?:all|of|in|for|to|with|on|by|from|than|as|at|into|and|or|of all|not|no|every one of|"
    + VERBS
    + r") )"
    r"(?P<word>this|that|these|those) (?!project|repo\b|repository|code ?base|is\b|are\b|was\b|way\b|we\b|you\b|the\b|it\b|they\b|"
    r"a\b|an\b|in\b|on\b|at\b|to\b|out\b|up\b|for\b|with\b|from\b|as\b|into\b)(?P<noun>[a-z][\w-]*)",
    re.IGNORECASE,
)
_CONTRASTED = re.compile(r"\b(?:instead of|rather than) (?:this|that|these|those) ", re.IGNORECASE)


def complete(rule: Rule) -> bool:
    """Whether the sentence stands by itself, is clean, and tells something to do."""
    text = rule.sentence
    whole = f"{rule.when} {text} {rule.why}"
    bare_modal = bool(_MODAL.search(text) and not _SWEEPING.search(text))
    return (
        len(content_words(text)) >= FEWEST_CONTENT + bare_modal - bool(BARE_USE.match(text) or states(text))
        and len(text) <= LONGEST_SENTENCE
        and tells(text)
        and not _TELLS_NOT.search(text)
        and not _lost(f"{rule.when} {text}".strip())
        and not RUDE.search(whole)
    )


def tells(text: str) -> bool:
    """Whether a text lays something down."""
    return bool(_TELLS.search(text)) or states(text)


def _lost(text: str) -> bool:
    """Whether a word points at something that the sentence doesn't name."""
    if _ELSEWHERE.search(text) or _SAID_OF_IT.search(text):
        return True
    found = _PRONOUN.search(_EMPTY_IT.sub(" ", text))
    return found is not None and not [
        word for word in content_words(text[: found.start()]) if not _VERB.fullmatch(word)
    ]


def deictic(text: str) -> bool:
    """Whether the sentence says "that test", which only who was there can see."""
    return bool(_DEICTIC.search(_CONTRASTED.sub("", text)))


def generalized(text: str) -> str:
    """The rule is about the kind: "that test" becomes "such a test"."""
    return _DEICTIC.sub(_such, text)


def _such(found: re.Match[str]) -> str:
    plural = found["word"].lower() in {"these", "those"}
    such = "such" if plural else "such an" if found["noun"][0].lower() in "aeiou" else "such a"
    return f"{found['before']}{such if found['before'] else such.capitalize()} {found['noun']}"
