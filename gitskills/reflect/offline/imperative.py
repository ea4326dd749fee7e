"""From what a person said to the rule in it: one sentence that a later agent can follow, and when and why it holds.

Invariant: a negation in the words is still in the rule. A form that is not known stays a plain sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.reflect.offline.forms import FORMS, HEAD
from gitskills.reflect.offline.plainwords import third_person
from gitskills.transcript.speech import VERBS

NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|without|neither|nor|cannot|don't|doesn't|didn't|won't|"
    r"can't|couldn't|shouldn't|mustn't|"
    r"wouldn't|isn't|aren't|wasn't|haven't|hasn't|avoid|instead of|rather than|stop|unless|except|only|"
    r"skip|drop|free of|ban|unnecessary)\b|n't\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """`sentence` has no final stop. `when` and `why` are clauses of the person's own, "" where nothing was said."""

    sentence: str
    when: str = ""
    why: str = ""


_VERBS = frozenset(
    (
        *VERBS.split("|"),
        "have",
        "summarise",
        "summarize",
        "swallow",
        "block",
        "come",
        "break",
        "bring",
        "overthink",
        "hit",
        "say",
        "apologize",
        "apologise",
        "talk",
        "repeat",
        "claim",
    )
)
_BASE = {
    "split": "split", "written": "write", "kept": "keep", "did": "do", "left": "leave", "wrote": "write", "made": "make",
    "put": "put", "ran": "run", "stored": "store", "saved": "save", "used": "use", "removed": "remove", "moved": "move",
    "renamed": "rename", "replaced": "replace", "changed": "change", "grouped": "group", "told": "tell", "created": "create",
}  # fmt: skip

_TAG = re.compile(
    r",? (?:any (?:other )?(?:suggestions?|ideas?|alternatives?|thoughts|options?)|what do you think|wdyt|"
    r"thoughts|right|ok|okay|no|yeah|hey|don't you think)\?+$",
    re.IGNORECASE,
)
# What people hang on a sentence. A "no" is one only behind a comma: "the answer is no" is not "the answer is".
_TRAILER = re.compile(
    r", (?:right|yeah|hey|ok|okay|no|though|too|then|hm+)$|,? (?:though|too|i think|i guess|i'd think|i believe|(?<!for )now|"
    r"any (?:other )?(?:suggestions|ideas|alternatives|thoughts|options)|nice and \w+|at all|for (?:this|that|it))$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r".*\?$|^(?:what|where|when|why|who|which|how|is|are|was|were|do|does|did|has|have|any)\b(?! (?:not|"
    r"never)\b)(?!\w* (?:all|every|the))",
    re.IGNORECASE,
)
_DON_T = re.compile(r"^(don't|do not|never) (?:be )?(\w+ing)\b", re.IGNORECASE)
_WHY = re.compile(
    r"[,.]? (?:because|since|so that|so we|so it|as it|as we|as the|otherwise|or else|that way|in order "
    r"to|- it|it leaves us|that'll make|that will make|which is (?:less|easier|simpler|cleaner|better|"
    r"much|more|faster|slower))\b(?P<why>.+)$",
    re.IGNORECASE,
)
_WHY_WORD = re.compile(
    r"\b(because|since|so that|so|as|otherwise|or else|that way|in order to|it leaves us|that'll|that will|which)\b",
    re.IGNORECASE,
)
_WHEN_FIRST = re.compile(
    r"^(?P<when>(?:when|whenever|if|before|after|for (?:every|each|any|all|new|the)|in (?:the|every|all|"
    r"our|any)|once|on)\b[^,]{3,70}),\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_WHEN_OPEN = re.compile(
    r"^(?P<when>(?:for|in|on) (?:the|our|all|every|each|any)\b[^,]{3,60}?|(?:if|when|whenever|before|after) [^,]{3,60}?),? "
    r"(?P<rest>(?:let's|make "
    r"sure|please|i'd|always|never|don't|do not)\b.+)$|^(?P<when2>for (?:the|our|all|every|each|any|new)\b[^,:]{3,60}?)(?:: | (?=we |you ))"
    r"(?P<rest2>.+)$|^(?P<when3>after \w+ing an? [^,]{3,40}?) (?P<rest3>(?:run|regenerate|update|bump)\b.+)$",
    re.IGNORECASE,
)


def find_rule(words: str) -> Rule:
    """The rule in a tidy statement; its sentence is empty where the words only ask."""
    text = re.sub(HEAD, "", words, flags=re.IGNORECASE)
    text, why = _without_reason(text)
    text, when = _without_occasion(text)
    text = re.sub(HEAD, "", text, flags=re.IGNORECASE)
    sentence = _spoken(text)
    return Rule(_capital(third_person(sentence)), when=third_person(when), why=_capital(third_person(_reason(why))))


def _without_reason(text: str) -> tuple[str, str]:
    found = _WHY.search(text)
    if (
        found is None
        or found.start() < 12
        or (NEGATION.search(text[: found.start()]) is None and "otherwise" in found[0])
    ):
        return text, ""
    word = _WHY_WORD.search(found[0])
    reason = found[0][word.start() if word else 0 :].strip(" ,-.!")
    return text[: found.start()].rstrip(" ,-") + ("?" if text.endswith("?") else ""), reason.rstrip("?")


def _reason(clause: str) -> str:
    """A reason as a clause of its own."""
    clause = re.sub(
        r"^(?:because|since|as)\b,? (?:actually |really )?|^so that |^so (?=we|it|you|they)",
        "",
        clause,
        flags=re.IGNORECASE,
    )
    return re.sub(
        r"^(?:which|that) (?=is|will|would|makes)|^that'll ",
        lambda found: "it will " if "'" in found[0] else "it ",
        clause,
        flags=re.IGNORECASE,
    )


def _without_occasion(text: str) -> tuple[str, str]:
    found = _WHEN_OPEN.match(text) or _WHEN_FIRST.match(text)
    if found is None:
        return text, ""
    parts = {name.rstrip("23"): value for name, value in found.groupdict().items() if value}
    return parts["rest"], parts["when"]


def _spoken(text: str) -> str:
    """The first known form that fits, as an imperative."""
    text = _TAG.sub("", text.strip())
    bare = re.sub(r"\bbut (?:i think )?we should (?=\w)", "but ", text.strip().rstrip(".! "), flags=re.IGNORECASE)
    for pattern, rule in FORMS:
        found = pattern.match(bare)
        if found:
            parts = {name: value or "" for name, value in found.groupdict().items()}
            parts.setdefault("w", "")
            if "g" in parts:
                base = _from_gerund(parts["g"])
                if base == parts["g"] and rule.startswith("don't"):
                    return _finish(f"stop {base} {parts['v']}")
                parts["g"] = base
            parts |= {key: _base(parts[key]) for key in ("p", "d") if key in parts}
            return _finish(rule.format(**parts))
    return "" if _ASKS.match(bare) else _finish(bare)


def _base(verb: str) -> str:
    """A verb of the past as one that tells: asked → ask."""
    lower = verb.lower()
    bases = (_BASE.get(lower, ""), lower.removesuffix("d"), lower.removesuffix("ed"))
    return next((base for base in bases if base in _VERBS), lower.removesuffix("ed"))


def _from_gerund(word: str) -> str:
    """From using to use; a verb that is not known stays as it is."""
    stem = word.lower().removesuffix("ing")
    forms = (stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else "")
    return next((form for form in forms if form in _VERBS), word)


def _finish(text: str) -> str:
    text = re.sub(
        r"^(?:also|just|instead(?! of)|then|please|now|maybe|simply|actually) (?=\w)",
        "",
        text.strip().rstrip("?.! "),
        flags=re.IGNORECASE,
    )
    text = _DON_T.sub(lambda found: f"{found[1]} {_from_gerund(found[2])}", text)
    text = re.sub(rf"^(?:to )?not (?=(?:{VERBS}|bring|block|come|rely|break)\b)", "don't ", text, flags=re.IGNORECASE)
    text = re.sub(r"^((?:don't )?use [\w@./-]+) instead$", r"\1", _TRAILER.sub("", text), flags=re.IGNORECASE)
    text = re.sub(rf"\bbut not (?=(?:{VERBS}|bring)\b)", "but don't ", text, flags=re.IGNORECASE)
    text = re.sub(r",? so (?:please )?(?:use|do) (?:that|this|it)(?: here)?(?: too)?$", "", text, flags=re.IGNORECASE)
    text = re.sub(r"^(save|store|keep) ((?:that|this|the) \w+) (?=an? )", r"\1 \2 as ", text)
    text = re.sub(r" then (?=for|in|on|to|with)", " ", text)
    return " ".join(text.split()).strip(" ,;:-")


def _capital(text: str) -> str:
    """A capital first letter, unless it begins with a name of code."""
    first = text.split(" ", 1)[0] if text else ""
    plain_word = first.rstrip(",:;'").replace("'", "").isalpha() and first[1:].islower()
    return text[:1].upper() + text[1:] if plain_word or len(first) == 1 else text
