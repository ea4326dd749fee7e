"""Which statements of an episode are worth a proposal, each with its wording: learned weights, then rules that need no learning.

What was taken back later in the episode, holds only for now, asks, or orders one piece of work is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.offline.binding import BINDING, binding
from gitskills.reflect.offline.cues import cues
from gitskills.reflect.offline.naming import content_words
from gitskills.reflect.offline.passing import passing
from gitskills.reflect.offline.situation import position, situation
from gitskills.reflect.offline.weights import Weights
from gitskills.reflect.offline.withdrawn import named
from gitskills.reflect.offline.wording import Wording, word
from gitskills.transcript.exchanges import Exchange
from gitskills.transcript.retraction import RETRACTION, UNDOING
from gitskills.transcript.statements import Statement, quote_of, statements

LONGEST_CONTEXT = 240  # characters of the agent's last sentence that a pointing word refers to
MOST_OF_A_TURN = 3
REACH = 4  # exchanges that a retraction can take back
SHARED_WORDS = 2  # of substance, that make a retraction be about a statement

_PLAIN_FORMS = (
    frozenset(
        "ban use_choice policy settled asked_rule stated_taste contrast reminder i_thought by_myself no_need_for careful".split()
    )
    | BINDING
)  # so plainly a rule that no weight is needed
_BEYOND_DOUBT = (
    frozenset("ban policy asked_rule stated_taste contrast plain_rule from_now_on use_choice".split()) | BINDING
)
# Without one of these a statement lays nothing down, however much it is about.
_EVIDENCE = _PLAIN_FORMS | frozenset(
    "always_never should_be we_should must_should plain_rule no_need lets_choice instead x_not_y prefer id_like dont_want reuse remember "
    "simpler polite_correction asks_to_use is_there_no do_we_need disgust hopeful lasting_start polite_not we_dont general_must "
    "fact already "
    "dont only channel_answer".split()
)
_STAYS = frozenset({"ban", "plain_rule", "policy"}) | BINDING
_BRAINSTORM = re.compile(
    r"^\W*(?:brainstorm|idea|ideas|question|thinking out loud|random thought)s?\s*:", re.IGNORECASE
)
_OFFERS = re.compile(
    r"(?:want|ready|anything else|let me know|would you like|do you want|is there anything|what would you|what's next)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement with its wording. `probability` comes from the weights."""

    statement: Statement
    exchange: Exchange
    wording: Wording
    present: frozenset[str]
    probability: float
    quote: str


def candidates(rounds: Sequence[Exchange], weights: Weights, vocabulary: frozenset[str]) -> tuple[Candidate, ...]:
    """The best of each turn and what else in it is surely a rule, in the order of the episode; one an answer."""
    found: list[Candidate] = []
    for exchange in rounds:
        said = statements(exchange.turn)
        ranked = sorted(_scored(said, exchange, weights), key=lambda item: -item[2])
        worded = [item for item in (_worded(scored, exchange, said, vocabulary) for scored in ranked) if item]
        found += worded if exchange.turn.channel is Channel.ANSWER else _few(worded)
    return tuple(one for one in found if not _taken_back(one.statement, one.exchange, one.present, rounds))


def rules_said(rounds: Sequence[Exchange], weights: Weights) -> Iterator[tuple[Statement, Exchange]]:
    """Every statement that is put as a rule and was not taken back, whether or not it can be worded as a skill."""
    for exchange in rounds:
        for statement, present, _ in _scored(
            statements(exchange.turn), exchange, weights, _PLAIN_FORMS | _BEYOND_DOUBT
        ):
            if not _taken_back(statement, exchange, present, rounds):
                yield statement, exchange


def _few(worded: Sequence[Candidate]) -> list[Candidate]:
    """The best of a turn, and what else in it is put as a rule beyond doubt."""
    sure = [one for one in worded[1:] if one.present & _BEYOND_DOUBT]
    return [*worded[:1], *sure][:MOST_OF_A_TURN]


def _scored(
    said: Sequence[Statement], exchange: Exchange, weights: Weights, forms: frozenset[str] = _PLAIN_FORMS
) -> list[tuple[Statement, frozenset[str], float]]:
    if _BRAINSTORM.match(exchange.turn.text):
        return []
    scored = []
    around = situation(exchange)
    for statement in said:
        present = cues(statement.text) | position(statement) | around
        probability = weights.probability(present)
        present |= binding(statement.text)
        likely = (probability >= weights.threshold and bool(_EVIDENCE & present)) or bool(forms & present)
        if likely and not passing(statement, present) and not named(statement.text):
            scored.append((statement, present, probability))
    return scored


def _worded(
    scored: tuple[Statement, frozenset[str], float],
    exchange: Exchange,
    said: Sequence[Statement],
    vocabulary: frozenset[str],
) -> Candidate | None:
    statement, present, probability = scored
    wording = word(statement, last_sentence(exchange.before), vocabulary)
    if wording is None:
        return None
    return Candidate(statement, exchange, wording, present, probability, quote_of(statement, said))


def last_sentence(text: str) -> str:
    """What the agent said last, on one line, without Markdown; "" where it is too long to repeat."""
    lines = [line.strip(" *#>-") for line in text.splitlines() if line.strip(" *#>-`")]
    last = re.split(r"(?<=[.!?])\s+", lines[-1])[-1] if lines else ""
    last = "" if _OFFERS.match(last) else re.sub(r":$", ".", last)
    whole = 25 <= len(last) <= LONGEST_CONTEXT and last.count("`") % 2 == 0 and last[-1] not in "(,`"
    return " ".join(last.replace("*", "").split()) if whole else ""


def _taken_back(statement: Statement, exchange: Exchange, present: frozenset[str], rounds: Sequence[Exchange]) -> bool:
    """A rule is not undone with a deed; nor is anything where nothing was done."""
    stays = not exchange.acted_after or bool(present & _STAYS)
    return taken_back(statement.text, exchange.number, rounds, stays=stays)


def taken_back(said: str, number: int, rounds: Sequence[Exchange], *, stays: bool = False) -> bool:
    """Whether a turn after that `number` withdraws it: at once, or in words that it shares. What `stays` outlives an undone deed."""
    mine = set(content_words(said))
    for later in rounds[number + 1 :]:
        found = RETRACTION.search(later.turn.text)
        if not found or (stays and UNDOING.search(found[0]) and not mine & set(content_words(later.turn.text))):
            continue
        about = set(content_words(f"{later.turn.text} {later.before[-600:]}"))
        if later.number == number + 1 or (later.number <= number + 4 * REACH and len(mine & about) >= SHARED_WORDS):
            return True
    return False


def spoken_words(window: Sequence[Turn]) -> frozenset[str]:
    """Lower-case words that the agent used at least twice in the window."""
    counts: dict[str, int] = {}
    for turn in window:
        if turn.speaker is Speaker.AGENT and turn.channel is Channel.TEXT:
            for found in re.findall(r"[a-z]{4,}", turn.text):
                counts[found] = counts.get(found, 0) + 1
    return frozenset(found for found, count in counts.items() if count >= 2)
