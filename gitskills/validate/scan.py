"""Looking for dangerous patterns in what an interpreter or an eye would take the text for.

A strong pattern rejects where the text instructs and waits for a person where it merely mentions; a weak one waits or is
nothing. What was hidden (invisible characters, look-alikes, quotes within words) is never a mere mention.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gitskills.model.ruling import Severity, Violation
from gitskills.skillfile.lookalike import visible
from gitskills.validate.material import Material
from gitskills.validate.wording import mentions

LONGEST_SPAN = 200

_IFS = re.compile(r"\$(?:\{IFS[^}]*\}|IFS(?:\$\d)?)")
_EMPTY_QUOTES = re.compile(r"(?<=\w)(?:''|\"\")(?=\w)")
_INNER_BACKSLASH = re.compile(r"(?<=[a-z])\\(?=[a-z])")
_INNER_QUOTES = re.compile(r"\b([a-z]{1,5})(['\"])([a-z]{1,6})\2(?=[a-z\s]|$)")
_WHOLE_QUOTES = re.compile(r"([\"'])([a-z]{2,8})\1(?=\s+[\"']?-\w)")
_EMPHASIS = re.compile(r"(?<!\w)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?!\w)")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in three forms: as it stands, as a shell or an eye would read it, and as one flow of prose."""

    path: str
    raw: str
    flat: str
    prose: str
    folded: str


@lru_cache(maxsize=64)
def read(path: str, raw: str) -> Text:
    """The forms of a text; the rules of safety share them."""
    flat = _IFS.sub(" ", visible(raw.replace("\r\n", "\n")))
    flat = _EMPTY_QUOTES.sub("", flat)
    flat = _WHOLE_QUOTES.sub(r"\2", flat)
    flat = _INNER_QUOTES.sub(r"\1\3", _INNER_BACKSLASH.sub("", flat))
    prose = _EMPHASIS.sub("", flat)
    return Text(path, raw, flat, prose, f"{flat}\n{prose}".casefold())


Accept = Callable[[re.Match[str]], bool]


def anything(_found: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Pattern:
    """`says` completes "it would …"; all words of one of `keys` (lower case) must stand in the text before it is tried.

    `spoken` patterns are looked for in the flow of prose. `blunt` ones are never softened by the wording around them.
    """

    says: str
    regex: re.Pattern[str]
    keys: tuple[tuple[str, ...], ...]
    strong: bool = True
    spoken: bool = False
    blunt: bool = False
    accept: Accept = anything


def pattern(says: str, expression: str, keys: str, **how: object) -> Pattern:
    """A pattern from its words: keys are separated by blanks, words that must come together joined by +."""
    words = tuple(tuple(key.split("+")) for key in keys.split())
    return Pattern(says, re.compile(expression, re.IGNORECASE | re.MULTILINE), words, **how)  # type: ignore[arg-type]


def fingerprint(rule: str, span: str) -> str:
    """What a person puts into `gitskills.allow` to accept a finding: sixteen hex digits over rule and visible text."""
    return hashlib.sha256(f"{rule}\0{' '.join(visible(span).split())}".encode()).hexdigest()[:16]


def scan(material: Material, rule: str, hint: str, patterns: tuple[Pattern, ...]) -> Iterator[Violation]:
    """The findings of one family in all texts that a reader of the skill or of the history sees."""
    for path, raw in material.texts.items():
        text = read(path, raw)
        for item in patterns:
            if any(all(word in text.folded for word in key) for key in item.keys):
                yield from _findings(material, text, rule, hint, item)


def _findings(material: Material, text: Text, rule: str, hint: str, item: Pattern) -> Iterator[Violation]:
    form = text.prose if item.spoken else text.flat
    worst: Violation | None = None
    for found in filter(item.accept, item.regex.finditer(form)):
        severity = _severity(text, item, form, found)
        span = " ".join(found[0].split())[:LONGEST_SPAN]
        mark = fingerprint(rule, span)
        if severity is None or mark in material.case.settings.allow:
            continue
        allow = f"{hint}; to allow it: add {mark} to gitskills.allow"
        violation = Violation(rule, f"it would {item.says}", severity, allow, text.path, span)
        if severity is Severity.REJECT:
            yield violation
            return
        worst = worst or violation
    if worst:
        yield worst


def _severity(text: Text, item: Pattern, form: str, found: re.Match[str]) -> Severity | None:
    hidden = form is text.flat and found[0] not in text.raw and not item.regex.search(text.raw.replace("\\\n", " "))
    mention = not (hidden or item.blunt) and mentions(form, found.start(), found.end())
    if item.strong or hidden:
        return Severity.REVIEW if mention else Severity.REJECT
    return None if mention else Severity.REVIEW
