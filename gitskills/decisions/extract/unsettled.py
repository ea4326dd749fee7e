"""What is not decided: questions, ideas, guesses, what holds for the hour, errands, others' words (DECISIONS C2)."""

from __future__ import annotations

import re

from gitskills.decisions.extract.choice import Choice, Kind
from gitskills.decisions.extract.slots import slots_of

_BRAINSTORM = re.compile(
    r"^\W*(?:brainstorm\w*|ideas?|thinking out loud|random thought|question|q)s?\s*:", re.IGNORECASE
)
_OPEN = re.compile(
    r"\b(?:maybe|perhaps|i guess|i suppose|i wonder|i'm wondering|not sure|unsure|might|could be|probably|possibly|"
    r"what if|how about|"
    r"thoughts|what do you think|can't decide|cannot decide|don't know|undecided|potentially|or should|either|"
    r"let me think|consider(?:ing)?|"
    r"if you (?:want|like|prefer|think)|wdyt|tbd|if (?:i|we|you) (?:had|were|could)|would (?:be|have)|"
    r"i'd rather (?:not )?(?:wait|think)|depends? (?:on|how|what|whether)|if (?:needed|necessary|required|possible|"
    r"you can)|no (?:strong )?(?:preference|opinion)|don't care|"
    r"(?:it|that) depends)\b",
    re.IGNORECASE,
)
_FOR_THE_HOUR = re.compile(
    r"\b(?:for now|for the moment|for the time being|temporar\w+|temp|right now|this time|just this once|for today|today|"
    r"tonight|tomorrow|as a test|in (?:the )?future|eventually|some ?day|one day|at some point|down the (?:road|line)|"
    r"quick(?:ly)?|in the meantime|first step|next|first|later(?! on)|"
    r"see (?:if|whether|what|how|where)|try|trying|(?:this|that) (?:merge|session|issue|conversation|chat|diff|review)|"
    r"(?:this|that|the|your|his|her|my) (?:pr|branch|commit|ticket)|in \d{2,}(?! ?[a-z%])|#\d+)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\buntil\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"^[^,.]{0,60}\b(?:says?|said|tells?|told (?:me|us)|claims?|claimed|suggests?|suggested|recommends?|recommended|"
    r"complains?|wrote|writes|"
    r"mentions|mentioned|reported|states)\b|^[\"“'].*[\"”'][.!?]?$|^https?://\S+|^(?:bug|requirements?|user story|spec|"
    r"task|todo)\s*:",
    re.IGNORECASE,
)
_OWN_WORDS = re.compile(r"^(?:i|we|i've|as i|like i)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"^(?:yes|no|yep|nope|sure|ok(?:ay)?)\b|^(?:good|fine|great|bad|wrong|broken|missing)$|^(?:it|this|that|these|those|"
    r"them|they|ones?(?:$| of\b)|him|her|both|either|"
    r"all of (?:it|them)|some|something|anything|"
    r"everything|nothing|what|whatever|"
    r"how|where|when|which|your|mine|yours|(?:the|this|that|your|my) (?:same|above|following|other|first|second|third|"
    r"last|next|latter|"
    r"former|rest|existing|current|new|old|original|right|wrong|correct|file|files|one|ones|thing|things|way|approach|"
    r"option|idea|plan|code|change|changes|fix|latest|test|tests|"
    r"issue|bug|error|pr|branch|commit|message|suggestion|suggestions|recommendation|proposal|agent|tool|script|skill|"
    r"command|output|log|logs|repo|function|class|method)\b(?! (?:api|framework|library|runner|format|engine))|"
    r"(?:an?other|more|less|sure|ahead|through|back|over|on|out|up|down|for it|with it|off|there|here|home|live|deeper|"
    r"further)\b|(?:option|approach|number|choice) (?:[a-f]|\d|one|two|three|four)\b|[a-f]$|\()",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"^(?:the |an? )?(?:main|master|develop)$|^(?:the )?(?:appropriate|right|correct|proper|relevant|respective|same|usual)\b|"
    r"^(?:of|good|fine|ok|great|bad|wrong|broken|missing)\b|^(?:an? |some )(?:better|different|new|simpler|cleaner|proper|"
    r"good|bigger|smaller|"
    r"nicer|other) \w+$|\b(?:recommendations?|suggestions?|proposals?|ideas?|fix(?:es)?|steps?|tasks?|todos?|"
    r"option|priority|"
    r"priorities)$|"
    r"^(?:the |this |that |your |an? )?(?:(?:\w+(?:er|est|al|able|ive|ful|ed|ate)|first|second|third|last|same|simple|right|safe) )?"
    r"approach$",
    re.IGNORECASE,
)
_NAMED_FOR_A_USE = re.compile(r"\bbranch$|^(?:the )?branch\b|\bdifferent\b", re.IGNORECASE)  # alone it is one of today
_ERRAND = re.compile(
    r"^(?:an? |the |some |your |my |another |one )*(?:\w+ ){0,2}(?:look|break|talk|chat|step|minute|moment|walk|pass|"
    r"commit|note|call|meeting|"
    r"review|summary|table|diagram|list|plan|todo|subagents?|sub-agents?|agents?|skills?|task tool|tool|tools|grep|sed|"
    r"gut|judgement|judgment|imagination|browser|screenshot|"
    r"debugger|terminal|shell|print|prints|logging statements?|todos?)\b(?! (?:framework|library|format|api))",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:button|icon|label|tooltip|headline|menu item|spinner|dropdown|logo|margin|padding|banner|badge|avatar|checkbox|"
    r"toggle|slider|"
    r"placeholder|caption|text color|background|border|px|pixels?)\b|^(?:red|green|blue|yellow|black|white|gr[ae]y|orange|"
    r"purple|pink|bold|italic|#[0-9a-f]{3,8})\b",
    re.IGNORECASE,
)
_PLACE_OF_FILES = re.compile(
    r"^(?:the |a |an )?[\w./-]*\.(?:py|go|tsx?|jsx?|rs|md|sh|html|css|java|rb|txt|log)\b", re.IGNORECASE
)

_CHANGE = re.compile(
    r"\b(?:actually|instead|switch\w*|chang(?:e|ed|ing)|no longer|any ?more|back to|mov(?:e|ing) (?:over |away |"
    r"\w+ \w+ )?(?:to|from)|"
    r"migrat\w+|replac\w+|"
    r"swap\w*|drop\w*|on second thoughts?|after all|rename\w*|scratch that|forget|rather than|not \w+ again)\b|^\W*(?:no|"
    r"nope|nah|wait)\b",
    re.IGNORECASE,
)


def is_brainstorm(said: str) -> bool:
    """Whether a person says that it is only an idea."""
    return _BRAINSTORM.match(said) is not None


_NUMBERED = frozenset({Kind.VALUE, Kind.DEFAULT, Kind.FALLBACK})


def is_open(said: str) -> bool:
    """Whether a sentence asks, weighs or wonders, or holds for this hour."""
    return is_unsure(said) or (bool(_FOR_THE_HOUR.search(said)) and not _UNTIL.search(said))


def is_unsure(said: str) -> bool:
    """Whether the words weigh, wonder or leave it to others."""
    return _OPEN.search(said) is not None


def is_reported(said: str) -> bool:
    """Whether somebody else's words are only passed on."""
    return bool(_REPORTED.search(said)) and not _OWN_WORDS.match(said)


def is_change(said: str) -> bool:
    """Whether the words say that it was otherwise before."""
    return _CHANGE.search(said) is not None


def names_a_thing(choice: Choice) -> bool:
    """Whether what was chosen is named at all, and is a part of the project rather than of the work or of a picture on a screen."""
    thing = choice.thing
    if slots_of(thing) and len(thing.split()) <= 2:
        return True
    if (
        not re.search(r"\w", thing)
        or re.match(r"(?:the |an? )?\(", thing)
        or (thing.isdigit() and choice.kind not in _NUMBERED)
        or _POINTS.match(thing)
        or (choice.kind in {Kind.USE, Kind.WITHOUT} and _is_no_name(choice, thing))
        or _PLACE_OF_FILES.match(thing)
    ):
        return False
    if choice.kind in {Kind.USE, Kind.WITHOUT, Kind.PLACE} and _ERRAND.match(thing) and not slots_of(thing):
        return False
    if re.fullmatch(
        r"(?:all|both|these|those|there|it|that|this|they|we|i|you|some|none)", choice.about, re.IGNORECASE
    ):
        return False
    return not (_SHOWN.search(f"{thing} ") or _SHOWN.search(choice.purpose) or _SHOWN.search(choice.about))


def weighty(choice: Choice) -> bool:
    """Whether words that order work as often as they choose do choose here: a known thing, a contrast or a reason."""
    if not choice.weak or choice.settled or slots_of(choice.thing):
        return True
    if choice.marked and choice.kind is Kind.PLACE and re.match(r"[A-Z][\w.+#-]*$", choice.thing):
        return True  # a name of its own
    return (
        re.search(
            r"^(?:it )?\w+-\w+(?: \w+)?$|^\w+ (?:driven|based|first|only|safe|free|less)$|^(?:one|a|"
            r"an) .+ per \w+$",
            choice.thing,
        )
        is not None
    )


def _is_no_name(choice: Choice, thing: str) -> bool:
    unused = not (choice.purpose or choice.reason) and _NAMED_FOR_A_USE.search(thing)
    return bool(unused or _NO_NAME.search(thing))
