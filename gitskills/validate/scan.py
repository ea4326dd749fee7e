"""Looking for dangerous patterns in what an interpreter or an eye would take the text for.

A strong pattern rejects where the text instructs and waits for a person where it merely mentions; a weak one waits or is
nothing. What was hidden (invisible characters, look-alikes, quotes within words) is never a mere mention.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from gitskills.model.ruling import Severity, Violation
from gitskills.skillfile.lookalike import visible
from gitskills.validate.material import Material
from gitskills.validate.unveil import as_prose, as_shell, filled, unwrapped
from gitskills.validate.wording import mentions

LONGEST_SPAN = 200

# A character of the same sentence: a dot within a name or number does not end it.
_SAME_SENTENCE = r"(?:[^.!?\n]|[.!?](?=[^\s\"'`)*]))"


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it stands, with nothing hidden in it, as a shell would take it, and as prose; `wrapped`: it was carried encoded."""

    path: str
    raw: str
    written: str
    flat: str
    prose: str
    folded: str
    wrapped: bool = False


@lru_cache(maxsize=64)
def read(path: str, raw: str) -> tuple[Text, ...]:
    """The forms of a text and of what it carries encoded; the rules of safety share them."""
    return _forms(path, raw), *(_forms(path, inner, wrapped=True) for inner in unwrapped(raw))


def _forms(path: str, raw: str, *, wrapped: bool = False) -> Text:
    raw = raw.replace("\r\n", "\n")
    written, flat, prose = visible(raw), as_shell(raw), as_prose(raw)
    return Text(path, raw, written, flat, prose, f"{written}\n{flat}\n{prose}".casefold(), wrapped)


Accept = Callable[[re.Match[str]], bool]


def anything(_found: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Pattern:
    """`says` completes "it would …"; all words of one of `keys` (lower case) must stand in the text before it is tried.

    `spoken` patterns are looked for in the prose, `written` ones before anything is joined or filled in. `blunt` ones are
    never softened by the wording around them. It is compiled when it is first tried, which most never are.
    """

    says: str
    expression: str
    keys: tuple[tuple[str, ...], ...]
    strong: bool = True
    spoken: bool = False
    written: bool = False
    blunt: bool = False
    accept: Accept = anything

    @property
    def regex(self) -> re.Pattern[str]:
        return compiled(self.expression)


@cache
def compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.MULTILINE)


def pattern(says: str, expression: str, keys: str, **how: object) -> Pattern:
    r"""A pattern from its words: keys are separated by blanks, words that must come together joined by +.

    `[^.!?\n]` in an expression stands for a character of the same sentence.
    """
    words = tuple(tuple(key.split("+")) for key in keys.split())
    expression = expression.replace(r"[^.!?\n]", _SAME_SENTENCE)
    return Pattern(says, expression, words, **how)  # type: ignore[arg-type]


def either(*expressions: str) -> str:
    """Any of them."""
    return "(?:" + "|".join(expressions) + ")"


def near(first: str, second: str, gap: str) -> str:
    """Both, in whichever order, with at most `gap` between them."""
    return f"{first}{gap}?{second}|{second}{gap}?{first}"


def fingerprint(rule: str, span: str) -> str:
    """What a person puts into `gitskills.allow` to accept a finding: sixteen hex digits over rule and visible text."""
    return hashlib.sha256(f"{rule}\0{' '.join(visible(span).split())}".encode()).hexdigest()[:16]


def scan(material: Material, rule: str, hint: str, patterns: tuple[Pattern, ...]) -> Iterator[Violation]:
    """The findings of one family in all texts that a reader of the skill or of the history sees."""
    for path, raw in material.texts.items():
        for text in read(path, raw):
            for item in patterns:
                if _worth_trying(item, text.folded):
                    yield from _findings(material, text, rule, hint, item)


def _worth_trying(item: Pattern, folded: str) -> bool:
    """Asked of every pattern about every text, mostly in vain: plain loops take a third of the time of nested generators."""
    for key in item.keys:
        for word in key:
            if word not in folded:
                break
        else:
            return True
    return False


def _findings(material: Material, text: Text, rule: str, hint: str, item: Pattern) -> Iterator[Violation]:
    form = text.prose if item.spoken else text.written if item.written else text.flat
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
    hidden = text.wrapped or (
        form is text.flat and found[0] not in text.raw and not item.regex.search(_plain(text.raw))
    )
    mention = not (hidden or item.blunt) and mentions(form, found.start(), found.end())
    if item.strong or hidden:
        return Severity.REVIEW if mention else Severity.REJECT
    return None if mention else Severity.REVIEW


def _plain(raw: str) -> str:
    """The text without anything taken off: what a reader of the source could see."""
    return filled(raw.replace("\\\n", " "))
