"""A rule's words of substance, and a skill's name that reads like the rule.

Invariant: a denial in a name stands before what it denies, or the name ends before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

LONGEST_NAME = 48
MOST_NAME_WORDS = 7
GOOD_NAME_WORDS = 5

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
_SILENT = frozenset(
    """a an the this that these those is are was were be been being am it its it's their our your his her my we you they
    he she i us them me should must shall will would can could may might has have had having also instead such own just really
    very so please always every each all any own existing current first actually explicitly whole entire there here which
    who nice""".split()
)
_LINKS = frozenset(
    """in on for to with from by of at over before after into per under via than as when if and or between through out wherever whenever
    across within outside inside until unless while because since where during like that's""".split()
)
_LAST = frozenset({"first"})  # says when, where it ends a phrase
_CONDITIONS = frozenset("if when unless until because since while where wherever whenever that's".split())
_NEGATIVE = (
    dict.fromkeys(("not", "doesn't", "isn't", "aren't", "won't", "can't", "cannot", "shouldn't", "mustn't"), "not")
    | {word: word for word in ("no", "never", "without", "avoid", "stop", "drop", "only")}
    | {"don't": "dont"}
)
_DENYING = frozenset(_NEGATIVE)
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9']*|\d+")
_NAME_TOKEN = re.compile(rf"{_TOKEN.pattern}|[,;:.](?=\s)")
_BORDER = frozenset({",", ";", ":", ".", "but"})
_DENIALS = frozenset({"not", "no", "never", "without", "dont"})
_LOOSE = frozenset({"not", "no", "never", "without", "use", "avoid", "stop", "drop", "only", "dont"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])(?![A-Z]+\b)")  # MySQL and GraphQL are one word each
_EXTENSION = re.compile(r"\b([\w-]+)\.(?:py|go|tsx?|jsx?|rs|md|json|ya?ml|toml|sh|html|css|java|rb|cs|kt|php)\b")
_URL = re.compile(r"\bhttps?://\S+")
_PATH = re.compile(r"[@~.]?[\w.-]*(?:/[\w.-]+){2,}/?|[\w.-]+/(?=[\w-]+\.\w)|[@~.]/?(?=[\w-]+/)")
_CONTRAST = re.compile(r"\b(?:instead of|rather than|as opposed to)\b", re.IGNORECASE)


def content_words(text: str) -> list[str]:
    """The words of substance, lower case, in order, each once."""
    text = _CAMEL.sub(" ", _EXTENSION.sub(r"\1", text))
    words = [found.lower().removesuffix("'s").strip("'") for found in _TOKEN.findall(text)]
    return list(
        dict.fromkeys(
            word
            for word in words
            if len(word) > 1 and word not in _STOP and word not in _DENYING and not word.isdigit()
        )
    )


def skill_name(sentence: str) -> str:
    """A name of the rule's own words in their order, cut where a phrase ends; "" where it has too few."""
    parts: list[str] = []
    cut = False
    tokens = _NAME_TOKEN.findall(_spelled(sentence))
    for token, follower in zip_longest(tokens, tokens[1:], fillvalue="."):
        lower = token.lower()
        if lower in _BORDER:
            parts = _ended(parts)
            if len(_telling(parts)) > 1 and lower != ":":
                break
            if parts and parts[0] in _DENIALS and _telling(parts):
                break
            continue
        part = _NEGATIVE.get(lower) or re.sub(r"'s$|'", "", lower)
        silent = lower in _SILENT and lower not in _NEGATIVE and not (lower in _LAST and follower in _BORDER)
        if silent or part in parts[-1:] or (part in _LINKS and not parts):
            continue
        if len(parts) >= MOST_NAME_WORDS or len("-".join([*parts, part])) > LONGEST_NAME:
            cut = True
            break
        parts.append(part)
    parts = _ended(_before_the_cut(parts) if cut else parts)
    if len(parts) > GOOD_NAME_WORDS:
        shorter = _ended(_before_the_cut(parts[: GOOD_NAME_WORDS + 1]))
        parts = shorter if len(shorter) <= GOOD_NAME_WORDS else parts
    return "-".join(parts) if _telling(parts) and len(parts) >= 2 else ""


def _spelled(sentence: str) -> str:
    """Brackets and addresses gone, a long path by its last part, names of code as words."""
    text = _URL.sub(" ", re.sub(r"\([^)]*\)", " ", sentence.replace("’", "'")))
    text = _PATH.sub(_end_of_path, text)
    text = re.sub(r"\bup[ -]to[ -]date\b", "current", text, flags=re.IGNORECASE)
    text = re.sub(r"\bdo not\b", "don't", _CONTRAST.sub(" not ", text), flags=re.IGNORECASE)
    text = re.sub(r"\b(?:has|have|ought|(?<!no )needs?) to(?: be)?\b", " ", text, flags=re.IGNORECASE)
    text = re.sub(r"\bnot (?:only|just)\b", " ", text, flags=re.IGNORECASE)
    return _HUMP.sub(" ", _EXTENSION.sub(r"\1", text)).replace("_", " ")


def _end_of_path(found: re.Match[str]) -> str:
    """A file's own name, the last two parts of a folder or an address; a single folder before a file goes."""
    parts = found[0].strip("@~./").split("/")
    if found[0].count("/") < 2:
        return ""
    return parts[-1] if "." in parts[-1] or "_" in parts[-1] else " ".join(parts[-2:])


def _telling(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if part not in _LOOSE and part not in _LINKS]


def _before_the_cut(parts: list[str]) -> list[str]:
    """A name that is too long ends before its condition, or its last phrase, so that half of one is never left."""
    conditions = [place for place, part in enumerate(parts) if part in _CONDITIONS and len(_telling(parts[:place])) > 2]
    for place in (*conditions[:1], *range(len(parts) - 1, 2, -1)):
        if (parts[place] in _LINKS or parts[place] in _LOOSE) and len(_telling(parts[:place])) > 1:
            return parts[:place]
    return parts


def _ended(parts: list[str]) -> list[str]:
    """Without a link or a denial at the end that has lost its object."""
    while parts and (parts[-1] in _LOOSE - {"only"} or parts[-1] in _LINKS):
        parts = parts[:-1]
    return parts
