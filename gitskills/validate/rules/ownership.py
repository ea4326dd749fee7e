"""V10 ownership: gitskills changes its own skills alone; what a person took over or wrote is the person's."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.proposal import Action, Proposal
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILLS_ROOT, Owner
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample, entry

ID = "ownership"
HINT = "propose a skill of its own with the difference, or tell the user"


def check(material: Material) -> Iterator[Violation]:
    proposal = material.case.proposal
    if proposal is None:
        return
    yield from _owner(material, proposal.name)
    for name in proposal.absorbs:
        yield from _absorbed(material, name)
    for name in _needed(proposal):
        if name not in material.case.snapshot.skills:
            yield Violation(ID, f"there is no skill {name}", Severity.REJECT, "look at `gitskills list`", name)
    if proposal.action is Action.RESTORE and proposal.name not in material.case.snapshot.archived:
        yield Violation(
            ID, f"no skill {proposal.name} is archived", Severity.REJECT, "look at `gitskills list --archived`"
        )


def _needed(proposal: Proposal) -> tuple[str, ...]:
    """Skills that must be there for the action to mean something."""
    if proposal.action in {Action.ADD, Action.RESTORE}:
        return ()
    if proposal.action is Action.MERGE:
        return proposal.absorbs
    return tuple(name for name in (proposal.name, proposal.absorbed_into) if name)


def _absorbed(material: Material, name: str) -> Iterator[Violation]:
    """A merge takes in skills of the agent alone, whoever approves it."""
    skill = material.case.snapshot.skills.get(name)
    if skill is not None and skill.owner is not Owner.AGENT:
        yield Violation(
            ID, f"{name} is not the agent's ({skill.owner}): it can't be merged", Severity.REJECT, HINT, name
        )


def _owner(material: Material, name: str) -> Iterator[Violation]:
    skill = material.case.snapshot.skills.get(name)
    place = f"{SKILLS_ROOT}/{name}"
    if skill is None:
        return
    if skill.owner is Owner.HAND:
        yield Violation(ID, f"{place} was written by hand", Severity.REJECT, HINT, name)
    elif skill.owner is Owner.PROJECT:
        yield Violation(
            ID,
            f"{place} belongs to the project's default branch",
            Severity.REJECT,
            "change it by `gitskills pr` or a commit there",
            name,
        )
    elif skill.owner is Owner.ADOPTED:
        yield Violation(
            ID,
            f"a person edited {place}: a person decides on changes",
            Severity.REVIEW,
            "it waits in `gitskills review`",
            name,
        )
    elif skill.owner is Owner.FOREIGN:
        yield Violation(
            ID,
            f"{place} came from elsewhere and is not accepted here yet",
            Severity.REVIEW,
            "it waits in `gitskills review`",
            name,
        )


def _patch(owner: Owner) -> Sample:
    return Sample(action=Action.PATCH, had=SOUND.folder(), skills=(entry("uv-not-pip", "x", owner),))


RULE = Rule(
    id=ID,
    number="V10",
    sentence="Only skills that gitskills wrote and nobody changed since are changed without a person.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        *map(_patch, (Owner.HAND, Owner.PROJECT, Owner.ADOPTED, Owner.FOREIGN)),
        Sample(action=Action.PATCH, had=SOUND.folder()),
        Sample(action=Action.RESTORE),
        Sample(action=Action.ARCHIVE, gone=True, had=SOUND.folder()),
        Sample(action=Action.MERGE, absorbs=("a",), skills=(entry("a", "x", Owner.HAND),)),
        Sample(action=Action.MERGE, absorbs=("a",), skills=(entry("a", "x", Owner.ADOPTED),)),
        Sample(action=Action.MERGE, absorbs=("a", "b"), skills=(entry("a", "x"),)),
    ),
    must_not_match=(
        SOUND,
        _patch(Owner.AGENT),
        Sample(action=Action.MERGE, absorbs=("a",), skills=(entry("a", "x"),)),
        Sample(action=Action.RESTORE, archived=(entry("uv-not-pip", "x"),)),
    ),
)
