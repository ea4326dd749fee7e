"""What one sentence chooses: the thing, what it is chosen over, for what, and why. Speaker and circumstances are others' business."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gitskills.decisions.extract import shapes
from gitskills.decisions.extract.slots import slots_of

LONGEST_THING = 14  # words; who needs more describes work to be done


class Kind(StrEnum):
    """By which shape of words it was chosen."""

    USE = "use"  # a thing is used, kept, switched to
    WITHOUT = "without"  # a thing is left out
    PLACE = "place"  # something is stored, written or put somewhere
    VALUE = "value"  # a setting has a value
    NAME = "name"  # something is called so
    DEFAULT = "default"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Choice:
    """`order` says it as an order, in the speaker's own words. `marked`: put as a choice, not as a piece of work."""

    kind: Kind
    thing: str
    order: str
    over: str = ""
    purpose: str = ""
    role: str = ""  # the purpose as it was said: "as the database"
    about: str = ""  # the setting, what is named, what is stored
    reason: str = ""
    marked: bool = False
    weak: bool = False  # such words order work as often as they choose

    @property
    def settled(self) -> bool:
        """Whether it says more than the thing: against what, or why."""
        return bool(self.over or self.reason)


def choice_in(sentence: str) -> Choice | None:
    """The choice that a sentence without its openers makes; None where it makes none."""
    text = shapes.WE_MOVE.sub(r"let us \g<verb> ", " ".join(sentence.replace("’", "'").split()).rstrip(" .!"))
    if leading := shapes.LEADING_REASON.match(text):
        inner = choice_in(text[leading.end() :])
        return replace(inner, reason=inner.reason or leading["because"].strip(" ,")) if inner else None
    if leading := shapes.LEADING_TIME.match(text) or shapes.OPINION.match(text):
        return choice_in(text[leading.end() :])
    if better := shapes.BETTER.match(text):
        inner = choice_in(f"let us {'not ' if better['no'] else ''}{better['rest']}")
        return replace(inner, marked=True) if inner else None
    if leading := shapes.LEADING_PURPOSE.match(text):
        inner = choice_in(text[leading.end() :])
        return replace(inner, purpose=inner.purpose or _noun(leading["purpose"])) if inner else None
    if leading := shapes.LEADING_OVER.match(text):
        if shapes.NO_THING.match(leading["over"]) and not slots_of(leading["over"]):
            return None
        inner = choice_in(f"{'let us ' if leading['we'] else ''}{text[leading.end() :]}")
        return replace(inner, over=inner.over or _noun(leading["over"])) if inner else None
    for read in (_valued, _named, _defaulted, _left_out, _swapped, _placed, _used):
        found = read(text)
        if found is not None:
            found = _shorter(found)
            return found if 0 < len(found.thing.split()) <= LONGEST_THING else None
    return None


def _shorter(choice: Choice) -> Choice:
    """A thing without the list of all that it is for, and without the name of what it already is: "the X decision"."""
    named = re.fullmatch(r"(?:the )?(?P<name>.+) (?:decision|choice|option)", choice.thing, re.IGNORECASE)
    thing = named["name"] if named and slots_of(named["name"]) else choice.thing
    if len(thing.split()) > LONGEST_THING:
        thing = shapes.DETAILS.split(thing, maxsplit=1)[0].strip(" ,;:")
    return replace(choice, thing=thing)


def clauses(sentence: str) -> Iterator[str]:
    """A sentence, then what of it begins anew with an order: "good point, let's go with X"."""
    yield sentence
    for found in shapes.LATER_CLAUSE.finditer(sentence):
        yield sentence[found.end() :]


def _valued(text: str) -> Choice | None:
    if found := shapes.THE_DEFAULT.match(text):
        return _choice(Kind.DEFAULT, found["thing"], text, about=_noun(found["about"]), rest=found["thing"])
    if found := shapes.PORT.match(text):
        return _choice(Kind.VALUE, found["thing"], text, about=f"{_noun(found['about'])} port", rest=found["rest"])
    found = shapes.SET.match(text) or shapes.IS_VALUE.match(text) or shapes.WANTED.match(text)
    if found is None:
        return None
    rest = found["rest"].strip()
    if found["thing"][0] in "\"'`" and not re.search(r"(?:\b(?:to|at|be|is|are)|=) $", text[: found.start("thing")]):
        return None
    if re.match(r"(?:to|at|be) (?!\d)", rest) or found["thing"].startswith("~"):
        return None
    if rest and not re.match(
        r"^(?:[,;.(–—-]|because|since|as|so|due|given|for|per|in|to|on|here|then|please|instead|now|when|by|and)\b|^[,;.(–—-]",
        rest,
    ):
        return None
    return _choice(Kind.VALUE, found["thing"], text, about=_noun(found["about"]), rest=found["rest"])


def _named(text: str) -> Choice | None:
    found = shapes.SWAP_TO.match(text)
    name = shapes.RENAMED.match(found["thing"]) if found and shapes.HAS_A_NAME.search(found["about"]) else None
    if found and name:
        return _choice(Kind.NAME, name["name"].strip("\"'`"), text, about=_noun(found["about"]))
    if found := shapes.RENAME_TO.match(text):
        return _choice(Kind.NAME, found["thing"].strip("\"'`"), text, rest=found["rest"])
    found = shapes.CALL.match(text)
    if found is None or found["thing"].lower() in {"to", "as", "it", "that", "this", "the", "a", "an", "sub", "them"}:
        return None
    return _choice(Kind.NAME, found["thing"].strip("\"'`"), text, about=_noun(found["about"]), rest=found["rest"])


def _defaulted(text: str) -> Choice | None:
    if found := shapes.FALLBACK.match(text):
        when = found["when"] or ""
        thing, later = _cut_when(_without_reason(found["thing"])[0])
        return _choice(Kind.FALLBACK, thing, text, about=when or later, rest=found["thing"])
    if found := shapes.DEFAULT.match(text):
        thing, when = _cut_when(_without_reason(found["thing"])[0])
        return _choice(Kind.DEFAULT, thing, text, about=_noun(found["about"] or "") or when, rest=found["thing"])
    if found := shapes.DEFAULTS.match(text):
        thing, _ = _cut_when(_without_reason(found["thing"])[0])
        kind = (
            Kind.FALLBACK
            if re.search(r"\bfall(?:s|back)?\b", found[0][: found.start("thing")], re.IGNORECASE)
            else Kind.DEFAULT
        )
        return _choice(kind, thing, text, about=_noun(found["about"]), rest=found["thing"])
    if found := shapes.WHEN_NONE.match(text):
        return _choice(Kind.DEFAULT, found["thing"], text, about=found["when"], rest=found["thing"])
    found = shapes.BY_DEFAULT.match(text)
    if found and (found["end"] or text.lower().startswith("by default")):
        return _choice(Kind.DEFAULT, found["thing"], text, about=_noun(found["about"] or ""))
    return None


def _left_out(text: str) -> Choice | None:
    found = shapes.WITHOUT.match(text)
    if found is None:
        return None
    made = _choice(Kind.WITHOUT, found["thing"], text, rest=found["thing"])
    return replace(made, marked=made.marked or "support" in text)


def _swapped(text: str) -> Choice | None:
    if found := shapes.SWAP.match(text):
        made = _choice(Kind.USE, found["thing"], text, rest=found["thing"])
        over = made.over if shapes.PRONOUN.fullmatch(found["over"]) else _noun(found["over"])
        return replace(made, over=over, marked=True)
    if found := shapes.X_OVER_Y.match(text):
        return replace(
            _choice(Kind.USE, found["thing"], text, rest=found["rest"]), over=_noun(found["over"]), marked=True
        )
    if (found := shapes.X_INSTEAD.match(text)) and not re.match(
        r"(?:use|do|go|let|the|that|this|it)\b", found["thing"], re.IGNORECASE
    ):
        return replace(_choice(Kind.USE, found["thing"], text), over=found["over"] or "", marked=True)
    if found := shapes.POLITE.match(text):
        made = _choice(Kind.USE, found["thing"], text, rest=found["thing"])
        return (
            replace(made, marked=True, weak=True)
            if made.over or re.search(r"\binstead\b", text, re.IGNORECASE)
            else None
        )
    return None


def _placed(text: str) -> Choice | None:
    if (found := shapes.BECOMES.match(text)) and slots_of(found["thing"]):
        return _choice(Kind.PLACE, found["thing"], text, about=_noun(found["about"]), rest=found["thing"])
    if (found := shapes.LIVES.match(text)) and not shapes.PRONOUN.match(found["about"]):
        made = _choice(Kind.PLACE, found["thing"], text, about=_noun(found["about"]), rest=found["thing"])
        return replace(made, over=shapes.ON.sub("", made.over), weak=True)
    found = shapes.PLACE.match(text)
    if found is None or re.match(r"(?:it|that|this|them|those|these)\b", found["about"], re.IGNORECASE):
        return None
    made = _choice(Kind.PLACE, found["thing"], text, about=_noun(found["about"]), rest=found["thing"])
    return replace(made, weak=True)


def _used(text: str) -> Choice | None:
    if found := shapes.ANNOUNCED.match(text):
        inner = choice_in(found["rest"]) or choice_in(f"let us {found['rest']}")
        return replace(inner, marked=True, weak=False) if inner else None
    if found := shapes.IT_IS.match(text):
        return replace(_choice(Kind.USE, found["thing"], f"use {found['thing']}"), marked=True)
    if (found := shapes.DECIDED.match(text)) and not found["thing"].startswith("to "):
        return replace(_choice(Kind.USE, found["thing"], text, rest=found["thing"]), marked=True)
    if found := shapes.USE.match(text):
        strong = re.fullmatch(shapes.STRONG, found["verb"], re.IGNORECASE) is not None
        if (strong or found["verb"].lower() == "do") and shapes.POINTING.match(found["thing"]):
            return None
        thing = found["thing"] if strong else shapes.ON.sub("", found["thing"])
        return replace(_choice(Kind.USE, thing, text, rest=thing), marked=True, weak=not strong)
    if found := shapes.BARE_USE.match(text):
        made = _choice(Kind.USE, found["thing"], text, rest=found["thing"])
        return replace(made, marked=found["verb"].lower() != "use")
    if (found := shapes.BACK_TO.match(text)) and slots_of(found["thing"]):
        return replace(_choice(Kind.USE, found["thing"], f"go {text}", rest=found["thing"]), marked=True)
    if (found := shapes.X_THEN.match(text) or shapes.X_ONLY.match(text)) and slots_of(found["thing"]):
        return replace(_choice(Kind.USE, found["thing"], f"use {found['thing']}"), marked=True)
    if found := shapes.SWAP_TO.match(text):
        made = _choice(Kind.USE, found["thing"], f"use {found['thing']}", rest=found["thing"])
        return replace(made, purpose=_noun(found["about"]), weak=True)
    return None


def _choice(kind: Kind, thing: str, text: str, *, about: str = "", rest: str = "") -> Choice:
    """With reason, contrast and purpose cut off the thing."""
    thing, rest = shapes.ASIDES.sub("", thing), shapes.ASIDES.sub("", rest)
    kept, reason = _without_reason(shapes.CARRIED.sub("", thing))
    if not reason and rest:
        reason = _without_reason(rest if rest.startswith((" ", ",", ";")) else f" {rest}")[1]
    kept = shapes.TRAILING.sub("", kept)
    over = shapes.OVER.search(_without_reason(f" {rest or kept}")[0])
    over = None if over and shapes.NO_THING.match(over["over"]) else over
    kept = shapes.OVER.sub("", kept)
    kept = re.sub(r"\s(?:for|in|on|of|to|with|as|by)$", "", _without_aside(shapes.TRAILING.sub("", kept)))
    purpose = shapes.PURPOSE.search(kept)
    if purpose and kind in {Kind.USE, Kind.WITHOUT}:
        kept = kept[: purpose.start()]
    marked = re.match(rf"{shapes.LETS}\b", text, re.IGNORECASE) is not None
    return Choice(
        kind,
        _unquoted(kept),
        text,
        over="" if over is None or shapes.PRONOUN.fullmatch(over["over"]) else _noun(over["over"]),
        purpose=_noun(purpose["purpose"]) if purpose else "",
        role=purpose[0].strip() if purpose else "",
        about=about,
        reason=reason,
        marked=marked,
    )


def _unquoted(text: str) -> str:
    """Without quotes around the whole; a name that is quoted within it keeps both its marks."""
    bare = text.strip(" `\"'*,;:")
    kept = text.strip(" *,;:")
    return (
        kept if any(bare.count(mark) % 2 for mark in '"`') and not any(kept.count(mark) % 2 for mark in '"`') else bare
    )


def _without_reason(text: str) -> tuple[str, str]:
    found = shapes.REASON.search(text)
    if found is None:
        return text, ""
    why = (found["because"] or found["clause"] or "").strip(" .,;")
    if re.match(r"e\.?g\b|i\.?e\b|for example", why, re.IGNORECASE):
        return text[: found.start()], ""
    otherwise = re.match(r"\W*(?:otherwise|or else)\b", found[0], re.IGNORECASE)
    return text[: found.start()], f"otherwise {why}" if otherwise else why


def _without_aside(text: str) -> str:
    """What stands before a comma, unless it lists things of one word each."""
    found = shapes.ASIDE.match(text)
    if found is None or (" " not in found["kept"] and shapes.LISTED.fullmatch(found["aside"])):
        return text
    return found["kept"]


def _cut_when(text: str) -> tuple[str, str]:
    found = shapes.WHEN.search(text)
    return (text[: found.start()], found["when"]) if found else (text, "")


def _noun(text: str) -> str:
    """A noun phrase without its article; "" for an adverb alone."""
    if re.fullmatch(r"\s*(?:still|also|just|then|always|it|now)\s*", text, re.IGNORECASE):
        return ""
    return re.sub(
        r"^(?:the|an?|our|my|its|this|that|all|each|every)\s+", "", text.strip(" `\"'*,;:"), flags=re.IGNORECASE
    )
