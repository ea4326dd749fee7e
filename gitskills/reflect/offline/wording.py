"""The words of a proposal: name, description and body that say what the person said, within the limits of the format.

Invariant: what is given out is within every limit and loses no negation; where that can't be done, nothing is given out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gitskills.reflect.offline.imperative import Rule, find_rule
from gitskills.reflect.offline.naming import content_words, skill_name
from gitskills.reflect.offline.plainwords import RUDE, insulting, tidy
from gitskills.reflect.offline.shorten import LONGEST, fits_uncut, shorten
from gitskills.reflect.offline.standing import BARE_USE, FEWEST_CONTENT, complete, deictic, generalized, tells
from gitskills.reflect.offline.topics import topic
from gitskills.transcript.casing import capital, small
from gitskills.transcript.language import foreign
from gitskills.transcript.settled import brief, settled
from gitskills.transcript.speech import VERBS
from gitskills.transcript.statements import Statement, leaning

LONGEST_LINE = 400
NEWS = 2  # words of substance in the person's words that the rule lacks, from which they are shown

_STARTS = (
    r"(?:please )?(?:don't|do not|never|always|use|keep|avoid|prefer|no|from now on|going forward|when|whenever|if|after|"
    r"before|for|let's|make sure|ensure|only|every|all)"
)
_CLAUSE = re.compile(
    r"[;.!?]\s+|\s+[-–—]+>?\s+|,\s+(?:but|so|and)\s+|\s+so (?=(?:please )?(?:no|don't|do not|use|keep|never|always|avoid|from now on) )|"
    rf":\s+(?={_STARTS}\b)|"
    r"\s+(?=we (?:just|now|only) \w+)|\s+(?=(?:this|that|it) (?:will|would|makes?) )|,?\s+(?:because|since|as|so)\s+(?=(?:there's |"
    r"there is )?no need)|"
    r",\s+(?=let's|use|don't|do not|never|always|no |can we|could we|i'd|we |you |please|ensure|make sure|the |it was actually )",
    re.IGNORECASE,
)
_REST = re.compile(
    r"^(?:and|or|because|since|which|that|who|as|if|when|to|of|in|for|it(?! was actually)|they|he|she|this)\b(?!.*,)|^no .* yet$",
    re.IGNORECASE,
)
_EITHER = re.compile(
    rf"^(?P<head>.*?\b(?:don't want to|don't|do not|never|shouldn't|must not)) \w+ .+? or (?P<other>(?:{VERBS})\b.+)$",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(r"(?:if|when|whenever|before|after|once|until|unless)\b", re.IGNORECASE)
_CONDITION = re.compile(r"(?:if|unless|until|once)\b", re.IGNORECASE)
_PLATITUDE = re.compile(
    r"(?:avoid|no|don't) (?:code )?duplicat\w+(?: code)?$|(?:keep|make) (?:it|things|everything|this) (?:simple|clean|short|consistent)$",
    re.IGNORECASE,
)
_EXACT = re.compile(r"`[^`]+`|\"[^\"]+\"|\d|\w[/_.]\w")
_HOST = re.compile(r"\$(?=[\d{A-Z])|!(?=`)|```+|<[^>]{0,80}>")


@dataclass(frozen=True, slots=True)
class Wording:
    """What stands in the proposal."""

    name: str
    description: str
    body: str


def word(statement: Statement, context: str = "", vocabulary: frozenset[str] = frozenset()) -> Wording | None:
    """The wording of a statement, or None where no faithful one was found. `context` is what the agent said before.

    Of the statement and its clauses the most telling one is taken, one that fits a description uncut before others.
    """
    if statement.question:
        return answered(statement.question, statement.answer)
    if insulting(statement.text) or foreign(statement.text) or "redacted" in statement.text.lower():
        return None
    said = tidy(statement.text, vocabulary)
    found = [(wording, worth) for part in _parts(said) for wording, worth in _worded(part, said, context)]
    return max(found, key=lambda pair: pair[1])[0] if found else None


def _parts(said: str) -> list[str]:
    """The statement, then its clauses that could stand alone."""
    if not _balanced(said):
        return [said.partition(" (")[0]]
    if leaning(said):
        return [said]
    clauses = [clause.strip(" ,;-–—") for clause in _CLAUSE.split(said)]
    either = [f"{found['head']} {found['other']}" for clause in clauses if (found := _EITHER.match(clause))]
    return [
        said,
        *(clause for clause in clauses if clause != said and len(clause.split()) > 1 and not _REST.match(clause)),
        *either,
    ]


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count('"') % 2 == 0 and text.count("`") % 2 == 0


_AT_HOME = re.compile(
    r"^((?:please )?(?:never|always|we (?:never|always|only))\b[^.,;!?]{2,80}?)(?: around)? here[.!]?$",
    re.IGNORECASE,
)


def _worded(said_part: str, said: str, context: str) -> list[tuple[Wording, int]]:
    part = _AT_HOME.sub(r"\1 in this project", said_part)
    rule = find_rule(part)
    if not complete(rule) or (deictic(rule.sentence) and not context):
        return []
    vague = deictic(part) or deictic(rule.sentence) or len(content_words(rule.sentence)) < FEWEST_CONTENT
    wording = compose(replace(rule, sentence=generalized(rule.sentence)), said, context if vague else "")
    if wording is None:
        return []
    told = 0 if _PLATITUDE.match(rule.sentence) else len(content_words(shorten(_whole(rule)) or shorten(rule.sentence)))
    exact = bool(_EXACT.search(wording.description))
    return [(wording, told + fits_uncut(_whole(rule)) + (said_part == said) + exact)]


def compose(rule: Rule, said: str = "", context: str = "") -> Wording | None:
    """Name, description and body of a rule. `said` are the person's words, tidied."""
    name = _name(rule)
    rule = replace(rule, sentence=_standing(rule.sentence))
    description = _description(rule, name)
    if (
        "  " in description
        or not name
        or not any(map(tells, (description, *re.split(r"[:,] ", description, maxsplit=1)[1:])))
    ):
        return None
    whole = _whole(rule)
    about = None if rule.when else topic(rule.sentence)
    news = _stems(said) - _stems(f"{whole} {rule.why}") - _TASTE
    lines = [
        _sentence(whole),
        f"**When:** {about.occasion}." if about else "",
        f"**Why:** {small(rule.why)}." if rule.why else "",
        f"**The user's words:** “{said}”" if len(news) >= NEWS and not RUDE.search(said) else "",
        f"**Said about:** “{context}” (the agent)" if context else "",
    ]
    return Wording(name, description, "\n\n".join(_fit(_inert(line)) for line in lines if line) + "\n")


_TASTE = frozenset("love hate dislike prefer person really instead though guess".split())


def _stems(text: str) -> set[str]:
    return {word[:6] if word[:6] in _TASTE else word[:5] for word in content_words(text)}


def _name(rule: Rule) -> str:
    """The rule's own words; where those are few, with the occasion that restricts it."""
    names = [skill_name(shorten(rule.sentence)), skill_name(rule.sentence)]
    if _RESTRICTS.match(rule.when):
        names.append(skill_name(f"{re.split('[,;:] ', rule.sentence)[0]} {small(rule.when)}"))
    telling = (one for one in names if one.count("-") > 1)
    return next(telling, "") or next((one for one in reversed(names) if one), "")


def _whole(rule: Rule) -> str:
    """The rule with its occasion, one sentence."""
    return f"{capital(rule.when)}, {small(rule.sentence)}" if rule.when else rule.sentence


def _standing(sentence: str) -> str:
    """A bare "use X" gets a place to hold in, so that it says more than its name."""
    return f"{sentence} in this project" if BARE_USE.match(sentence) else sentence


def _fit(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE].rsplit(" ", 1)[0] + " …"


def _description(rule: Rule, name: str) -> str:
    """One sentence of at most 60 characters. An occasion that restricts the rule stays; a place to look may go."""
    whole = _one_sentence(_whole(rule))
    if rule.when and (len(whole) <= LONGEST or _RESTRICTS.match(rule.when)):
        short = shorten(whole)
        if short or _CONDITION.match(rule.when):
            return _full_stop(short)
    sentence = _one_sentence(rule.sentence)
    about = None if rule.when else topic(sentence)
    if (
        about
        and about.label.lower().removesuffix("s") not in sentence.lower()
        and len(sentence) + len(about.label) + 2 < LONGEST
    ):
        return _full_stop(f"{about.label}: {small(sentence)}")
    short = shorten(sentence)
    repeats = re.findall(r"[a-z0-9]+", short.lower()) == name.split("-") and not _RULE_WORD.search(short)
    if repeats and len(short) + len(_HERE) < LONGEST:
        short += _HERE
    return _full_stop(short)


_HERE = " in this project"
_RULE_WORD = re.compile(r"\b(?:use|never|not|always|must|avoid|prefer|keep|only|no|don't|ask)\b", re.IGNORECASE)


def _one_sentence(text: str) -> str:
    return re.sub(r"[.!?]\s+(\S+)", lambda found: f"; {small(found[1])}", text)


def answered(question: str, answer: str, said: str = "") -> Wording | None:
    """A choice between the agent's options, with the question that it settles. `said` are the words that point at it."""
    choice = re.sub(
        r"\s*\((?:recommended|default)\)\s*$|^(?:option\s+)?[A-D\d][.):]\s*", "", answer.strip(), flags=re.IGNORECASE
    )
    asked = question.split("? ", maxsplit=1)[0].rstrip("?").strip()
    sentence = settled(asked, choice)
    description = next((short for short in _shorts(sentence, asked, choice) if _holds(short, choice)), "")
    name = skill_name(description)
    if not description or not name or len(content_words(sentence)) < FEWEST_CONTENT:
        return None
    lines = (
        _sentence(sentence),
        f"**Question that this settles:** {asked}?",
        f"**Answer of the user:** {_told(answer, said)}",
    )
    return Wording(name, _full_stop(description), "\n\n".join(_fit(_inert(line)) for line in lines) + "\n")


def _shorts(sentence: str, asked: str, choice: str) -> Iterator[str]:
    if sentence:
        yield shorten(sentence)
        yield shorten(brief(asked, choice))


def _holds(short: str, choice: str) -> bool:
    """Whether what was chosen is still in it; a yes or a no is in the verb."""
    return bool(short) and (bool(_YES_OR_NO.match(choice)) or choice.lower() in short.lower())


def _told(answer: str, said: str) -> str:
    if not said:
        return _sentence(answer)
    return f"“{said}”" if _YES_OR_NO.match(answer) else f"“{said}” ({answer})"


_YES_OR_NO = re.compile(r"(?:yes|yep|sure|correct|no)\b", re.IGNORECASE)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."


def _full_stop(text: str) -> str:
    return f"{_inert(text)}." if text and len(text) < LONGEST and text[-1] not in ".!?:" else _inert(text)


def _inert(text: str) -> str:
    """Text in which the host finds nothing to execute or to fill in."""
    return _HOST.sub("", text)
