"""The offline reflector: an episode and what is known in, proposals out. Deterministic; knows no model and reads no file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Confidence, Proposal, Quote, Scope
from gitskills.model.turn import Channel
from gitskills.reflect.offline.accepted import accepted
from gitskills.reflect.offline.candidates import Candidate, candidates, spoken_words
from gitskills.reflect.offline.comparing import Nearest, compared
from gitskills.reflect.offline.failures import failures
from gitskills.reflect.offline.gist import Relation, corrects, gist, relate
from gitskills.reflect.offline.naming import content_words
from gitskills.reflect.offline.undone import undone
from gitskills.reflect.offline.weights import Weights
from gitskills.reflect.offline.withdrawn import withdrawn
from gitskills.transcript.exchanges import exchanges

NAME = "offline"
ALIKE = 0.6  # share of common words from which two statements of one episode are one lesson

_EVERYWHERE = re.compile(
    r"\b(?:in all (?:of )?my (?:projects|repos(?:itories)?|code|work)|in every (?:project|"
    r"repo(?:sitory)?)|i always (?:want|use|prefer|like)|"
    r"(?:whenever|wherever) i work|for all my projects|regardless of the (?:project|repo))\b",
    re.IGNORECASE,
)
_VERBS_OF_RULES = frozenset("reuse keep add write create read prefer replace project".split())
_HOW = {
    Channel.TYPED: "The user said so in a prompt",
    Channel.QUEUED: "The user said so while the agent was working",
    Channel.REJECTION: "The user said so when refusing what the agent was about to do",
    Channel.ANSWER: "The user said so in answer to the agent's question",
    Channel.REVIEW: "A reviewer said so of a pull request",
}
_CATEGORIES: tuple[tuple[str, frozenset[str]], ...] = (
    ("decision", frozenset({"channel_answer", "lets_choice", "settled"})),
    ("preference", frozenset({"prefer", "id_like", "dont_want", "disgust"})),
    (
        "correction",
        frozenset(
            {
                "opener_no",
                "correction",
                "lost",
                "agent_gave_way",
                "polite_correction",
                "polite_not",
                "is_there_no",
                "do_we_need",
            }
        ),
    ),
    (
        "convention",
        frozenset({"must_should", "always_never", "policy", "we_use", "no_ban", "dont_start", "remember", "general"}),
    ),
    ("correction", frozenset({"channel_rejection"})),
)
_WHY = {
    "decision": "it settles a choice that a later session could make differently",
    "preference": "it says how the user wants the work to be done",
    "correction": "it sets right what the agent did or believed",
    "convention": "it is a standing rule that the code alone doesn't show",
}


def reflect(episode: Episode, nearest: Nearest, weights: Weights) -> tuple[Proposal, ...]:
    """What the people of this episode said that a later session should know. `nearest` finds the known skills like a text."""
    rounds = exchanges(episode.window)
    found = _last_words(candidates(rounds, weights, spoken_words(episode.window)))
    proposals = [_proposal(group, episode) for group in _groups(found)]
    proposals += [*accepted(rounds, episode), *undone(rounds, episode), *failures(episode)]
    gone = withdrawn(rounds, episode, nearest)
    changed = compared(_distinct(proposals), nearest)
    archived = {(one.scope, one.name) for one in changed}
    return (*(one for one in gone if (one.scope, one.name) not in archived), *changed)


def _last_words(found: Sequence[Candidate]) -> list[Candidate]:
    """Without what the same person said the opposite of later, or set right."""
    return [
        candidate
        for place, candidate in enumerate(found)
        if not any(_overrules(later, candidate) for later in found[place + 1 :])
    ]


def _overrules(later: Candidate, candidate: Candidate) -> bool:
    set_right = "opener_no" in later.present and corrects(gist(_rule(later)), gist(_rule(candidate)))
    return set_right or _relation(later, candidate) is Relation.AGAINST


def _relation(one: Candidate, other: Candidate) -> Relation:
    return relate(gist(_rule(one)), gist(_rule(other)))


def _rule(candidate: Candidate) -> str:
    return candidate.wording.body.split("\n", 1)[0]


def _groups(found: Sequence[Candidate]) -> list[list[Candidate]]:
    """Statements of one lesson together; the most probable of each group leads it."""
    groups: list[list[Candidate]] = []
    for candidate in found:
        group = next((one for one in groups if any(_alike(candidate, member) for member in one)), None)
        if group is None:
            groups.append([candidate])
        else:
            group.append(candidate)
    return [sorted(group, key=lambda member: -member.probability) for group in groups]


def _alike(one: Candidate, other: Candidate) -> bool:
    first, second = (
        set(_stems(item.wording.description + " " + item.wording.body.split("\n", 1)[0])) for item in (one, other)
    )
    if _relation(one, other) in {Relation.SAME, Relation.MORE}:
        return True
    return one.wording.name == other.wording.name or len(first & second) >= max(2, ALIKE * min(len(first), len(second)))


def _stems(text: str) -> list[str]:
    return [re.sub(r"(?:ing|ed|es|s)$", "", word) for word in content_words(text) if word not in _VERBS_OF_RULES]


def _proposal(group: Sequence[Candidate], episode: Episode) -> Proposal:
    lead = group[0]
    category = _category(lead)
    everywhere = any(_EVERYWHERE.search(member.statement.text) for member in group)
    return Proposal(
        action=Action.ADD,
        name=lead.wording.name,
        scope=Scope.USER if everywhere else Scope.PROJECT,
        category=category,
        description=lead.wording.description,
        body=lead.wording.body,
        reason=f"{_HOW[lead.exchange.turn.channel]}: {_WHY[category]}.",
        quotes=tuple(
            dict.fromkeys(Quote(member.quote, member.exchange.turn.line, episode.transcript) for member in group)
        ),
        confidence=_confidence(lead),
        reflector=NAME,
        transcript=episode.transcript,
    )


def _category(candidate: Candidate) -> str:
    return next((name for name, signs in _CATEGORIES if signs & candidate.present), "convention")


def _confidence(candidate: Candidate) -> Confidence:
    """A polite question says it plainly only where the agent then did so."""
    if "question_mark" not in candidate.present or candidate.statement.question:
        return Confidence.EXPLICIT
    return Confidence.CONFIRMED if "agent_acted_after" in candidate.present else Confidence.INFERRED


def _distinct(proposals: Sequence[Proposal]) -> list[Proposal]:
    """No name twice: the first keeps it."""
    return list({proposal.name: proposal for proposal in reversed(proposals)}.values())[::-1]
