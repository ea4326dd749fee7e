"""What a person turns down in one breath and takes in the next: "we don't need kubernetes. compose on one box is fine".

Invariant: what is taken follows at once; what is turned down alone chooses nothing here.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gitskills.decisions.extract import shapes
from gitskills.decisions.extract.choice import Choice, Kind, choice_in
from gitskills.decisions.extract.slots import slots_of
from gitskills.decisions.extract.unsettled import is_open, is_reported, names_a_thing
from gitskills.decisions.lane import is_rule
from gitskills.transcript.speech import VERBS

LONGEST_TAKEN = 8  # words of a thing that is only named

_THING = r"(?:the |an? |our |any |all )?[\w`./+#-]+(?: [\w`./+#-]+){0,3}?"
_DOWN = re.compile(
    rf"^(?:(?:(?:we|i) )?(?:really )?(?:don't (?:need|want|like)|won't (?:need|use)|can do without)|"
    rf"(?:we're|i'm|we are|i am) not (?:going to |planning (?:on |to )|gonna )?(?:use|using|do|doing|have|having)|"
    rf"(?P<forget>forget(?: about)?|never ?mind|scrap|ditch|kill|no more|no need for|"
    rf"enough of)) (?P<one>{_THING})(?P<end1>$|[.,;:!]|\s[-–—]+\s)"
    rf"|^(?P<two>{_THING}) (?:is|are) (?:now |just |way |simply )?(?:out|overkill|deprecated|dead|unmaintained|too \w+|"
    rf"not worth (?:it|the \w+)|"
    rf"an? (?:pain|mess|nightmare|dead end)|no longer maintained|over-?engineered)(?P<end2>$|[.,;:!]|\s[-–—]+\s)",
    re.IGNORECASE,
)
_ENOUGH = re.compile(
    r"^(?!(?:leave|keep|just|exactly|what|where|how|that|this|so|as|"
    r"it)\b)(?P<thing>[\w`./+#'-]+(?: [\w`./+#'-]+){0,7}?) (?:(?:is|are|will be|would be) (?:fine|enough|good enough|plenty|"
    r"sufficient|ok|okay|"
    r"all (?:we|i|(?:the )?[\w ]{1,30}?) needs?)|does (?:it|the (?:job|trick))|do(?:es)? fine|will do|it is)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"^(?:changed my mind|on second thoughts?|thinking about it|come to think of it)\b[,.:;\s]*", re.IGNORECASE
)
_TAKES_UP = re.compile(
    r"^(?:(?:i|we) (?:want|would like|'d like) to |let's |let us |we'll )?(?:set up|install|add|"
    r"introduce|bring in) ",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?:an? |the |just |only )*(?P<thing>[\w`./+#-]+(?: [\w`./+#-]+){1,7})$", re.IGNORECASE)
_SAYS = re.compile(
    rf"\b(?:is|are|was|were|be|been|has|have|had|can|will|would|should|do|does|did|it|this|that|you|we|i|they|what|why|"
    rf"how|not)\b|n't\b|"
    rf"^(?:{VERBS}|let's|thanks|ok|yes|no|please|same|also|and|but|so)\b",
    re.IGNORECASE,
)


def turned_down(text: str) -> tuple[str, str, bool]:
    """What a text begins with turning down, what follows it, and whether it is given up for good; "" for nothing."""
    text = _CHANGED.sub("", text)
    found = _DOWN.match(text)
    over = (found["one"] or found["two"] or "") if found else ""
    if found is None or shapes.PRONOUN.fullmatch(over.split()[0]):
        return "", "", False
    too = re.search(r"\btoo \w+$", found[0].strip(" .,;:!"))
    over = re.sub(r"^(?:an?|our|any|all) ", "", over).rstrip(".")
    over = over[:1].lower() + over[1:] if found["two"] and over[1:].islower() and not slots_of(over) else over
    return over, text[found.end() :].strip(), bool(found["forget"] or (found["two"] and not too))


def taken_instead(over: str, rest: str, *, named: bool) -> Choice | None:
    """What is taken in the place of what was turned down; a thing that is only `named` where that was given up for good."""
    if not rest or rest.endswith("?") or is_open(rest) or is_reported(rest):
        return None
    choice = choice_in(_TAKES_UP.sub("let us use ", rest))
    if choice is None and (enough := _ENOUGH.match(rest)):
        choice = Choice(Kind.USE, enough["thing"], f"use {enough['thing']}", reason=_why(enough["rest"]))
    if choice is None and named and not _SAYS.search(rest) and (bare := _NAMED.match(rest.rstrip(" .!"))):
        choice = Choice(Kind.USE, bare["thing"], f"use {bare['thing']}")
    if (
        choice is None
        or is_rule(choice.order)
        or not names_a_thing(choice)
        or len(choice.thing.split()) > LONGEST_TAKEN
    ):
        return None
    return replace(choice, over=choice.over or over, marked=True)


def _why(rest: str) -> str:
    found = re.match(r"^[\s,;–—-]*(?:because|since|as) (?P<why>.+)$", rest, re.IGNORECASE)
    return found["why"].strip(" .!") if found else ""
