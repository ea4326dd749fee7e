"""What a rule wants and what it shuns, as stemmed words, and how two rules stand to each other.

Invariant: where words alone can't tell, two rules are strangers: a score never decides, and the rules of landing look again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gitskills.skillfile.terms import terms

NEAR = 0.6  # share of the smaller rule's words from which one belongs beside the other
LEAST = 2  # common words without which nothing is like anything

_CLAUSE = re.compile(r"[;:]\s|[,.]\s|\bbut\b|\s[-–—]\s", re.IGNORECASE)
_DENIAL = re.compile(
    r"\b(?:never|not|no|without|avoid|stop|instead of|rather than|as opposed to|nor|neither|forbidden|banned)\b|\b\w+n't\b|\bcannot\b",
    re.IGNORECASE,
)
_WHILE = re.compile(r"\w\W+without\b", re.IGNORECASE)
_PREFERENCE = re.compile(r"\b(prefer\w* [\w -]+?) over\b", re.IGNORECASE)
_OF_THE_WHOLE = re.compile(
    r"(?:\b(?:must|should|may|can|will|is|are|was|be|do|does|shall|ought to)\s+(?:not|never)|n't|cannot|forbidden|banned)$",
    re.IGNORECASE,
)
_WEAK = frozenset(
    "keep add write make put ensur project alway everi everywher ever prefer repo repositori user agent thing way code do must "
    "choos chang work rule".split()
)
_NUMBER = re.compile(r"(?<![\w.])v?\d[\w.]*")
# Of each family a project has one: who names another says no to the first.
_FAMILIES = (
    "npm pnpm yarn bun",
    "pip uv poetri pipenv conda",
    "tab space",
    "pytest unittest nose",
    "jest vitest mocha",
    "black ruff yapf",
    "eslint biom",
    "vite webpack parcel rollup",
    "sqlite postgr postgresql mysql mariadb",
    "axio ky fetch got",
    "rebas merg",
    "rest graphql grpc",
    "british american",
    "singl doubl",
)
_FAMILY_OF = {word: number for number, words in enumerate(_FAMILIES) for word in words.split()}


class Relation(StrEnum):
    """How a new rule stands to one that is known."""

    STRANGER = "stranger"
    SAME = "same"  # it says no more than the known one
    MORE = "more"  # it says all that the known one says, and more
    BESIDE = "beside"  # about the same matter
    AGAINST = "against"  # the two can't both hold


@dataclass(frozen=True, slots=True)
class Gist:
    """`wants` and `shuns` are stems; `numbers` are figures and versions. `narrow`: it shuns one thing while another is done."""

    wants: frozenset[str]
    shuns: frozenset[str]
    numbers: frozenset[str]
    narrow: bool = False

    @property
    def words(self) -> frozenset[str]:
        return self.wants | self.shuns


def gist(rule: str) -> Gist:
    """The gist of one sentence or line."""
    wants: set[str] = set()
    shuns: set[str] = set()
    for clause in _CLAUSE.split(_PREFERENCE.sub(r"\1 instead of", rule.replace("’", "'"))):
        kept, denied = _halves(clause)
        wants |= _stems(kept)
        shuns |= _stems(denied)
    return Gist(frozenset(wants - shuns), frozenset(shuns), frozenset(_NUMBER.findall(rule)), bool(_WHILE.search(rule)))


def _halves(clause: str) -> tuple[str, str]:
    """What stands before a denial and what behind it; "X must never be Y" denies X, too."""
    found = _DENIAL.search(clause)
    if found is None:
        return clause, ""
    if _OF_THE_WHOLE.search(clause[: found.end()]):
        return "", clause
    return clause[: found.start()], clause[found.end() :]


def _stems(text: str) -> set[str]:
    return {
        stem for stem in terms(_DENIAL.sub(" ", text)) if stem not in _WEAK and not stem[0].isdigit() and stem.isalnum()
    }


def relate(new: Gist, known: Gist) -> Relation:
    """How `new` stands to `known`."""
    common = new.words & known.words
    smaller = min(len(new.words), len(known.words))
    if not smaller:
        return Relation.STRANGER
    if _contradict(new, known, common, smaller):
        return Relation.AGAINST
    crossed = (new.wants & known.shuns) | (new.shuns & known.wants)
    if crossed or (len(common) < LEAST and new.words != known.words and not _at_heart(new, known)):
        return Relation.STRANGER
    if new.words <= known.words and new.numbers <= known.numbers:
        return Relation.SAME
    if known.words <= new.words and known.numbers <= new.numbers:
        return Relation.MORE
    return Relation.BESIDE if len(common) >= NEAR * smaller else Relation.STRANGER


def corrects(new: Gist, known: Gist) -> bool:
    """Whether `new`, said to set `known` right, names a rival in its place and is about nothing else."""
    mine, _ = _rivals(new, known)
    return bool(mine) and new.words - mine <= known.words


def _at_heart(new: Gist, known: Gist) -> bool:
    """Whether the shorter, of one word, is all that the longer shuns, or the tool that it wants in a rival's place."""
    short, long = sorted((new, known), key=lambda one: len(one.words))
    if short.shuns:
        return not short.wants and short.shuns == long.shuns and not long.narrow
    banned = {_FAMILY_OF[word] for word in long.shuns if word in _FAMILY_OF}
    return short.wants <= long.wants and any(_FAMILY_OF.get(word) in banned for word in short.wants)


def _contradict(new: Gist, known: Gist, common: frozenset[str], smaller: int) -> bool:
    """Only where one wants exactly what the other shuns, names a rival, or another figure: less may be two rules of one thing."""
    mine, theirs = _rivals(new, known)
    if mine and len(common) >= smaller - len(mine | theirs) // 2 and new.words - mine == known.words - theirs:
        return True
    if (new.wants and new.wants == known.shuns) or (new.shuns and new.shuns == known.wants):
        return True
    apart = new.numbers and known.numbers and not new.numbers & known.numbers
    return bool(apart and new.words == known.words)


def _rivals(new: Gist, known: Gist) -> tuple[frozenset[str], frozenset[str]]:
    """Words that each of the two wants, of one family, and the other doesn't hold."""
    mine = {_FAMILY_OF[word]: word for word in new.wants - known.words if word in _FAMILY_OF}
    theirs = {_FAMILY_OF[word]: word for word in known.wants - new.words if word in _FAMILY_OF}
    shared = mine.keys() & theirs.keys()
    return frozenset(mine[one] for one in shared), frozenset(theirs[one] for one in shared)
