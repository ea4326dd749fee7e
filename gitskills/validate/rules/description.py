"""V2 description: the one line that every session reads; it must carry the rule by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILL_FILE
from gitskills.skillfile.lookalike import invisible
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "description"
HINT = "one sentence of at most 60 characters that says when and what, such as: Add packages with uv add, never pip install."
LONGEST = 60

_SENTENCES = re.compile(r"[.!?][\"')\]]*\s+[A-Z\"'(]")
_PLACEHOLDER = re.compile(
    r"^\W*(?:(?:an?|this|the|my|new|your)\s+)*(?:agent\s+)?(?:skills?|lessons?|rules?|guidelines?|instructions?|notes?|conventions?|helper)"
    r"(?:\s+(?:for|about|on|to|that|which|with|of|regarding|helps?|describ\w+)\b|\s*[.!]?$)"
    r"|^\W*(?:todo|tbd|fixme|xxx|n/?a|description|placeholder|untitled|lorem ipsum|test|none)\b\W*$|\b(?:todo|tbd|lorem ipsum)\b\s*:"
    r"|\[(?:insert|add|your|fill|describe)\b"
    r"|\bdescription (?:here|goes here)\b|<(?:description|insert|your)\b",
    re.IGNORECASE,
)


_WORD = re.compile(r"[a-z0-9]+")
_RULE_WORD = re.compile(
    r"(?i)\b(?:use|never|not|always|must|avoid|prefer|keep|only|no|run|write|put|is|are|add|ask|log|call|name|don't)\b"
)


def check(material: Material) -> Iterator[Violation]:
    document = material.readable
    if document is None:
        return
    text = document.description
    for message in _faults(text, material.case.name):
        yield Violation(ID, message, Severity.REJECT, HINT, SKILL_FILE)


def _repeats(text: str, name: str) -> bool:
    """Whether the description is the name with blanks. A name made of the rule's own words is no fault."""
    return _WORD.findall(text.casefold()) == name.split("-")


def _faults(text: str, name: str) -> Iterator[str]:
    if not text.strip():
        yield "the description is empty"
        return
    if len(text) > LONGEST:
        yield f"the description has {len(text)} characters, {LONGEST} are allowed"
    if text != text.strip() or any(char in "\n\r\t\u2028\u2029" for char in text):
        yield "the description must be one line without white space around it"
    if any(invisible(char) for char in text if char not in "\n\t\r\ufe0f\u200d"):
        yield "the description holds invisible characters"
    if _SENTENCES.search(text):
        yield "the description must be one sentence"
    if _PLACEHOLDER.search(text):
        yield "the description announces a rule instead of saying it"
    elif len(text.split()) < 2 or (_repeats(text, name) and not _RULE_WORD.search(text)):
        yield "the description says no more than the name"


def _described(text: str) -> Sample:
    return Sample(description=text)


RULE = Rule(
    id=ID,
    number="V2",
    sentence="The description is one sentence of at most 60 characters that carries the rule itself.",
    hint=HINT,
    check=check,
    for_person=ForPerson.WARNING,
    must_match=tuple(
        map(
            _described,
            (
                "",
                " ",
                "x" * 61,
                "A skill for Python packages",
                "This skill helps with packages.",
                "Skill about uv",
                "TODO",
                "Rules for testing",
                "Guidelines",
                "Use uv. Never use pip.",
                "Use uv\nnot pip.",
                "uv",
                "Lorem ipsum",
                "Description goes here",
                " Use uv add.",
            ),
        )
    ),
    must_not_match=(
        SOUND,
        *map(
            _described,
            (
                'Use when: tests "hang" # flaky',
                "Use uv, e.g. uv add, not pip.",
                "Rules in ruff.toml win over command-line options.",
                "Run make check before every commit!",
                "No TODO comments: open an issue instead.",
                "Use Node 20.11 to build v2.0 of the app.",
                "Tests laufen mit `uv run pytest`.",
                "Skills live in .claude/skills, not in docs.",
                "x " * 29 + "xy",
            ),
        ),
    ),
)
