"""What is about this hour, this product or somebody else's words, and so no rule for later work.

Every sign here is one against; none of them is learned.
"""

from __future__ import annotations

import re

from gitskills.reflect.offline.binding import BINDING
from gitskills.reflect.offline.errands import errand
from gitskills.transcript.speech import plain
from gitskills.transcript.statements import Statement

_LASTING = (
    frozenset(
        "always_never general quality remember policy instead x_not_y no_need only polite_not polite_correction "
        "reuse simpler plain_rule ban use_choice "
        "is_there_no dont_want when_clause because".split()
    )
    | BINDING
)
_ASKING = frozenset(
    "polite_correction polite_we polite_not is_there_no do_we_need reuse dont_want id_like x_not_y "
    "should_be we_should no_need i_thought".split()
)
_FOR_NOW = re.compile(
    r"\b(?:for now|for the moment|for the time being|temporar\w+|right now|this time|just this once|in a "
    r"separate (?:task|pr)|for today)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\buntil\b", re.IGNORECASE)
_ONE_PIECE = re.compile(
    r"#\d+|\b(?:pr|prs|issue|ticket|in|to|on) #?\d{2,}\b|\b(?:this|that|his|her|their) (?:issue|bug)\b|"
    r"\b(?:this|the|that|his|her|their) (?:pr|branch|commit|merge|release|ticket)\b|\bpr comments\b|"
    r"\b(?:ready for review|next task|the plan|a plan|design doc|last pass|brainstorm)\b|\b(?:do the same|"
    r"same thing in|one more|new version|"
    r"in (?:this|that) (?:case|instance|particular))\b",
    re.IGNORECASE,
)
_PASSING_QUESTION = re.compile(
    r"\b(?:proceed|continue|go ahead|next|now|today|tomorrow|tonight|land|ready|this (?:pr|branch|fix|"
    r"commit|session|release|time)|uncommitted|fix(?:ed)? (?:it|this)|"
    r"commit|merge|push|deploy|deadline|start(?: with)?|priority)\b",
    re.IGNORECASE,
)
_PASSING_ANSWER = re.compile(
    r"^(?:stop|later|not now|wait|proceed|continue|go ahead|do it|cancel|none|both|all|other)\b|^skip(?:$|[,.]| (?:it|this|that|for)\b)",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:can|could|would|will) (?:we|you) (?:also |just |maybe |please )*(?!(?:use|reuse|re-use|keep|"
    r"avoid|have|stick|follow|prefer|call|name|stop|not|replace|change|make|move|rename|extract|share|"
    r"drop)\b)",
    re.IGNORECASE,
)
_ERRAND = re.compile(
    r"^(?:now )?we (?:also |still |now )*(?:need|have) (?:an?\b|to (?:fix|add|adjust|port|update|check|"
    r"mention|write|create|finish|merge|look|test|find|move on))|"
    r"^(?:remove|delete|kill|drop|fix|undo|change|move|put|keep|make|add|copy|do) (?:it|that|this|these|"
    r"those|them)\b(?! (?:\w+-\w+|local|simple|consistent|explicit|private|public|small))|"
    r"^(?:read|look at|open|see|check) \S*[./]\S*|^let me\b|\b(?:let me (?:try|check|see|know)|want to "
    r"say|stay as (?:is|it is)|hang on|go back and)\b",
    re.IGNORECASE,
)
_ONE_THING = re.compile(r"(?:do not|don't|dont|stop) (?!use|using)\w+ (?:the|your) [\w-]+(?:$|[,.;!])", re.IGNORECASE)
# The thing that is being built: what one element of it shows or does is written down in its code.
_PRODUCT = re.compile(
    r"(?:^|\b(?:the|this|that|an?|my|our) (?:[\w-]+ ){0,2})(?:button|"
    r"pages?|icon|label|modal|dialog|tooltip|menu|header|footer|sidebar|form|"
    r"screen|rows?|columns?|cell|link|tab|popup|pop-up|spinner|dropdown|image|logo|title|animation|font|margin|padding|banner|"
    r"badge|avatar|cursor|checkbox|toggle|slider|card|homepage|dashboard|bullet)\b[^.;]*\b(?:should|must|shouldn't|mustn't|needs?|has to|"
    r"is|are|looks?|stays?|shows?|always|never)\b",
    re.IGNORECASE,
)
_NEW_THING = re.compile(
    r"^(?:(?:can|could|would|will) (?:we|you) |let's |i want (?:you to |to )?|i'd like (?:you to |to )?|we need (?:to )?|also |now |"
    r"just )*"
    r"(?:add|create|write|implement|build|make|generate|develop|code|design)\s+(?:me\s+)?(?:an?|another|the|some)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:features?|functions?|methods?|class(?:es)?|scripts?|pages?|endpoints?|components?|commands?|flags?|options?|buttons?|tests?|"
    r"migrations?|helpers?|hooks?|services?|modules?|fields?|columns?|tables?|dialogs?|parsers?|tools?|programs?|apps?|clis?|apis?|"
    r"handlers?|routes?|views?|forms?|bots?|websites?|sites?|games?|servers?|clients?|librar(?:y|ies)|wrappers?|decorators?|models?)\b"
    r"(?!.*\b(?:for|on|to|in|with) (?:every|each|all|any|new)\b)",
    re.IGNORECASE,
)
# Somebody else's words, which the person only passes on.
_REPORTED = re.compile(
    r"^[^,.]{0,60}\b(?:says?|said|tells?|told (?:me|us)|claims?|claimed|suggests?|suggested|recommends?|recommended|complains?|"
    r"wrote|writes|"
    r"mentions|mentioned|reported|states|asked (?:me|us))\b[^a-z]*(?:that\b|to\b|:|\"|we\b|you\b)|^\W*(?:quote|from the (?:docs|"
    r"article|ticket|"
    r"spec|readme|logs?|output))\b\W*:|\bis what (?:\w+ ){1,4}says?\b|^(?:bug|requirements?|user story|acceptance criteri\w+|"
    r"feature(?: request)?|"
    r"spec|task|ticket|todo|story|note to self)\s*:|^[\"“'].*[\"”'][.!?]?$|^(?:the docs|https?://\S+)\b",
    re.IGNORECASE,
)
# What somebody saw, not what ought to be.
_SEEN = re.compile(
    r"^(?:the|my|our|your) [\w -]{2,40}? (?:is|are|was|were) (?:\w+ly )?(?:red|green|blank|empty|broken|down|missing|slow|stale|"
    r"gone|already|still|out of date|in use|behind|ahead)\b|^(?:we|i) (?:keep|kept) \w+ing\b|^don't worry\b|"
    r"^never (?:seen|heard|been|had|mind)\b|"
    r"^we (?:run|ran) (?:out|into)\b|^the (?:customer|user|client)s? (?:is|are|was) (?:on|in|at)\b",
    re.IGNORECASE,
)
_PICKED = re.compile(r"^\W*(?:option )?(?:[b-f]|\d|a(?=[.,:)]))[.,:)]?(?:\s|$)", re.IGNORECASE)
_OWN_REPORT = re.compile(r"^(?:i|we|i've|as i|like i)\b", re.IGNORECASE)


def passing(statement: Statement, present: frozenset[str]) -> bool:
    """Whether a statement is about this hour alone, or asks rather than says."""
    if statement.question:
        return bool(_PASSING_QUESTION.search(statement.question) or _PASSING_ANSWER.match(statement.answer))
    bare = plain(statement.text)
    return _of_this_hour(statement.text, present) or errand(bare, present) or _of_something_else(bare, present)


def _of_this_hour(text: str, present: frozenset[str]) -> bool:
    if _FOR_NOW.search(text) and not _UNTIL.search(text):
        return True
    if "question_mark" in present and not _ASKING & present:
        return True
    if "first_turn" in present and present & {"many_siblings", "long_turn"}:
        return True
    if "chore_start" in present and not _LASTING & present:
        return True
    bare = plain(text)
    if _ONE_THING.search(bare) and not _LASTING - {"ban", "plain_rule"} & present:
        return True
    if "question_mark" in present and _REQUEST.match(bare) and not present & {"instead", "reuse", "polite_not"}:
        return True
    return "agent_offered_options" in present and bool(_PICKED.match(bare))  # what was picked is the agent's to say


def _of_something_else(bare: str, present: frozenset[str]) -> bool:
    """The product, what was seen, another's words, one piece of work."""
    if "users_view" in present or any(sign.search(bare) for sign in (_PRODUCT, _SEEN)):
        return True
    if _REPORTED.search(bare) and not _OWN_REPORT.match(bare):
        return True
    of_one = "always_never" not in present and _ONE_PIECE.search(bare)
    return not BINDING & present and bool(of_one or _NEW_THING.search(bare) or _ERRAND.search(bare))
