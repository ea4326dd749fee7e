"""Where a choice belongs: tag, entity, and what is said of what, all read off its words, the same whenever it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.decisions.extract.choice import Choice, Kind
from gitskills.decisions.extract.slots import Slot, singular, slot_named, slots_of, spelling

MOST_WORDS = 4  # of an entity that is no known slot

_PREDICATES = {
    Kind.USE: "uses",
    Kind.WITHOUT: "leaves out",
    Kind.PLACE: "stands in",
    Kind.VALUE: "is",
    Kind.NAME: "is called",
    Kind.DEFAULT: "defaults to",
    Kind.FALLBACK: "falls back to",
}
_EVERYTHING = frozenset(
    "project repo repository codebase code app application program it this that everything now us here all system tool thing things stuff "
    "place whole way work part start end beginning moment day today v1 mvp version implementation us users user purpose reason".split()
)
_SORTS = frozenset(
    "design approach strategy layout style model pattern format framework library engine runtime protocol scheme architecture algorithm "
    "policy convention naming structure solution backend provider mode system output level limit size name port order type method flow "
    "api schema file files index bucket option variant version way".split()
)
_STOP = frozenset(
    "a an the our my your its their this that these those of for in on to with and or by as from at into just only also some any one "
    "more very new own same existing current proper simple plain".split()
)
_ASKING = frozenset(
    "which what how much many where when why who should shall must do does did is are was will would can could may want like prefer "
    "you we i me us it they be have has use used using there if or any need best better think about not".split()
)
_STORING = re.compile(r"^(?:store|keep|save|put|persist|cache|represent|encode|model)", re.IGNORECASE)
_BY_WORDS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (tag, domain, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for tag, domain, words in (
        ("testing", "test", r"tests?|testing|fixtures?|mocks?|coverage|snapshots?|assertions?|expectations?"),
        (
            "security",
            "auth",
            r"auth\w*|tokens?|passwords?|secrets?|encrypt\w*|tls|permissions?|hmac|csrf|signatures?|login|roles?|signing",
        ),
        (
            "infra",
            "infra",
            (
                r"deploy\w*|docker\w*|containers?|ports?|hosts?|servers?|clusters?|cloud|ci|pipelines?|regions?|dns|queues?|"
                r"lambdas?|brokers?"
            ),
        ),
        (
            "performance",
            "unknown",
            (
                r"cach\w+|timeouts?|retr(?:y|ies)|latency|memory|limits?|batch\w*|pools?|concurren\w+|throttl\w+|rates?|"
                r"intervals?|ttl|uploads?"
            ),
        ),
        (
            "ui",
            "ui",
            r"ui|pages?|themes?|layouts?|colou?rs?|css|components?|screens?|modals?|frontend|dashboards?|fonts?|menus?|views?",
        ),
        (
            "data",
            "data",
            (
                r"data\w*|tables?|schemas?|columns?|migrations?|stor(?:e|age|ed)|records?|json|csv|money|ids?|timestamps?|"
                r"models?|backups?|retention|utc|zones?|sessions?"
            ),
        ),
        (
            "process",
            "meta",
            (
                r"branch\w*|commits?|releases?|reviews?|prs?|versions?|changelogs?|tickets?|issues?|license|support|plans?|"
                r"docs?|documentation|readme"
            ),
        ),
        (
            "tooling",
            "tooling",
            (
                r"lint\w*|format\w*|build\w*|packages?|dependenc\w+|librar\w+|cli|scripts?|editors?|indent\w*|logs?|logging|"
                r"python \d\S*|node \d\S*"
            ),
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Place:
    """The topic and the claim. Two claims with the same subject and predicate are about the same thing."""

    tag: str
    entity: str
    domain: str
    subject: str
    predicate: str
    object: str


def place(choice: Choice, asked: str = "") -> Place | None:
    """Where a choice belongs; `asked` is what the question that it answers was about. None where nothing names it."""
    entity, slot = _entity(choice, asked)
    thing = spelling(_bounded(choice.thing))
    if not entity or not thing:
        return None
    tag, domain = (slot.tag, slot.domain) if slot else _by_words(entity, f"{choice.purpose} {choice.about}")
    return Place(tag, entity, domain, entity, _predicate(choice), thing)


def _predicate(choice: Choice) -> str:
    return _PREDICATES[Kind.USE] if choice.kind is Kind.PLACE and slots_of(choice.thing) else _PREDICATES[choice.kind]


def _entity(choice: Choice, asked: str) -> tuple[str, Slot | None]:
    if choice.kind is Kind.VALUE:
        return _phrase(choice.about), None
    if choice.kind is Kind.NAME:
        return f"{_phrase(choice.about)} name".strip() if choice.about else "name", None
    if choice.kind in {Kind.DEFAULT, Kind.FALLBACK}:
        return _of_default(choice)
    if choice.kind is Kind.PLACE:
        return _of_place(choice)
    return _of_use(choice, asked)


def _of_default(choice: Choice) -> tuple[str, Slot | None]:
    word = "fallback" if choice.kind is Kind.FALLBACK else "default"
    condition = re.match(r"(?:when|if|where|unless|whenever)\s+(?P<rest>.+)", choice.about, re.IGNORECASE)
    if condition:
        nouns = [w for w in _words(condition["rest"]) if w not in _CONDITION_WORDS]
        subject = singular(nouns[0]) if nouns else ""
    else:
        subject = _phrase(choice.about)
    if subject:
        return (f"{subject} fallback" if word == "fallback" else f"default {subject}"), None
    slots, words = slots_of(choice.thing), _words(choice.thing)
    if slots and not (len(words) > 1 and singular(words[-1]) in _SORTS):
        return f"{word} {slots[0].entity}", slots[0]
    return (f"{word} {singular(words[-1])}" if len(words) > 1 else word), None


_CONDITION_WORDS = frozenset(
    "no not is are given set there it we they missing down unavailable unset isn't doesn't aren't exist exists present specified provided "
    "fails fail failed can't cannot be found user if when nothing else was none".split()
)


def _of_place(choice: Choice) -> tuple[str, Slot | None]:
    about = _phrase(choice.about)
    slots = slots_of(choice.thing)
    language = next((slot for slot in slots if slot.entity == "language"), None)
    if language and not _STORING.match(
        re.sub(r"^\S*\s?(?:let's|we'll|we will|we decided to)\s", "", choice.order, flags=re.IGNORECASE)
    ):
        return (f"{about} language" if about not in _EVERYTHING else "language"), language
    return f"{about} storage" if about else "", slots[0] if slots and slots[0].tag == "data" else None


def _of_use(choice: Choice, asked: str) -> tuple[str, Slot | None]:
    """By the question, by what the thing is for, by what it is, by its own words: the first that tells."""
    slots = slots_of(_head(choice.thing)) or slots_of(_head(choice.over))
    if asked:
        return _of_question(asked, slots)
    purpose = _phrase(choice.purpose)
    wanted = slot_named(choice.purpose) if purpose else None
    if wanted is not None and (wanted in slots or not slots):
        rest = " ".join(word for word in purpose.split() if singular(word) not in _nouns(wanted))
        return (f"{rest} {wanted.entity}".strip() if rest not in _EVERYTHING else wanted.entity), wanted
    if slots:
        slot = slots[0]
        own = " ".join(word for word in purpose.split() if singular(word) not in _nouns(slot))
        return (slot.entity if not own or _general(own) else f"{own} {slot.entity}"), slot
    if purpose and not _general(purpose):
        return purpose, wanted
    return _sort(choice.thing) or _sort(choice.over) or _phrase(_head(choice.thing)) or _phrase(choice.thing), None


def _head(thing: str) -> str:
    """A noun phrase without what hangs on it: of "tests against a real postgres" the tests."""
    return re.split(
        r"\s(?:against|around|behind|between|per|that|which|with|without|from|instead)\s", thing, maxsplit=1
    )[0]


def _nouns(slot: Slot) -> set[str]:
    return {singular(word) for noun in slot.nouns for word in noun.split()} | set(slot.entity.split())


def _general(purpose: str) -> bool:
    return all(word in _EVERYTHING for word in purpose.split())


def _of_question(asked: str, slots: tuple[Slot, ...]) -> tuple[str, Slot | None]:
    """A question's own nouns: the slot that it names, or what it asks about."""
    named = slot_named(asked)
    if named is not None:
        rest = [
            word
            for word in _asked_about(asked).split()
            if singular(word) not in _nouns(named) and word not in _EVERYTHING
        ]
        return f"{' '.join(rest)} {named.entity}".strip(), named
    about = _asked_about(asked)
    if slots and (not about or slots[0].entity in about):
        return slots[0].entity, slots[0]
    return about, slots[0] if slots else None


def _asked_about(asked: str) -> str:
    """The words of substance of a question, without what is to be done with them: of "how should errors be handled" the errors."""
    last = re.split(r"(?<=[.!?])\s+", asked.partition("? ")[0])[-1]
    words = [word for word in _words(last) if word not in _ASKING]
    while len(words) > 1 and re.fullmatch(r"\w{2,}ed|done|kept|sent|put|made|written|built", words[-1]):
        words.pop()
    kept = words[:MOST_WORDS]
    return " ".join([*kept[:-1], singular(kept[-1])]) if kept else ""


def _sort(thing: str) -> str:
    """What sort of thing it is, by its last word: of "an event-sourced design" the design."""
    words = _words(thing)
    if len(words) < 2 or singular(words[-1]) not in _SORTS:
        return ""
    return " ".join([*words[-2:-1], singular(words[-1])] if len(words) > 2 else [singular(words[-1])])


def _phrase(text: str) -> str:
    """The words of substance of a noun phrase, the last one singular."""
    words = _words(re.split(r"\s(?:that|which|who|where|when|if|so)\s", text)[0])[:MOST_WORDS]
    return " ".join([*words[:-1], singular(words[-1])]) if words else ""


def _words(text: str) -> list[str]:
    found = re.findall(r"[\w+#][\w+#.'-]*", text.casefold().replace("_", " "))
    return [word.rstrip(".'-") for word in found if word.rstrip(".'-") not in _STOP]


def _bounded(thing: str) -> str:
    return " ".join(re.sub(r"^(?:the|an?)\s+", "", thing.strip(), flags=re.IGNORECASE).split())


def _by_words(*texts: str) -> tuple[str, str]:
    """Tag and domain by the first text that has a word of one."""
    found = ((tag, domain) for text in texts for tag, domain, words in _BY_WORDS if words.search(text))
    return next(found, ("architecture", "unknown"))
