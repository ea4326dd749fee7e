"""A rule's words of substance, and a skill's name made of them.

Invariant: a denial in a name stands right before what it denies, or is left out.
"""

from __future__ import annotations

import re

LONGEST_NAME = 48
MOST_NAME_WORDS = 5

_STOP = frozenset(
    """a about again all also am an and any are as at be been being both but by can could did do does doing done each
    else even every for from get gets give go goes going good got had has have having he her here him his how
    i if in into is it its it's just let like look make makes me more most much my need needs of off on one
    or other our out over own per please put really same see set she should so some such take than that
    that's the their them then there these they thing things this those to too try up us user user's users'
    very was way we well were what when where which while who why will with would yes you your want wants
    better instead rather must actually ensure existing first now still stuff always think thinks being case
    doesn't maybe something anything everything nice use used using able lot bit kind part parts bring back
    know ok okay new wherever whenever ones ought might may shall else""".split()
)
_NEGATIVE = dict.fromkeys(
    ("not", "don't", "doesn't", "isn't", "aren't", "won't", "can't", "cannot", "shouldn't", "mustn't"), "not"
) | {word: word for word in ("no", "never", "without", "avoid", "stop", "drop", "only")}
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9']*|\d+")
_NAME_TOKEN = re.compile(rf"{_TOKEN.pattern}|[,;:.](?=\s)")
_BORDER = frozenset({",", ";", ":", ".", "but"})
_LOOSE = frozenset({"not", "no", "never", "without", "use", "avoid", "stop", "drop", "only"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_EXTENSION = re.compile(r"\b([\w-]+)\.(?:py|go|tsx?|jsx?|rs|md|json|ya?ml|toml|sh|html|css|java|rb|cs|kt|php)\b")


def content_words(text: str) -> list[str]:
    """The words of substance, lower case, in order, each once."""
    text = _CAMEL.sub(" ", _EXTENSION.sub(r"\1", text))
    words = [found.lower().removesuffix("'s").strip("'") for found in _TOKEN.findall(text)]
    return list(
        dict.fromkeys(
            word
            for word in words
            if len(word) > 1 and word not in _STOP and word not in _NEGATIVE and not word.isdigit()
        )
    )


def skill_name(sentence: str) -> str:
    """A name of the rule's own words, "" where it has too few."""
    text = re.sub(
        r"\b(?:instead of|rather than|as opposed to)\b",
        " not ",
        re.sub(r"\([^)]*\)", " ", sentence),
        flags=re.IGNORECASE,
    )
    text = _CAMEL.sub(" ", _EXTENSION.sub(r"\1", re.sub(r"\bnot (?:only|just)\b", " ", text, flags=re.IGNORECASE)))
    parts: list[str] = []
    for token in _NAME_TOKEN.findall(text.replace("’", "'")):
        lower = token.lower()
        if lower in _BORDER:
            _forget_denial(parts)
            if len(parts) > 2 and lower != ":":
                break
            continue
        part = _NEGATIVE.get(lower) or ("use" if lower == "use" and not parts else re.sub(r"'s$|'", "", lower))
        if (lower in _STOP and part != "use") or part in parts or len(part) < 2:
            continue
        if len(parts) >= MOST_NAME_WORDS or len("-".join([*parts, part])) > LONGEST_NAME:
            break
        parts.append(part)
    _forget_denial(parts)
    telling = [part for part in parts if part not in _LOOSE]
    return "-".join(parts) if telling and len(parts) >= 2 else ""


def _forget_denial(parts: list[str]) -> None:
    """A "not" whose object the name doesn't hold would deny the next word instead."""
    while parts and parts[-1] in _LOOSE:
        parts.pop()
