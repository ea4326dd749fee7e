"""A choice that was found, with who made it and the words that show it; from it a candidate is worded."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.decisions.extract.choice import Choice, Kind
from gitskills.decisions.extract.haste import in_print
from gitskills.decisions.extract.placing import Place
from gitskills.decisions.vocabulary import category
from gitskills.model.decision import EXCERPT, Candidate, Level
from gitskills.model.proposal import Evidence
from gitskills.model.turn import Speaker, Turn
from gitskills.skillfile.evidence import quote_digest
from gitskills.transcript.casing import capital

LONGEST_TITLE = 100
_FINITE = re.compile(
    r"n't\b|'(?:s|re|ll|d|ve)\b|\b(?:is|are|was|were|has|have|had|can|will|would|do|does|did|needs?|wants?|gets?|makes?|"
    r"takes?|cuts?|"
    r"gives?|breaks?|works?|comes?|goes|uses?|runs?|costs?|keeps?|lets?|locks?)\b"
)
_GOALS = (
    ("security", r"secur\w+|attack\w*|leak\w*|unsafe|credential\w*|vulnerab\w+"),
    ("performance", r"fast(?:er)?|slow(?:er)?|latency|speed|performan\w+|throughput|memory"),
    (
        "reliability",
        r"reliab\w+|crash\w*|fail\w*|lost|los(?:e|es|ing)|corrupt\w*|races?|deadlocks?|locks|flak\w+|rounding|retr(?:y|ies)",
    ),
    (
        "maintainability",
        r"maintain\w*|simpl\w+|readab\w+|messy|mess|duplicat\w+|clean\w*|testab\w+|consisten\w+|complex\w*",
    ),
    ("dev-velocity", r"quick\w*|easier|less work|deploy\w*|one less|pain|boilerplate"),
    ("user-value", r"users? (?:can|need|want|expect|get)|customers?|audience"),
    ("compliance", r"complian\w+|gdpr|audits?|legal|licen[sc]e|regulat\w+"),
    ("learning", r"learn\w*|experiment\w*"),
)
_FRONT = re.compile(
    r"^(?:(?:i think|i feel like|i'd say|like to|want to|want us to|prefer to|let's|lets|let us|we(?:'ll| will| shall|"
    r"'re going to| are going to|'re| are|'d)?|i(?:'ll| will|'d| would|'m|"
    r" am|'m going to|'ve)?|can|could|would|"
    r"please|also|should|just|simply|now|then|only|actually|decided to|decided on|decided|definitely|really|rather|going to|you|"
    r"you please)\s+)+",
    re.IGNORECASE,
)
_VERBS = {
    "go with": "use", "going with": "use", "go for": "use", "going for": "use", "went with": "use", "do": "use",
    "using": "use", "chose": "use", "picked": "use", "choose": "use", "pick": "use", "used": "use",
    "sticking with": "keep", "stick with": "keep", "stick to": "keep to", "switching to": "switch to",
    "lock in": "use", "settle for": "use", "opt for": "use", "roll with": "use", "commit to": "use",
    "settled on": "use", "not do": "leave out", "not use": "don't use", "not have": "leave out", "dropping": "drop",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """`spans` are verbatim words with their turns, the deciding one first. `title` is "" where the choice's own order says it."""

    choice: Choice
    place: Place
    level: Level
    speaker: Speaker
    spans: tuple[tuple[str, Turn], ...]
    title: str = ""
    context: str = ""
    others: tuple[str, ...] = ()  # what was offered beside it

    @property
    def topic(self) -> tuple[str, str]:
        return self.place.tag, self.place.entity


def as_candidate(finding: Finding, source: str, before: tuple[str, ...] = ()) -> Candidate:
    """The finding in words that say what was said. `before` are choices that the same session took back for it."""
    choice, where = finding.choice, finding.place
    title = finding.title or _title(choice)
    said = " ".join(text for text, _ in finding.spans)
    goals = [name for name, cue in _GOALS if re.search(rf"\b(?:{cue})\b", choice.reason, re.IGNORECASE)]
    return Candidate(
        title=_cut(title),
        primary_tag=where.tag,
        entity=where.entity,
        level=finding.level,
        speaker=finding.speaker,
        decision=_sentence(title, choice),
        context=finding.context,
        alternatives=tuple(dict.fromkeys(one for one in (choice.over, *finding.others, *before) if one)),
        evidence=tuple(_evidence(text, turn, source) for text, turn in finding.spans),
        excerpt=said[:EXCERPT],
        subject=where.subject,
        predicate=where.predicate,
        object=where.object,
        task_category=category(title),
        domain=where.domain,
        goal=goals[0] if len(goals) == 1 else "unknown",
    )


def _evidence(text: str, turn: Turn, source: str) -> Evidence:
    quote = " ".join(text.split())
    return Evidence(
        quote, turn.speaker, turn.channel, turn.line, source, quote_digest(quote), turn.uuid, turn.timestamp
    )


def _title(choice: Choice) -> str:
    """The order that the words give, without the reason: "let's go with X, it scales" is "Use X"."""
    if choice.kind is Kind.VALUE:
        return capital(f"{choice.about}: {choice.thing}")
    if (
        choice.kind is Kind.NAME
        and choice.about
        and re.search(r"\b(?:rename|revise|change|switch)\b", choice.order, re.IGNORECASE)
    ):
        return f'Rename {choice.about} to "{choice.thing}"'
    if choice.kind is Kind.NAME:
        return f'Call {f"the {choice.about} " if choice.about else "it "}"{choice.thing}"'
    if (
        choice.kind is Kind.DEFAULT
        and choice.about
        and not re.match(r"(?:if|when|where|unless)", choice.about, re.IGNORECASE)
    ):
        return capital(f"default {choice.about}: {choice.thing}")
    if choice.kind is Kind.FALLBACK:
        return f"Fall back to {choice.thing}" + (
            f" {choice.about}"
            if re.match(r"(?:if|when)", choice.about, re.IGNORECASE)
            else f" ({choice.about})"
            if choice.about
            else ""
        )
    if choice.kind is Kind.DEFAULT:
        return f"Default to {choice.thing}" + (f" {choice.about}" if choice.about else "")
    if choice.kind is Kind.PLACE and (said := _as_said(choice)):
        return said
    verb = _verb(choice)
    about = f" {choice.about}" if choice.kind is Kind.PLACE else ""
    how = f" {_how(choice)}" if choice.kind is Kind.PLACE else ""
    purpose = f" {choice.role or f'for {choice.purpose}'}" if choice.purpose else ""
    over = f", not {choice.over}" if choice.over else ""
    only = "only " if re.search(rf"\bonly {re.escape(verb.split()[0])}\b", choice.order, re.IGNORECASE) else ""
    return capital(f"{only}{verb}{about}{how} {choice.thing}{purpose}{over}")


def _as_said(choice: Choice) -> str:
    """What is put somewhere by a statement and not by an order: "events go to kafka"; "" for an order."""
    front, found, _ = re.sub(r"^(?:the|our|all|an?) ", "", choice.order, flags=re.IGNORECASE).partition(choice.thing)
    over = f", not {choice.over}" if choice.over else ""
    return (
        capital(f"{' '.join(front.split())} {choice.thing}{over}") if found and front.startswith(choice.about) else ""
    )


def _verb(choice: Choice) -> str:
    """What the words before the thing order; "use" for all the ways to say that."""
    front, found, _ = choice.order.partition(choice.thing)
    verb = " ".join(_FRONT.sub("", f"{front} ").split()).lower() if found else ""
    if choice.kind is Kind.PLACE:
        verb = verb.split(" ", 1)[0]
    verb = re.sub(r"\s+(?:the|an?|our|my)$", "", verb)
    verb = verb if verb in {"make it", "keep it", "have it"} else re.sub(r"\s+(?:it|this|that|them)$", "", verb)
    if choice.kind is Kind.WITHOUT and verb not in {"drop", "skip", "avoid"}:
        said = re.fullmatch(
            r"not (?P<verb>store|keep|log|expose|ship|include|persist|cache|write|build|allow|require|depend on|commit|"
            r"track|show|send)",
            verb,
        )
        return f"don't {said['verb']}" if said else "don't use"
    if not verb or len(verb.split()) > 3 or verb.startswith(("replace", "swap", "move from")):
        return "use"
    return _VERBS.get(verb, verb)


def _how(choice: Choice) -> str:
    found = re.search(
        rf"{re.escape(choice.about)} (in|as|on|to|under|with|inside|into|from|via|through) ",
        choice.order,
        re.IGNORECASE,
    )
    return found[1].lower() if found else "in"


def _sentence(title: str, choice: Choice) -> str:
    return f"{title}{_why(choice.reason)}." if choice.reason else f"{title}."


def _why(reason: str) -> str:
    """The reason as the end of a sentence, whether it is a clause, an aim or only a thing."""
    said = in_print(reason)
    if re.match(r"to \w+", said):
        return f", {said}"
    if re.match(r"(?:simpler|easier|faster|cheaper|better|cleaner|safer|nicer|smaller|quicker)\b", said, re.IGNORECASE):
        return f", because it is {said}"
    if re.match(r"(?:the|our|an?) (?:[\w-]+ )*(?:of|in|for|on) ", said) and not _FINITE.search(said):
        return f", because of {said}"
    return f", because {said}"


def _cut(title: str) -> str:
    """A title of a bounded length that ends with a whole word."""
    if len(title) <= LONGEST_TITLE:
        return title
    return title[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
