"""What a pull request says: the name of its branch, its title, its body, and the message of each commit.

Whatever was learned stands in code fences or code spans: there it mentions nobody, closes no issue, runs no quick action
and draws no picture. Only names of skills, which are plain by rule, stand outside.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import Template

from gitskills.model.changeset import Message
from gitskills.model.proposal import Evidence
from gitskills.model.pull import Lesson, PullRequest
from gitskills.model.usage import Usage

PREFIX = "gitskills/"
ALL = f"{PREFIX}all_lessons"  # `_` stands in no skill's name
LONGEST_TITLE = 100
LONGEST_TEXT = 1_000  # characters of one description, reason or quote
MOST_QUOTES = 5  # of one lesson
LONGEST_BODY = 50_000  # bytes; GitHub takes 65,536 characters, a push option 65,516 bytes
EVIDENCE_TRAILERS = frozenset({"Proposal", "Evidence-Sha256", "Evidence-Role", "Source"})
_TICKS = re.compile("`+")
_REFERENCE = re.compile(r"(#|\bGH-|/(?:issues|pull|pulls|merge_requests|work_items)/)(?=\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Telling:
    """How to tell it: the text around the lessons, and whether the words that they rest on may be shown."""

    template: str
    evidence: bool


def topic_of(names: Sequence[str], *, everything: bool) -> str:
    """The branch for these skills, the same whenever they are proposed; one branch for all there are."""
    if everything:
        return ALL
    first, *others = sorted(set(names))
    if not others:
        return PREFIX + first
    digest = hashlib.sha256("\n".join([first, *others]).encode()).hexdigest()[:8]
    return f"{PREFIX}{first}_{len(others)}_{digest}"


def title_of(lessons: Sequence[Lesson]) -> str:
    """One line made of names alone."""
    if len(lessons) == 1:
        return f"{'Update' if lessons[0].changes else 'Add'} the skill {lessons[0].name}"
    title = f"Add {len(lessons)} learned skills: {', '.join(lesson.name for lesson in lessons)}"
    return title if len(title) <= LONGEST_TITLE else f"Add {len(lessons)} learned skills"


def body_of(lessons: Sequence[Lesson], telling: Telling) -> str:
    """The whole text, as many lessons as fit told in full and the rest by name."""
    plural = len(lessons) != 1
    summary = (
        f"{len(lessons)} skill{'s' if plural else ''} that sessions with a coding agent in this repository taught."
    )
    told: list[str] = []
    room = LONGEST_BODY - len(telling.template.encode())
    for place, lesson in enumerate(lessons):
        text = _told(lesson, telling)
        room -= len(text.encode("utf-8", "replace")) + 2
        if room < 0:
            rest = ", ".join(f"`{one.name}`" for one in lessons[place:])
            told.append(f"And {len(lessons) - place} more: {rest[:4_000]}")
            break
        told.append(text)
    return Template(telling.template).safe_substitute(summary=summary, lessons="\n\n".join(told)).strip() + "\n"


def _told(lesson: Lesson, telling: Telling) -> str:
    parts = [f"### `{lesson.name}`", fenced(lesson.description)]
    if lesson.reason:
        parts += ["Why:", fenced(lesson.reason)]
    if lesson.evidence and telling.evidence:
        parts.append("Said, word for word, each quote found again in its session and redacted:")
        parts += [part for item in lesson.evidence[:MOST_QUOTES] for part in (fenced(item.quote), _whose(item))]
        more = len(lesson.evidence) - MOST_QUOTES
        parts += [f"and {more} more in `references/`"] if more > 0 else []
    elif lesson.evidence:
        parts.append(f"It rests on {_count(len(lesson.evidence), 'verified quote')}, left out here.")
    return "\n\n".join((*parts, _facts(lesson)))


def _whose(item: Evidence) -> str:
    return f"by {item.speaker}, {spanned(item.source)}"


def _facts(lesson: Lesson) -> str:
    used = lesson.usage
    rules = "; ".join(f"{found.rule}: {spanned(found.message)}" for found in lesson.findings) or "all passed"
    return f"Use so far: {_counts(used)}. Rules: {rules}."


def _counts(used: Usage) -> str:
    said = _count(used.uses, "use"), _count(used.views, "view"), f"listed in {_count(used.turns, 'turn')}"
    return ", ".join(said)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def fenced(text: str) -> str:
    """The text in a fence longer than any run of ticks in it."""
    shown = _visible(text)[:LONGEST_TEXT]
    fence = "`" * max(3, _longest(shown) + 1)
    return f"{fence}text\n{shown}\n{fence}"


def spanned(text: str) -> str:
    """The text on one line, as code."""
    shown = " ".join(_visible(text)[:LONGEST_TEXT].split()) or "-"
    ticks = "`" * (_longest(shown) + 1)
    return f"{ticks} {shown} {ticks}" if len(ticks) > 1 else f"`{shown}`"


def _longest(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)


def _visible(text: str) -> str:
    """Without control and format characters: nobody reads another text than what stands there."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C").strip()


def topic_message(message: Message, *, evidence: bool) -> Message:
    """The message of a lesson's commit as it goes to the project: nothing in it closes an issue.

    Without evidence it names neither quotes nor their digests: a commit that claims what it does not hold passes no check.
    """
    kept = [part for part in message.paragraphs if evidence or not part.startswith(">")]
    trailers = tuple(row for row in message.trailers if evidence or row[0] not in EVIDENCE_TRAILERS)
    return replace(message, paragraphs=tuple(_REFERENCE.sub(r"\1 ", part) for part in kept), trailers=trailers)


def summary_text(lessons: Sequence[Lesson], request: PullRequest, where: str, tip: str) -> str:
    """What a person sends to whoever takes it in, as `git request-pull` words it; `where` is the remote."""
    names = "\n".join(f"  {lesson.name}: {' '.join(_visible(lesson.description).split())}" for lesson in lessons)
    upto = f" up to {tip}" if tip else ""
    return (
        f"These skills are not on {request.base} yet:\n\n{names}\n\n"
        f"They are on {where}, for you to pull{upto}:\n\n  git pull {where} {request.topic}\n"
    )
