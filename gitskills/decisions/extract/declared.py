"""What the agent declares: its own choices while it implements, and what it proposed and nobody took back (DECISIONS D03-D08).

Invariant: none of it is ever a person's word. A sub-agent's declarations count as the agent's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from gitskills.decisions.extract.choice import Choice, Kind, choice_in
from gitskills.decisions.extract.finding import Finding
from gitskills.decisions.extract.placing import place
from gitskills.decisions.extract.slots import slots_of
from gitskills.decisions.extract.unsettled import is_open, is_reported, names_a_thing, weighty
from gitskills.model.decision import Level
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.skillfile.terms import terms
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.retraction import RETRACTION

LONGEST_LINE = 1_000  # characters of a line of prose

_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
# Without one of these no sentence of the agent's declares anything: a look before the closer one.
_TELLING = re.compile(
    r"\b(?:us(?:e|ed|ing)|go(?:ing)? with|went with|cho(?:o)?s(?:e|ing)|pick(?:ed)?|opt(?:ed|ing)? for|settled|switch\w*|"
    r"stick\w*|because|since|"
    r"defaults?|defaulting|fall(?:s|ing)? back|over|instead|so that|due to)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"^(?:so,? |then,? |now,? |ok(?:ay)?,? |here,? |therefore,? |instead,? |for [^,]{3,40}, )?(?:i|we)(?:'ll| will|"
    r"'m going to| am going to|'re going to| are going to|'m| am|'re| are|'ve| have)? "
    r"(?:also |just |simply |instead |therefore |now |decided to |deliberately )*(?P<verb>use|using|used|go(?:ing)? with|"
    r"went with|cho(?:o)?se|pick(?:ed)?|opt(?:ed|ing)? for|settled on|"
    r"switch(?:ed|ing)? to|stick(?:ing)? with|store|storing|keep(?:ing)?|default(?:ing)? to|defaulted to|fall back to|set|"
    r"cap|limit) (?P<rest>.+)$",
    re.IGNORECASE,
)
_GOING = re.compile(
    r"^(?P<verb>going with|opting for|using|sticking with|choosing|chose|picked) (?P<rest>.+)$", re.IGNORECASE
)
_BASE = {
    "using": "use", "used": "use", "going with": "go with", "went with": "go with", "chose": "go with",
    "choose": "go with", "choosing": "go with", "pick": "go with", "picked": "go with", "opted for": "go with",
    "opt for": "go with", "opting for": "go with", "settled on": "go with", "switched to": "switch to",
    "switching to": "switch to", "sticking with": "stick with", "storing": "store", "keeping": "keep",
    "defaulting to": "default to", "defaulted to": "default to",
}  # fmt: skip
_PROPOSES = re.compile(
    r"^(?:so,? |then,? |for [^,]{3,40}, )?(?:i(?:'d| would)? (?:suggest|propose|recommend|advise|go with|go for|use|pick|"
    r"choose|lean towards?|opt for)|"
    r"(?:my|the) (?:recommendation|suggestion|proposal)(?: is|:| would be)|(?:recommended|recommendation|proposal|"
    r"suggestion):|how about|(?:we|you) (?:should|could) (?=use|go with|switch to|store|keep|adopt)|"
    r"i (?:think|believe) we should)(?: to| that)?\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"(?:(?:the|an?) )?(?!\w+ing\b|at\b|that\b|not\b|to\b|we\b)[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}(?:$|[,;.]| [-–—]| (?:for|"
    r"over|instead|"
    r"because|since|as|rather)\b)",
    re.IGNORECASE,
)
_OBJECTS = re.compile(
    r"^\W*(?:no|nope|nah|wrong|stop|wait|don't|not|undo|revert|actually|instead|hmm+|why|but|that's (?:not|wrong)|"
    r"i (?:don't|disagree|didn't|undid))\b|"
    r"\binstead\b|\bnot (?:what|right|correct)\b|\bisn't\b|\bdoesn't\b",
    re.IGNORECASE,
)
_OF_THE_TOOLS = re.compile(
    r"\b(?:tool|grep|ripgrep|glob|sed|awk|find|ls|cat|curl|git|gh|bash|subagents?|sub-agents?|agents?|skills?|todo\w*|"
    r"command|task|plan mode|web ?search|read|edit|search|script)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"\bdefaults? to\b|\bfalls? back (?:to|on)\b", re.IGNORECASE)
_INTENT = re.compile(r"\b(?:will|should|must)\b", re.IGNORECASE)


def declared(turns: Sequence[Turn]) -> Iterator[Finding]:
    """The agent's own choices in the texts between two turns of a person, main session and sub-agents alike."""
    acted = False
    for turn in turns:
        acted = acted or (turn.channel is Channel.CALL and turn.tool.lower() in _CHANGING)
        if turn.speaker is not Speaker.AGENT or turn.channel is not Channel.TEXT:
            continue
        for sentence in sentences(turn.text):
            if not _TELLING.search(sentence):
                continue
            choice = _declared(_unmarked(sentence), acted=acted)
            where = place(choice) if choice else None
            if choice and where:
                level = Level.CONFIRMED if choice.kind in {Kind.DEFAULT, Kind.FALLBACK} else Level.EXPLICIT
                yield Finding(choice, where, level, Speaker.AGENT, ((sentence, turn),))


_CHANGING = frozenset({"edit", "write", "multiedit", "notebookedit", "apply_patch", "str_replace", "create"})


def _declared(sentence: str, *, acted: bool) -> Choice | None:
    if sentence.endswith("?") or is_open(sentence) or is_reported(sentence):
        return None
    own = _FIRST_PERSON.match(sentence) or _GOING.match(sentence)
    choice = choice_in(f"{_base(own['verb'])} {own['rest']}" if own else sentence)
    if choice is None or not names_a_thing(choice) or _OF_THE_TOOLS.search(choice.thing):
        return None
    if choice.kind in {Kind.DEFAULT, Kind.FALLBACK}:
        return choice if own or _INTENT.search(sentence) or (acted and _STATES.search(sentence)) else None
    if choice.kind in {Kind.VALUE, Kind.NAME, Kind.PLACE}:
        return choice if choice.reason else None
    if choice.over and choice.reason:
        return choice
    return choice if own and (choice.settled or slots_of(choice.thing)) and (choice.purpose or choice.settled) else None


def _base(verb: str) -> str:
    return _BASE.get(verb.lower(), verb.lower())


def proposed(text: str) -> Iterator[tuple[str, Choice]]:
    """What the agent puts forward in a text: its words, and the choice that they would make."""
    for sentence in sentences(text):
        found = _PROPOSES.match(_unmarked(sentence))
        if not found or sentence.endswith("?") or is_open(sentence):
            continue
        rest = re.sub(r"^(?:we|you|to|i)\s+", "", found["rest"], flags=re.IGNORECASE)
        rest = re.sub(
            r"^(?P<verb>using|going with|switching to|storing|keeping|sticking with)\b",
            lambda one: _base(one[0]),
            rest,
            flags=re.IGNORECASE,
        )
        choice = choice_in(f"let us {rest}") or (choice_in(f"let us use {rest}") if _NAMES.match(rest) else None)
        if choice is not None and names_a_thing(choice) and weighty(choice):
            yield sentence, choice


def let_stand(rounds: Sequence[Exchange]) -> Iterator[Finding]:
    """Proposals that were carried out, or simply stood, when the person went on to something else without a word against them."""
    for exchange, later in pairwise(rounds):
        if exchange.acted_after and not _objects(later):
            yield from _standing(exchange.after, later)
    for exchange in rounds:
        if exchange.before_line and not _objects(exchange):
            found = _standing(exchange.before, exchange)
            yield from (one for one in found if not _about(one, exchange.turn.text))


def _standing(text: str, later: Exchange) -> Iterator[Finding]:
    for words, choice in proposed(text):
        where = place(choice)
        if where is not None:
            turn = Turn(later.before_line, later.turn.end, Speaker.AGENT, Channel.TEXT, text)
            yield Finding(replace(choice, marked=True), where, Level.CONFIRMED, Speaker.AGENT, ((words, turn),))


def _objects(exchange: Exchange) -> bool:
    """Whether a person's turn is against what came before it, or asks about it."""
    said = exchange.turn.text
    return bool(_OBJECTS.search(said[:400]) or RETRACTION.search(said) or "?" in said)


def objected(exchange: Exchange | None) -> bool:
    """Whether the next turn of a person takes back what the agent declared."""
    return exchange is not None and bool(_OBJECTS.match(exchange.turn.text) or RETRACTION.search(exchange.turn.text))


def _about(finding: Finding, said: str) -> bool:
    return bool(terms(finding.spans[0][0]).keys() & terms(said).keys())


def _unmarked(sentence: str) -> str:
    """Without Markdown's emphasis."""
    return sentence.replace("**", "").replace("__", "")


def sentences(text: str) -> Iterator[str]:
    """The sentences of prose in an agent's text: no code, no tables, no headings; verbatim."""
    fenced = False
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced or not bare or len(bare) > LONGEST_LINE or bare.startswith(("|", "#", "<", ">", "$", "{", "}", "//")):
            continue
        bare = re.sub(r"^(?:[-*•+]|\d{1,2}[.)])\s+", "", bare)
        yield from _END.split(bare)
