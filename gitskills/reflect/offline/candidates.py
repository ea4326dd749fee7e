"""Which statements of an episode are worth a proposal, each with its wording: learned weights, then rules that need no learning.

What was taken back later in the episode, holds only for now, asks, or orders one piece of work is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.offline.clauses import SHORTEST_QUOTE, Statement, statements
from gitskills.reflect.offline.cues import OPENERS, cues, plain
from gitskills.reflect.offline.naming import content_words
from gitskills.reflect.offline.situation import Exchange, situation
from gitskills.reflect.offline.weights import Weights
from gitskills.reflect.offline.wording import Wording, word

LONGEST_CONTEXT = 240  # characters of the agent's last sentence that a pointing word refers to
REACH = 4  # exchanges that a retraction can take back
SHARED_WORDS = 2  # of substance, that make a retraction be about a statement

_LASTING = frozenset(
    "always_never general remember policy instead x_not_y no_need only polite_not polite_correction "
    "reuse simpler plain_rule ban use_choice "
    "is_there_no dont_want when_clause because".split()
)
_PLAIN_FORMS = frozenset(
    "ban use_choice policy settled asked_rule stated_taste contrast reminder".split()
)  # so plainly a rule that no weight is needed
_ASKING = frozenset(
    "polite_correction polite_we polite_not is_there_no do_we_need reuse dont_want id_like x_not_y "
    "should_be we_should no_need".split()
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
    r"same thing in|one more|new version)\b",
    re.IGNORECASE,
)
_PASSING_QUESTION = re.compile(
    r"\b(?:proceed|continue|go ahead|next|now|today|tomorrow|tonight|land|ready|this (?:pr|branch|fix|"
    r"commit|session|release|time)|uncommitted|fix(?:ed)? (?:it|this)|"
    r"commit|merge|push|deploy|deadline|start(?: with)?|priority)\b",
    re.IGNORECASE,
)
_PASSING_ANSWER = re.compile(
    r"^(?:stop|skip|later|not now|wait|proceed|continue|go ahead|do it|cancel|none|both|all|other)\b", re.IGNORECASE
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
_BRAINSTORM = re.compile(
    r"^\W*(?:brainstorm|idea|ideas|question|thinking out loud|random thought)s?\s*:", re.IGNORECASE
)
_RETRACTION = re.compile(
    r"\b(?:never ?mind|forget (?:it|that|what i said)|scratch that|(?:you can |please )?(?:undo|revert|"
    r"back out|roll back)(?: (?:it|that|this|your|the|those)\b|[.!]|$)|"
    r"let's go back|go back to (?:the|how|what)|i (?:concede|take (?:it|that) back|was wrong|changed my "
    r"mind)|on second thoughts?|that was (?:wrong|a bad idea)|"
    r"my (?:mistake|bad)|actually,? (?:no|keep|leave)|i misread)\b",
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
    """At most one a turn (one an answer), in the order of the episode."""
    found: list[Candidate] = []
    for exchange in rounds:
        said = statements(exchange.turn)
        ranked = sorted(_scored(said, exchange, weights), key=lambda item: -item[2])
        worded = [item for item in (_worded(scored, exchange, said, vocabulary) for scored in ranked) if item]
        found += worded if exchange.turn.channel is Channel.ANSWER else worded[:1]
    return tuple(candidate for candidate in found if not _taken_back(candidate, rounds))


def _scored(
    said: Sequence[Statement], exchange: Exchange, weights: Weights
) -> list[tuple[Statement, frozenset[str], float]]:
    if _BRAINSTORM.match(exchange.turn.text):
        return []
    scored = []
    for statement in said:
        present = cues(statement.text) | situation(statement, exchange)
        probability = weights.probability(present)
        likely = probability >= weights.threshold or bool(_PLAIN_FORMS & present)
        if likely and not passing(statement, present):
            scored.append((statement, present, probability))
    return scored


def passing(statement: Statement, present: frozenset[str]) -> bool:
    """Whether a statement is about this hour alone, or asks rather than says."""
    if statement.question:
        return bool(_PASSING_QUESTION.search(statement.question) or _PASSING_ANSWER.match(statement.answer))
    text = statement.text
    if _FOR_NOW.search(text) and not _UNTIL.search(text):
        return True
    if "question_mark" in present and not _ASKING & present:
        return True
    if "first_turn" in present and present & {"many_siblings", "long_turn"}:
        return True
    if "chore_start" in present and not _LASTING & present:
        return True
    bare = plain(text)
    if "question_mark" in present and _REQUEST.match(bare) and not present & {"instead", "reuse", "polite_not"}:
        return True
    return "users_view" in present or bool(_ONE_PIECE.search(text) or _ERRAND.search(bare))


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
    return Candidate(statement, exchange, wording, present, probability, _quote(statement, said))


def last_sentence(text: str) -> str:
    """What the agent said last, on one line, without Markdown; "" where it is too long to repeat."""
    lines = [line.strip(" *#>-") for line in text.splitlines() if line.strip(" *#>-`")]
    last = re.split(r"(?<=[.!?])\s+", lines[-1])[-1] if lines else ""
    whole = 25 <= len(last) <= LONGEST_CONTEXT and last.count("`") % 2 == 0 and last[-1] not in ":(,`"
    return " ".join(last.replace("*", "").split()) if whole else ""


def _quote(statement: Statement, said: Sequence[Statement]) -> str:
    """The statement's own words; a very short one with its neighbour, where they stand side by side."""
    opener = OPENERS.match(statement.text)
    if opener and not statement.question and len(statement.text) - opener.end() >= SHORTEST_QUOTE:
        return statement.text[opener.end() :]
    if len(statement.text) >= SHORTEST_QUOTE:
        return statement.text
    place = said.index(statement)
    folded = " ".join(statement.turn.text.split())
    for first, last in ((place, place + 1), (place - 1, place)):
        if first >= 0 and last < len(said):
            joined = f"{said[first].text} {said[last].text}"
            if joined in folded:
                return joined
    return statement.text


def _taken_back(candidate: Candidate, rounds: Sequence[Exchange]) -> bool:
    """Whether a later turn withdraws it: at once, or in words that it shares."""
    mine = set(content_words(candidate.statement.text))
    number = candidate.exchange.number
    for later in rounds[number + 1 :]:
        if not _RETRACTION.search(later.turn.text):
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
