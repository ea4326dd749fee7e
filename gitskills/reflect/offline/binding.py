"""Rules that nobody puts as a rule: what is done in which order, how a team does things, facts that bind every change.

Invariant: every sign is a whole shape of a sentence; what was seen to happen, and what is for today, has none of these shapes.
"""

from __future__ import annotations

import re

from gitskills.reflect.offline.forms import HABITS
from gitskills.transcript.speech import plain

_DEEDS = (
    r"(?:(?:commit|push|merge|tag|release|deploy|publish|rebas|chang|edit|touch|ship|upgrad|bump|renam|mov|delet|add)(?:e|ing)?"
    r"|(?:committ|tagg|shipp|bump)ing|open(?:ing)? (?:a|any|the|your)? ?(?:prs?|pull requests?))"
)
_CARE = r"(?:run|regenerate|update|bump|read|format|lint|rebase|squash|check|ask|sync|validate|verify|test|build|write|consult)"
_WRITTEN = r"(?:tests?|specs?|docs?|docstrings?|types?|schemas?|interfaces?|migrations?)"
_MADE = r"(?:code|fix|implementation|feature|function|handler)"
_SETTING = (
    r"(?:port|timeout|limit|url|endpoint|host(?:name)?|branch|version|path|region|bucket|queue|topic|database|schema|prefix|suffix|"
    r"units?|encoding|time ?zone|currency|default|package|directory|folder|line (?:length|width)|indent(?:ation)?|locale|registry|"
    r"namespace|cluster|profile|license|format|separator|delimiter|interval|ttl|threshold)"
)
_UNIT = r"(?:(?-i:[A-Z][A-Za-z]+)|\w+_\w+|[\w.]*/[\w./]+|cents|seconds|milli\w+|bytes|(?:lower|upper|camel|snake|kebab)[ -]?case|english)\b"
_PROJECT = r"(?:project|repo(?:sitory)?|code ?base|library|service|ci|pipeline|team)"
_ORDERS = (
    rf"^(?:always )?{_CARE}\b(?! (?:it|them|this|that)\b)[^,?]{{2,60}}? (?:before|after)(?: you| we| (?:every|each|any))? {_DEEDS}\b",
    rf"^(?:always )?{_CARE}\b(?! (?:it|them|this|that)\b)[^,?]{{2,60}}? (?:whenever|(?:every|each) time)(?: you| we)? \w+",
    r"^ask (?:me |us )?(?:first )?before (?:you )?\w+",
    (
        rf"^(?:use|keep|avoid|prefer|name|store|log|return|treat|follow|wrap|format|document|mock|pin)\b(?! (?:it|them|this|that|the)\b)"
        rf"[^,?]{{3,80}} in (?:this|our) {_PROJECT}\b"
    ),
    (
        r"^(?:before|after|when(?:ever)?)(?: you)? "
        r"(?=[^,]*\b(?:an?|any|every|each)\b|(?:push|commit|merge|release|deploy|tag)\b)"
        r"(?![^,]*\b(?:done|finished|ready|that|this)\b)[^,?]{3,60}, (?:always )?[a-z]+\b"
    ),
    rf"^(?:before|after) {_DEEDS} (?:an?|any|every|each) [^,?]{{3,40}},? {_CARE}\b",
    (
        rf"^(?:write|start with|read|begin with) (?:the|an?|your) (?:failing )?{_WRITTEN}"
        rf"(?: first$| first\b.*\b{_MADE}$|,? (?:and )?then (?:the )?{_MADE}$|"
        rf" before (?:the |you )?(?:write |touch )?(?:the )?{_MADE}$)"
    ),
    rf"^(?:always )?(?:begin|start) (?:by|with) writing (?:the |some |an? )?(?:failing )?{_WRITTEN}\b",
    rf"^{_WRITTEN} first\b.*\b(?:second|then|{_MADE})\b",
    (
        r"^(?:always )?(?:run|build|generate|apply|write) (?:the )?[\w -]{2,25} before (?:the )?(?:tests?|code|fix|build|linter|"
        r"migrations?)$"
    ),
    r"^commit [^,?]+ (?:together|along) with \S+",
)
_HABITS = (
    (
        rf"^we (?:only |always |still |all |normally )?(?:{HABITS})\b(?! (?:it|that|this|them|out|into|the wrong|\w+ing)\b) [^,?]*?"
        r"\b(?:in|from|with|by|through|via|after|under|as|not|never|only|per|at|behind|up|to|before)\b .*"
    ),
    r"^we (?:only |still )?support [A-Z]\S* v?\d.*",
)
_FACTS = (
    rf"^(?:the|our) (?:[\w-]+ ){{0,3}}{_SETTING} (?:is|are) [^?]{{1,40}}?,? (?:and )?(?:not|instead of) \S.*",
    rf"^(?:the|our) (?:[\w-]+ ){{0,3}}{_SETTING} (?:is|are) called \S+$",
    (
        r"^(?:the |our )?(?:max(?:imum)? |min(?:imum)? )?(?:line (?:length|width)|indent(?:ation|s)?|tab width|"
        r"commit (?:messages|subjects)|subject lines|supported(?: \w+)? version) "
        r"(?:is|are)(?: set to| at most| at| max| limited to)* (?:\d+|two|four|eight|tabs|\w+ \d)"
    ),
    (
        r"^we(?:'re| are) (?:still |all |pinned |stuck )?(?:on|using|to) (?!line|page|step|day|week|sprint|issue|ticket|pr|task|"
        r"phase|plan|part|commit|release|round|about|over|under|only|just|at)[a-z][\w+#-]* v?\d[\w.]*"
        r"(?=$|[.,;!]| (?:here|everywhere|and|so)\b)"
    ),
    (
        rf"^(?:this|our|the) {_PROJECT} (?:still |only )?(?:targets|uses|requires|supports|runs on|is on|is written in|is pinned to) "
        r"(?!too\b|about\b|wrong\b|the wrong\b|a wrong\b|more\b|less\b|up\b|out\b)(?:[\w.@/+#-]+ ?){1,5}$"
    ),
    (
        rf"^(?:all |our )[\w-]+(?: [\w-]+)? (?:is|are) (?:always |only )?"
        rf"(?:in {_UNIT}|(?:stored|kept|versioned|named|written|measured) )"
    ),
    r"^(?!there|they|these|those)[a-z]+s are (?:always )?(?:stored|kept|given|measured|counted) in (?!the\b|a\b)\w+$",
)
# What shows that a sentence tells of this day, or of what went wrong.
_OF_THE_DAY = re.compile(
    r"\?|\b(?:tomorrow|today|tonight|now|later|again|yesterday|currently|at the moment|maybe|probably|wrong|problems?|errors? when|"
    r"timeouts? in|fail\w*|broken?|broke|crash\w*|stuck|hang\w*|too (?:much|many)|out of|show me|tell me|before we|"
    r"then (?:start|show|tell)|this (?!project|repo|codebase|code base)\w+|that|these|those)\b",
    re.IGNORECASE,
)
_SHAPES = {
    "order": re.compile("|".join(_ORDERS), re.IGNORECASE),
    "habit": re.compile("|".join(_HABITS), re.IGNORECASE),
    "binding_fact": re.compile("|".join(_FACTS), re.IGNORECASE),
}
# How a binding fact reads once it is worded.
_STATED = re.compile(
    rf"\b(?:is|are) (?:on|in {_UNIT}|stored|kept|versioned|named|written|measured|pinned|max|at most|\d|two|four|eight|tabs|\w+ \d)|"
    rf"^(?:the {_PROJECT}) (?:still |only )?(?:targets|requires|supports|runs on)\b|^\w+ first, \w+ (?:second|then)\b",
    re.IGNORECASE,
)
BINDING = frozenset(_SHAPES)
LONGEST = 16  # words; who tells a story needs more


def binding(text: str) -> frozenset[str]:
    """Which of the shapes a statement has."""
    bare = plain(text).rstrip(".! ")
    if len(bare.split()) > LONGEST or _OF_THE_DAY.search(bare):
        return frozenset()
    return frozenset(name for name, shape in _SHAPES.items() if shape.search(bare))


def states(sentence: str) -> bool:
    """Whether a worded sentence states a fact that binds."""
    return bool(_STATED.search(sentence))
