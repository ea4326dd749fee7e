"""The closed vocabularies of a record. A team's policy may let the tags grow; nothing else does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from datetime import date, datetime

from gitskills.decisions.topic import is_tag
from gitskills.model.decision import Decision, Level

TAGS = frozenset("architecture data ui infra tooling process security performance testing".split())
PROPOSED = "proposed:"  # a tag that somebody would like to have
MOST_CONFIRMED = 1_000_000
DATES = frozenset("date created updated last_validated last_accessed valid_until".split())
TYPES = frozenset("decision issue research".split())
MANUAL, MIGRATION = "manual", "migration"
AUTO = {level: f"auto-{level}" for level in Level}
SOURCES = frozenset({MANUAL, MIGRATION, "orchestrator", *AUTO.values()})
TOOLS = frozenset("claude-code codex cursor aider goose manual migration unknown".split())
TASK_CATEGORIES = frozenset("feature bugfix refactor research docs migration experiment config unknown".split())
STATED, GUESSED, SHOWN, IMPORTED = "user_statement", "ai_inference", "tool_extraction", "external_import"
CONFIDENCE_SOURCES = frozenset({STATED, GUESSED, SHOWN, IMPORTED, "unknown"})
DOMAINS = frozenset("ui api data search auth build infra tooling docs test meta unknown".split())
GOALS = frozenset(
    "user-value reliability performance security dev-velocity maintainability compliance learning unknown".split()
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?", re.ASCII)
_CUES = {
    "bugfix": r"fix(?:es|ed)?",
    "feature": r"adds?",
    "refactor": r"clean(?:s|ed)?(?: up)?|renam(?:e|es|ed)",
    "research": r"investigat(?:e|es|ed)",
    "docs": r"readme",
    "migration": r"migrat(?:e|es|ed|ion)",
    "experiment": r"spike",
    "config": r"env",
}


def misfits(decision: Decision, grown: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """What of a record is in no vocabulary or has no sense, a sentence each. `grown` are the tags that a policy adds."""
    yield from _tags(decision, TAGS | grown)
    closed = (
        ("type", decision.type, TYPES),
        ("source", decision.source, SOURCES),
        ("tool", decision.tool, TOOLS),
        ("task_category", decision.task_category, TASK_CATEGORIES),
        ("confidence_source", decision.confidence_source, CONFIDENCE_SOURCES),
        ("domain", decision.domain, DOMAINS),
        ("goal", decision.goal, GOALS),
    )
    for name, value, words in closed:
        if value not in words:
            yield f"{name} {value!r} is none of {_listed(words)}"
    if not 0 <= decision.confirmation_count <= MOST_CONFIRMED:
        yield f"confirmation_count is {decision.confirmation_count}, and not from 0 to {MOST_CONFIRMED}"
    for name in sorted(DATES):
        value = getattr(decision, name)
        if value and not is_date(value):
            yield f"{name} {value!r} is no date such as 2026-11-30"


def _tags(decision: Decision, known: AbstractSet[str]) -> Iterator[str]:
    if decision.primary_tag not in known:
        yield f"the primary tag {decision.primary_tag!r} is none of {_listed(known)}"
    for tag in decision.tags:
        wish = tag.removeprefix(PROPOSED)
        if tag not in known and not (wish != tag and is_tag(wish)):
            yield f"the tag {tag!r} is none of {_listed(known)}; {PROPOSED}{wish} would propose it"
    if decision.primary_tag not in decision.tags:
        yield f"the primary tag {decision.primary_tag!r} is not among the tags"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def is_date(text: str) -> bool:
    """Whether it is a day of the calendar as ISO 8601 writes it, perhaps with a time."""
    if not _DATE.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_over(valid_until: str, today: str) -> bool:
    """Whether a decision that was made for a time has come to its end; the last day still counts."""
    return (
        bool(valid_until) and is_date(valid_until) and date.fromisoformat(valid_until[:10]) < date.fromisoformat(today)
    )


def category(title: str) -> str:
    """The kind of work, where the words name just one."""
    found = [name for name, cue in _CUES.items() if re.search(rf"\b(?:{cue})\b", title, re.IGNORECASE)]
    return found[0] if len(found) == 1 else "unknown"
