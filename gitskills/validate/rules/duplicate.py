"""V12 duplicate: what is said already is not said twice. A score proposes and never decides: it can't tell a contradiction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gitskills.model.library import Ledger, Statement, Version
from gitskills.model.proposal import Action, Proposal
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import Owner
from gitskills.skillfile.terms import terms
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample, entry, said

ID = "duplicate"
HINT = "patch the skill that says it instead of adding another"
SIMILAR = 0.36  # cosine above which a person looks
SHARED_WORDS = 2  # fewer shared terms are no likeness, however rare they are
SHORTEST = 12  # characters of a statement that says something
WITHIN = 0.8  # share of a lesson's words that one skill's description holds, from which a person looks
STATED = 0.62  # cosine to a single statement above which a person looks
_WORDS = re.compile(r"[^\W_]+")
_ANYWHERE = frozenset({"project", "repo", "repositori"})  # words that every lesson may end with
_NEW = frozenset({Action.ADD, Action.MERGE, Action.UPDATE, Action.PATCH})


def check(material: Material) -> Iterator[Violation]:
    document, proposal = material.readable, material.case.proposal
    if document is None or proposal is None or proposal.action not in _NEW:
        return
    if material.birth:
        yield from _words_used(material, proposal)
        alike = list(_library(material, terms(f"{document.description}\n{document.body}")))
        yield from alike or _within(material, set(terms(document.description)) - _ANYWHERE)
    yield from _statements(material, (document.description, document.body))


def _words_used(material: Material, proposal: Proposal) -> Iterator[Violation]:
    """The same words can't be the birth of two skills without a person's look."""
    snapshot = material.case.snapshot
    taught = [set(snapshot.learned.get(item.sha256, ())) for item in proposal.evidence]
    for name in sorted(set.intersection(*taught) if taught else ()):
        if name in snapshot.skills and name != material.case.name and name not in proposal.absorbs:
            yield Violation(ID, f"{name} was learned from these words already", Severity.REVIEW, f"patch {name}", name)


def _library(material: Material, counts: Mapping[str, int]) -> Iterator[Violation]:
    proposal = material.case.proposal
    absorbed = {material.case.name, *(proposal.absorbs if proposal else ())}
    for name, score in material.similar.nearest(counts):
        skill = material.case.snapshot.skills.get(name)
        if skill is None or name in absorbed or score < SIMILAR or len(set(counts) & set(skill.terms)) < SHARED_WORDS:
            continue
        whose = " (written by hand)" if skill.owner is Owner.HAND else ""
        message = f"{name}{whose} may say this already, or its opposite ({score:.2f}): {skill.description}"
        yield Violation(
            ID, message, Severity.REVIEW, f"patch {name} instead of adding another" if not whose else "leave it", name
        )
        return


def _within(material: Material, words: set[str]) -> Iterator[Violation]:
    """A lesson of few words drowns in a longer one as far as likeness goes: its words are looked for one by one."""
    proposal = material.case.proposal
    absorbed = {material.case.name, *(proposal.absorbs if proposal else ())}
    skills = material.case.snapshot.skills
    for name in material.similar.holding(words, WITHIN * len(words)):  # in the whole text; then in what it is about
        skill = skills.get(name)
        held = words & set(terms(skill.description)) if skill is not None else set()
        if skill is not None and name not in absorbed and held and len(held) >= WITHIN * len(words):
            message = f"{name} may say this already, among other things: {skill.description}"
            yield Violation(ID, message, Severity.REVIEW, f"patch {name} instead of adding another", name)
            return


def _statements(material: Material, texts: tuple[str, str]) -> Iterator[Violation]:
    """Word for word in CLAUDE.md and its like: refused, naming the place; only like it: a person looks."""
    statements = material.case.snapshot.statements
    plain = {text for text in map(_plain, texts) if len(text) >= SHORTEST}
    if same := next((one for one in statements if _plain(one.text) in plain), None):
        message = f"{same.place} says this already"
        yield Violation(ID, message, Severity.REJECT, "nothing is to be learned here", same.place)
    elif material.birth and statements:
        ours = [terms(text) for text in texts]
        score, like = max(((_likeness(material, one, ours), one) for one in statements), key=lambda pair: pair[0])
        if score >= STATED:
            message = f"{like.place} may say this already, or its opposite ({score:.2f})"
            yield Violation(ID, message, Severity.REVIEW, "compare the two", like.place)


def _likeness(material: Material, statement: Statement, ours: list[dict[str, int]]) -> float:
    """To the one of our texts that is more like it; too few words in common are none."""
    counts = statement.terms or terms(statement.text)
    near = [own for own in ours if len(own.keys() & counts.keys()) > SHARED_WORDS]
    return max((material.similar.score(own, counts) for own in near), default=0.0)


def _plain(text: str) -> str:
    return " ".join(_WORDS.findall(text.casefold()))


def _beside(text: str, owner: Owner = Owner.AGENT) -> Sample:
    return Sample(skills=(entry("python-packages", text, owner),))


_LEARNED = Ledger(
    versions={"python-packages": (Version("c", "python-packages", "", "", "t", evidence=(said().sha256,)),)}
)

RULE = Rule(
    id=ID,
    number="V12",
    sentence="One lesson is one skill, and what the project says already is not learned again.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        _beside("Use uv add for packages, never pip install."),
        _beside("Packages are added with uv add; pip install breaks the lock file.", Owner.HAND),
        Sample(
            name="no-floats",
            description="No floats in this project.",
            body="No floats in this project.",
            skills=(entry("money", "Keep money in integer cents, never in floats."),),
        ),
        Sample(skills=(entry("python-packages", "other words"),), ledger=_LEARNED),
        Sample(statements=(Statement("CLAUDE.md:12", "- **Add packages** with `uv add`, never `pip install`."),)),
        Sample(statements=(Statement("CLAUDE.md:12", "Packages: add them with uv add and never with pip install."),)),
    ),
    must_not_match=(
        SOUND,
        _beside("Run alembic upgrade head before the integration tests."),
        Sample(
            name="compare-floats",
            description="Never compare floats with an equals sign.",
            body="Never compare floats with an equals sign.",
            skills=(entry("money", "Keep money in integer cents, never in floats."),),
        ),
        Sample(
            action=Action.PATCH,
            had=SOUND.folder(),
            skills=(entry("uv-not-pip", "Use uv add for packages, never pip install."),),
        ),
        Sample(
            statements=(Statement("CLAUDE.md:3", "Run the tests with pytest -n auto."), Statement("CLAUDE.md:4", "uv"))
        ),
        Sample(
            action=Action.MERGE,
            absorbs=("python-packages",),
            skills=(entry("python-packages", "Use uv add for packages, never pip install."),),
        ),
    ),
)
