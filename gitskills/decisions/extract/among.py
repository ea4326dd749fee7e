"""Which of two things that the agent laid on the table a person's first words name: "toml, we have one already".

Invariant: all that the person named is found in one of the two, and not all of it in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gitskills.decisions.extract.heading import head_of
from gitskills.transcript.casing import capital
from gitskills.transcript.speech import VERBS

MOST_NAMED = 6  # words with which a person names one of two
MOST_OFFERED = 9  # words of one of two

_OR = re.compile(
    r",? or (?:alternatively |else |instead |rather |should (?:we|i) |shall (?:we|i) |do you want (?:me )?(?:to )?)?",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\?\s*$|^(?:i|we|you) (?:can|could|would|might)\b|^(?:i'd|we'd|options?:|either)\b|\beither\b", re.IGNORECASE
)
_VERB = re.compile(rf"^(?:{VERBS}|hit|be|serve|poll|stay|bundle|vendor|[a-z]{{3,}}ing)$", re.IGNORECASE)
_KNOWN = re.compile(rf"^(?:{VERBS})$", re.IGNORECASE)
_SHOULD = re.compile(
    rf"^(?:should|shall|must|will) (?:the |our |all )?(?P<subject>(?!(?:we|i|you)\b).+?) (?P<verb>{VERBS}|be|live)$",
    re.IGNORECASE,
)
_BUT = re.compile(r"^[\s,]*(?P<but>but (?:with|without|only|not|no) [^.,;!]+)", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(?:in|into|on|at|as|to|with|by|via|per|from|through|inside|under|after|before|during)$")
_STOPS = re.compile(r"^(?:the|an?|our|my|its|your|want|prefer|have|like|need|either|rather|get|using|it|this)$")
_FRONT = re.compile(
    r"^(?:(?:so|then|now|ok|and|also),? )?(?:(?:should|shall|can|could|do|would|might|may|must|will|i'd|we'd|i|we|you|it|"
    r"want|like|prefer|suggest|propose|recommend|rather|me|us|to|have|either)\s+)*",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|hmm+|well|then|please|let's|i(?:'d|'ll| would| will)?|think|say|go|with|for|use|pick|take|prefer|"
    r"rather|have|do|want|like|choose|vote|definitely|just|make it|the)[\s,.:]+)*",
    re.IGNORECASE,
)
_END = re.compile(
    r"[.,;:!(–—]|\s-+\s|\b(?:because|since|so|as|for|but|is|are|would|if|though|although|please|pls|plz|thanks|here|then|instead|"
    r"obviously|of course|cause|cos|bc)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(?P<nth>first|second|former|latter)(?: (?:one|option))?\b(?=\W*$|[,.;])", re.IGNORECASE)
_CUT = re.compile(r"[,;:.?(]|\s[-–—]+\s|\s(?:for|here|because|since|so|when|if|which|what|do you)\b")
_FOR = re.compile(
    r"^ for (?P<use>(?!(?:now|today|this|that|it|me|you|us)\b)[\w./-]+(?: [\w./-]+){0,3})$", re.IGNORECASE
)
_RATED = re.compile(r"^(?:would be|is|are|seems?|does seem|sounds?|looks?)\b[^,;–-]*[,;–-]?\s*", re.IGNORECASE)
_SMALL = frozenset("the a an of in on at to as by with one ones option be it that".split())
_EMPTY = frozenset(
    "here there now later yes no both either neither this first second next me you us done ready before after".split()
)
_ADJECTIVE = re.compile(r"\w+(?:ic|al|ive|ed|ous|ary|able|ible|ular|ent|ant|ing)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Picked:
    """`topic` is what the two are for, `thing` the one that was named; `reason` the person's, `offer` the agent's sentence."""

    topic: str
    thing: str
    over: str
    title: str
    reason: str
    offer: str


def named_of_two(said: str, offers: Iterable[str]) -> Picked | None:
    """What the person's first words name, of the first of the offers that holds two things."""
    body = _SAYS.sub("", said, count=1)
    end = _END.search(body)
    words = _tokens(body[: end.start()] if end else body)
    nth = _ORDINAL.match(body)
    if not nth and (not words or words <= _EMPTY or len(words) > MOST_NAMED):
        return None
    place = None if nth is None else 0 if nth["nth"].lower() in {"first", "former"} else 1
    rest = body[end.start() :] if end else ""
    found = (_one_of(words, place, offer) for offer in offers if _OFFERS.search(offer))
    picked = next((one for one in found if one), None)
    if picked is None:
        return None
    but = f" {found_but['but'].strip()}" if (found_but := _BUT.match(rest)) else ""
    return replace(picked, title=f"{picked.title}{but}", reason=_reason(rest))


def _one_of(words: set[str], place: int | None, offer: str) -> Picked | None:
    plain = offer.replace("*", "").replace("`", "").rstrip(" ?.!")
    for cut in reversed(list(_OR.finditer(plain))):
        second = _CUT.split(plain[cut.end() :], maxsplit=1)[0].strip()
        use = _FOR.match(plain[cut.end() + len(second) :])
        asked, first = _parted(plain[: cut.start()], second)
        if not (first and second) or max(len(first.split()), len(second.split())) > MOST_OFFERED:
            continue
        in_first = words <= _tokens(first) if place is None else place == 0
        if place is None and in_first is (words <= _tokens(second)):
            continue
        thing, over = (first, second) if in_first else (second, first)
        if in_first and _ADJECTIVE.fullmatch(first) and " " in second:
            thing = f"{first} {second.split()[-1]}"
        title = _title(asked, thing)
        if use and title.startswith("Use "):
            return Picked(_topic(asked) or use["use"], thing, over, f"{title} for {use['use']}", "", offer)
        return Picked(_topic(asked), thing, over, title, "", offer)
    return None


def _parted(before: str, second: str) -> tuple[str, str]:
    """What stands before the first of the two, and the first itself: as long as the second, and begun as that is."""
    sign = max(before.rfind(mark) for mark in (":", ",", " either "))
    if sign >= 0 and 0 < len(before[sign + 1 :].split()) <= MOST_OFFERED:
        return before[:sign].strip(), re.sub(r"^\W*(?:either )?", "", before[sign + 1 :])
    words, head = before.split(), second.split(maxsplit=1)[0] if second else ""
    kind = _PREPOSITION if _PREPOSITION.match(head) else _VERB if _VERB.match(head) else None
    if kind:
        place = next((number for number in reversed(range(len(words))) if kind.match(words[number])), len(words))
    else:
        place = len(words)
        while place and len(words) - place < len(second.split()) and not _ends(words[place - 1]):
            place -= 1
    return " ".join(words[:place]), " ".join(words[place:])


def _ends(word: str) -> bool:
    return any(kind.match(word) for kind in (_PREPOSITION, _VERB, _STOPS))


def _topic(asked: str) -> str:
    """The nouns of what stands before the two."""
    if found := _SHOULD.match(asked):
        return found["subject"]
    order = _FRONT.sub("", f"{asked} ", count=1).split()
    return head_of(asked) or " ".join(word for word in order if len(word) > 2 and not _ends(word))


def _title(asked: str, thing: str) -> str:
    if _VERB.match(thing.split(maxsplit=1)[0]) and not thing.lower().startswith("be "):
        return capital(_as_order(thing))
    if head := head_of(asked):
        return f"{head}: {thing}"
    if found := _SHOULD.match(asked):
        verb = found["verb"].lower()
        return capital(f"{found['subject']}: {thing}" if verb == "be" else f"{found['subject']} should {verb} {thing}")
    order = _FRONT.sub("", f"{asked} ", count=1).strip()
    if order and _VERB.match(order.split()[0]) and not re.search(r"\b(?:it|this|that)\b", order):
        return capital(f"{order} {thing}")
    return f"Use {re.sub(r'^(?:in|into|with|as|to) ', '', thing)}"


def _as_order(words: str) -> str:
    """The order of a gerund: "keeping it inline" is "keep it inline"."""
    first, _, rest = words.partition(" ")
    stem = re.sub(r"ing$", "", first.lower())
    forms = (stem, f"{stem}e", re.sub(r"(\w)\1$", r"\1", stem)) if stem != first.lower() else ()
    return f"{next((form for form in forms if _KNOWN.match(form)), first)} {rest}".strip()


def reason_behind(said: str) -> str:
    """Why, of words that begin with what is picked."""
    end = _END.search(said)
    return _reason(said[end.start() :]) if end else ""


def _reason(rest: str) -> str:
    """The clause behind what was named, where it says why and orders nothing."""
    clause = re.split(r"[.!?](?:\s|$)", rest.strip(" .,;:!–—-"), maxsplit=1)[0]
    clause = _RATED.sub("", clause)
    clause = re.sub(
        r"^(?:because|since|so|as|cause|cos|bc|please|pls|plz|thanks|obviously|then|here)\b[\s,.]*", "", clause
    )
    return (
        "" if len(clause.split()) < 2 or _VERB.match(clause.split()[0]) or clause.startswith(("but", "if")) else clause
    )


def _tokens(text: str) -> set[str]:
    found = re.findall(r"[\w+#][\w+#./-]*", text.casefold())
    return {word.rstrip("./-s") or word for word in found if word not in _SMALL}
