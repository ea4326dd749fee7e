"""What a person states: a verbal marker of choice, X over Y, a value bound to a reason, a default (DECISIONS D01, D04-D06)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitskills.decisions.extract.choice import Choice, Kind, choice_in, clauses
from gitskills.decisions.extract.finding import Finding
from gitskills.decisions.extract.haste import spelt_out
from gitskills.decisions.extract.placing import place
from gitskills.decisions.extract.slots import slots_of
from gitskills.decisions.extract.turned import taken_instead, turned_down
from gitskills.decisions.extract.unsettled import is_brainstorm, is_change, is_open, is_reported, names_a_thing, weighty
from gitskills.decisions.lane import is_rule
from gitskills.model.decision import Level
from gitskills.model.turn import Channel, Speaker
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.speech import plain
from gitskills.transcript.statements import Statement, quote_of, statements

_NO_STOP = re.compile(
    r"^\W*(?:no|nah|nope|yes|yeah|ok) (?=(?:let's|lets|we'll|use|go with|actually|switch)\b)", re.IGNORECASE
)
_SUGGESTED = re.compile(
    r"^(?:i (?:think|feel|believe)(?: like| that)? )?we should\b", re.IGNORECASE
)  # with its reason it is a choice, without one a rule
_LIMIT = re.compile(
    r"^(?:the |our )?(?:[\w-]+ ){0,3}?(?:max(?:imum)?|min(?:imum)?|limits?|timeouts?|retries|retention|intervals?|ttl|"
    r"threshold|quota|page size|pool size|"
    r"batch size|rate limit|concurrency)(?: [\w-]+){0,3} (?:should|must|will) be \S+(?: ?\w+)?(?:$|[,;.] |\s(?:because|"
    r"since|as)\b)",
    re.IGNORECASE,
)
MOST_STATEMENTS = 200  # of a turn; nobody types more
SHORT = 4  # words of a thing that an order alone makes a choice


def stated(exchange: Exchange) -> Iterator[Finding]:
    """The choices of a person's turn, in order."""
    if exchange.turn.channel is Channel.ANSWER:
        return
    said = statements(exchange.turn)[:MOST_STATEMENTS]
    for number, statement in enumerate(said):
        before = said[number - 1].text if number else ""
        choice = _instead(before, statement.text) or chosen(statement.text)
        where = place(choice) if choice else None
        if choice and where:
            level = Level.CONFIRMED if choice.kind in {Kind.DEFAULT, Kind.FALLBACK} else Level.EXPLICIT
            yield Finding(choice, where, level, Speaker.USER, ((_quote(statement, said), exchange.turn),))


def _instead(before: str, text: str) -> Choice | None:
    """What is taken for what the same words, or those before them, turn down."""
    own = plain(spelt_out(text))
    over, rest, given_up = turned_down(own)
    if not rest:
        over, _, given_up = turned_down(plain(spelt_out(before))) if before else ("", "", False)
        rest = own
    return taken_instead(over, plain(rest), named=given_up) if over else None


def chosen(text: str) -> Choice | None:
    """What a person's sentence decides for this project; None where it says how to work, asks, or decides nothing."""
    if is_brainstorm(text):
        return None
    text = _NO_STOP.sub("", spelt_out(text))
    found = (_chosen(plain(clause), asks=text.rstrip(" \"')").endswith("?")) for clause in clauses(plain(text)))
    choice = next((one for one in found if one), None)
    if choice is None or choice.marked or choice.reason or choice.kind is Kind.DEFAULT:
        return choice
    return choice if _is_limit(text, choice) or not is_rule(text) else None  # "don't use X, use Y" is one rule


def _chosen(clause: str, *, asks: bool) -> Choice | None:
    choice = choice_in(clause)
    if choice is None or (asks and not choice.over and "instead" not in clause):
        return None
    said = clause.replace(choice.reason, " ") if choice.reason else clause
    said = _SUGGESTED.sub("", said) if choice.reason else said
    if (
        is_open(said)
        or is_reported(said)
        or (is_rule(said) and not _is_default(said, choice) and not _is_limit(said, choice))
        or not names_a_thing(choice)
        or not weighty(choice)
    ):
        return None
    return choice if choice.marked or _binds(choice) or _is_limit(said, choice) else None


def _is_default(said: str, choice: Choice) -> bool:
    """What says "the default page size should be 25" is no way of working."""
    return choice.kind is Kind.DEFAULT and re.match(r"(?:the |our )?default\b", said, re.IGNORECASE) is not None


def _is_limit(said: str, choice: Choice) -> bool:
    """What says "the upload limit should be 25 MB" sets it; of other things it may only tell what is wrong."""
    return choice.kind is Kind.VALUE and _LIMIT.match(said) is not None


def _binds(choice: Choice) -> bool:
    """Whether an order without a marker of choice binds the project: it fills a slot, has a reason, or is a default."""
    if choice.kind in {Kind.DEFAULT, Kind.FALLBACK}:
        return True
    if choice.kind in {Kind.VALUE, Kind.PLACE, Kind.NAME}:
        return choice.settled
    short = len(choice.thing.split()) <= SHORT
    return short and (bool(slots_of(choice.thing)) or choice.settled)


def _quote(statement: Statement, said: Sequence[Statement]) -> str:
    """The words that decide; what opens them stays where it says that something changes."""
    kept = quote_of(statement, said)
    return kept if is_change(kept) or not is_change(statement.text) else statement.text
