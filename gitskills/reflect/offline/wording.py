"""The words of a proposal: name, description and body that say what the person said, within the limits of the format.

Invariant: what is given out is within every limit and loses no negation; where that can't be done, nothing is given out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gitskills.reflect.offline.clauses import Statement
from gitskills.reflect.offline.cues import VERBS
from gitskills.reflect.offline.imperative import Rule, find_rule
from gitskills.reflect.offline.naming import content_words, skill_name
from gitskills.reflect.offline.plainwords import RUDE, insulting, tidy
from gitskills.reflect.offline.settled import settled
from gitskills.reflect.offline.shorten import LONGEST, fits_uncut, shorten

LONGEST_LINE = 400
FEWEST_CONTENT = 2  # words of substance without which nobody could act on a rule

_POINTING = re.compile(
    r"\b(?:it|this|that|these|those|them|they|one|here|there|above|former|latter|he|she)\b(?!'s (?:a|an|the)\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;.!?]\s+|\s+[-–—]+>?\s+|,\s+(?:but|so|and)\s+|\s+so (?=(?:please )?(?:no|don't|do not|use|keep|never|always|avoid) )|"
    r",\s+(?=let's|use|don't|do not|never|always|no |can we|could we|i'd|we |you |please|ensure|make sure|the |it was actually )",
    re.IGNORECASE,
)
_REST = re.compile(
    r"^(?:and|or|because|since|which|that|who|as|if|when|to|of|in|for|it(?! was actually)|they|he|she|this)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"^(?:{VERBS}|accept|don't|do not|no|never|always|only|keep|prefer|the cause was|intentional\w*|each|every|all)\b|"
    r"\b(?:must|should|shouldn't|mustn't|needs? to|need|has to|have to|ought to|never|always|only|not|"
    r"don't|use|rather than|instead of|already|supposed to|"
    r"limited to|required|forbidden|allowed|belongs?|the rule|convention)\b",
    re.IGNORECASE,
)
_TELLS_NOT = re.compile(
    r"^(?:i|you|he|she|they|we|it|this|that|there|these|those|the user)(?:'s|'re|'ve|'ll)? (?!must|should|"
    r"need|never|always|only|can't|cannot|don't|doesn't use|definition|has to|have to|ought|double|test|"
    r"case)"
    r"|^(?:undo|revert|remove|delete|fix|change|kill|drop|try|do) (?:that|this|it|those|them)\b"
    r"|^(?:not|no) (?:sure|bad|quite|yet|really|idea|worries|problem)\b|^(?:that|this|it)(?:[^\w\s]|"
    r"\S*\s+not\b)|\b(?:be|do|like|as) (?:that|this|it)\b(?! \w)|^(?:needs?|should|must|has to)\b"
    r"|^(?:the user|we) (?:don't|doesn't|didn't) (?:know|understand|think|see|remember|quite)|^(?:like|"
    r"why|what|how|when|if|aarg\w*)\b"
    r"|\b(?:doesn't|don't|didn't|isn't|not) (?:work|change|show|update|appear|do anything|adhere|correct|"
    r"right|perfect)\w*\b|\bstill (?:looks|shows|fail|not)\b"
    r"|\b(?:never|always) (?:passes|works|fails|happens|shows|loads|finishes|takes|crashes|appears|updates|breaks|starts|ends|gets|"
    r"comes|compiles|hangs|times|seems|looks|forgets?)\b"
    r"|\b(?:help with|we had|we merged|there is a|there's only)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?:must|should|needs?)\b", re.IGNORECASE)
_SWEEPING = re.compile(r"\b(?:every|all|each|any|no|always|never)\b", re.IGNORECASE)
_STANDALONE = re.compile(
    r"(?:use|don't use|never use) [\w@./-]+$|make (?:it|this|that|everything) \w+-\w+$", re.IGNORECASE
)
_HOST = re.compile(r"\$(?=[\d{A-Z])|!(?=`)|```+|<[^>]{0,80}>")
_TOPICS: tuple[tuple[str, str, str], ...] = (
    (
        r"\b(?:tests?|testing|assert\w*|expectations?|fixtures?|mock\w*|coverage|snapshots?)\b",
        "Tests",
        "you write or change tests",
    ),
    (r"\b(?:lint\w*|linter|formatter)\b", "Lint", "you touch the linter or its findings"),
    (r"\b(?:review\w*|pull request|prs?|merge requests?)\b", "Reviews", "you work on a pull request or its review"),
    (r"\b(?:git|commit messages?|rebase\w*|stash\w*|squash|force[- ]push)\b", "Git", "you work with git"),
    (r"\b(?:docs?|documentation|readme|changelog|docstrings?)\b", "Docs", "you write or change documentation"),
    (
        (
            r"\b(?:logs|logging|logger|log (?:a|an|the|errors?|warnings?|it)|ensure log|signal and log|warnings?|"
            r"errors?|exceptions?|crash\w*|fail\w*|fallbacks?)\b"
        ),
        "Errors",
        "you handle errors or log",
    ),
    (
        (
            r"\b(?:naming|rename\w*|spelling|terms?|wording|vocabulary|is called|call (?:it|them)|(?:variable|"
            r"file|function|branch) names?)\b"
        ),
        "Naming",
        "you name something or write text",
    ),
    (
        r"\b(?:pnpm|npm|pip|yarn|packages?|dependenc\w+|librar\w+|framework|tooling)\b",
        "Dependencies",
        "you choose a tool or a dependency",
    ),
    (r"\b(?:types|typed|signatures?|enums|structs?|enum)\b", "Types", "you write or change types and signatures"),
    (r"\b(?:config\w*|settings?|options?)\b", "Settings", "you add or change a setting"),
    (r"\b(?:themes?|colou?rs?|ui|components?|layout|css|templates?)\b", "Interface", "you change the interface"),
)


@dataclass(frozen=True, slots=True)
class Wording:
    """What stands in the proposal."""

    name: str
    description: str
    body: str


def word(statement: Statement, context: str = "", vocabulary: frozenset[str] = frozenset()) -> Wording | None:
    """The wording of a statement, or None where no faithful one was found.

    A part of the statement is preferred to the whole where only the part fits a description uncut.
    """
    if statement.question:
        return _answered(statement.question, statement.answer)
    if insulting(statement.text) or "redacted" in statement.text.lower():
        return None
    said = tidy(statement.text, vocabulary)
    found = [(wording, whole) for part in _parts(said) for wording, whole in _worded(part, said, context)]
    return next((wording for wording, whole in found if whole), found[0][0] if found else None)


def _parts(said: str) -> list[str]:
    """The statement, then its clauses that could stand alone."""
    if not _balanced(said):
        return [said.partition(" (")[0]]
    clauses = [clause.strip(" ,;-–—") for clause in _CLAUSE.split(said)]
    return [
        said,
        *(clause for clause in clauses if clause != said and len(clause.split()) > 1 and not _REST.match(clause)),
    ]


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count('"') % 2 == 0 and text.count("`") % 2 == 0


def _worded(part: str, said: str, context: str) -> list[tuple[Wording, bool]]:
    rule = find_rule(part)
    if not _complete(rule):
        return []
    vague = bool(_POINTING.search(rule.sentence)) or len(content_words(rule.sentence)) <= FEWEST_CONTENT
    wording = compose(rule, said, context if vague else "")
    return [(wording, fits_uncut(rule.sentence))] if wording else []


def compose(rule: Rule, said: str = "", context: str = "") -> Wording | None:
    """Name, description and body of a rule. `said` are the person's words, tidied."""
    short = shorten(rule.sentence)
    name = next(
        (one for one in (skill_name(short), skill_name(rule.sentence)) if one.count("-") > 1), ""
    ) or skill_name(rule.sentence)
    rule = replace(rule, sentence=_standing(rule.sentence))
    description = _description(rule)
    if not name or not _TELLS.search(description.partition(": ")[2] or description):
        return None
    occasion = rule.when or (_topic(rule.sentence) or ("", "", ""))[2]
    lines = [
        _sentence(rule.sentence),
        f"**When:** {_lower(occasion)}." if occasion else "",
        f"**Why:** {_lower(rule.why)}." if rule.why else "",
        f"**The user's words:** “{said}”"
        if said and _plain(said) != _plain(rule.sentence) and not RUDE.search(said)
        else "",
        f"**Said about:** “{context}” (the agent)" if context else "",
    ]
    return Wording(name, description, "\n\n".join(_fit(_inert(line)) for line in lines if line) + "\n")


def _standing(sentence: str) -> str:
    """A bare "use X" gets a place to hold in, so that it says more than its name."""
    return (
        f"{sentence} in this project"
        if re.fullmatch(r"(?:use|don't use|never use) [\w@./-]+", sentence, re.IGNORECASE)
        else sentence
    )


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()


def _fit(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE].rsplit(" ", 1)[0] + " …"


def _complete(rule: Rule) -> bool:
    """Whether the sentence stands by itself, is clean, and tells something to do."""
    text = rule.sentence
    whole = f"{rule.when} {text} {rule.why}"
    enough = (
        FEWEST_CONTENT
        + bool(_POINTING.search(text) or (_MODAL.search(text) and not _SWEEPING.search(text)))
        - bool(_STANDALONE.match(text))
    )
    return (
        len(content_words(text)) >= enough
        and len(text) <= LONGEST_LINE
        and bool(_TELLS.search(text))
        and not _TELLS_NOT.search(text)
        and not RUDE.search(whole)
    )


def _description(rule: Rule) -> str:
    """One sentence of at most 60 characters: the occasion first where there is room, else the rule alone."""
    sentence = re.sub(r"[.!?]\s+", "; ", rule.sentence)
    if rule.when:
        whole = f"{_capital(rule.when)}: {_lower(sentence)}"
        return _full_stop(shorten(whole, LONGEST)) if len(whole) <= LONGEST else _full_stop(shorten(sentence))
    topic = _topic(sentence)
    if topic and topic[1].lower() not in sentence.lower() and len(sentence) + len(topic[1]) + 2 < LONGEST:
        return _full_stop(f"{topic[1]}: {_lower(sentence)}")
    return _full_stop(shorten(sentence))


def _answered(question: str, answer: str) -> Wording | None:
    """A choice between the agent's options, with the question that it settles."""
    choice = re.sub(
        r"\s*\((?:recommended|default)\)\s*$|^(?:option\s+)?[A-D\d][.):]\s*", "", answer.strip(), flags=re.IGNORECASE
    )
    asked = question.split("? ", maxsplit=1)[0].rstrip("?").strip()
    sentence = settled(asked, choice)
    description = shorten(sentence) if sentence else ""
    name = skill_name(description)
    if not description or not name or len(content_words(sentence)) < FEWEST_CONTENT:
        return None
    lines = (
        _sentence(sentence),
        f"**Question that this settles:** {asked}?",
        f"**Answer of the user:** {_sentence(answer)}",
    )
    return Wording(name, _full_stop(description), "\n\n".join(_fit(_inert(line)) for line in lines) + "\n")


def _topic(text: str) -> tuple[str, str, str] | None:
    return next((topic for topic in _TOPICS if re.search(topic[0], text, re.IGNORECASE)), None)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first[1:].islower() or len(first) == 1 else text


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."


def _full_stop(text: str) -> str:
    return f"{_inert(text)}." if text and len(text) < LONGEST and text[-1] not in ".!?:" else _inert(text)


def _inert(text: str) -> str:
    """Text in which the host finds nothing to execute or to fill in."""
    return _HOST.sub("", text)
