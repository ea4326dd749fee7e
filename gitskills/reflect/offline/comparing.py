"""A lesson beside what is known already: said again, it is nothing; more of it, a patch; its opposite takes the old one's place.

Invariant: only a skill that gitskills may change is changed, and only where the text to replace stands there once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gitskills.model.proposal import Action, Proposal
from gitskills.model.skill import KnownSkill, Owner
from gitskills.reflect.offline.gist import Gist, Relation, gist, relate

Nearest = Callable[[str], Sequence[KnownSkill]]

MOST_LINES = 20  # lines of a body that still takes another rule
CHANGEABLE = frozenset({Owner.AGENT, Owner.ADOPTED})
_DRESSING = ("**", "#", "```", ">", "|", "<")
_ORDER = (Relation.SAME, Relation.AGAINST, Relation.MORE, Relation.BESIDE)


def nothing_known(_text: str) -> tuple[KnownSkill, ...]:
    """Where there is no library to compare with."""
    return ()


def compared(proposals: Iterable[Proposal], nearest: Nearest) -> list[Proposal]:
    """What is left to propose where `nearest` finds the skills most like a text. One skill is changed once."""
    found: dict[tuple[str, str], Proposal] = {}
    for proposal in proposals:
        for made in _compared(proposal, nearest(f"{proposal.description}\n{proposal.body}")):
            found.setdefault((made.scope, made.name), made)
    return list(found.values())


def _compared(proposal: Proposal, skills: Sequence[KnownSkill]) -> Sequence[Proposal]:
    mine = gist(rule_of(proposal.body))
    standing = [(_standing(mine, proposal, skill), skill) for skill in skills]
    for relation in _ORDER:
        for how, skill in standing:
            if how is not relation:
                continue
            if relation is Relation.SAME:
                return ()
            if skill.entry.owner in CHANGEABLE and skill.entry.scope is proposal.scope:
                return _change(proposal, relation, skill, mine)
    return (proposal,)


def rule_of(body: str) -> str:
    """The sentence that a body of ours begins with."""
    return body.split("\n", 1)[0]


def _standing(mine: Gist, proposal: Proposal, skill: KnownSkill) -> Relation:
    """The strongest of how the lesson stands to each line of the skill; one of the same name is about the same matter."""
    found = _relations(mine, skill)
    named = {Relation.BESIDE} if skill.entry.name == proposal.name else set()
    return next((relation for relation in _ORDER if relation in found | named), Relation.STRANGER)


def _relations(mine: Gist, skill: KnownSkill) -> set[Relation]:
    lines = (skill.entry.description.partition(": ")[2], skill.entry.description, *rules(skill.body))
    return {relate(mine, gist(line)) for line in lines}


def says_already(body: str, skill: KnownSkill) -> bool:
    """Whether a lesson with this body only says, perhaps in more words, what the skill does."""
    return bool(_relations(gist(rule_of(body)), skill) & {Relation.SAME, Relation.MORE})


def rules(body: str) -> list[str]:
    """The lines of a body that lay something down."""
    return [line.strip() for line in body.splitlines() if line.strip() and not line.lstrip().startswith(_DRESSING)]


def _change(proposal: Proposal, relation: Relation, skill: KnownSkill, mine: Gist) -> Sequence[Proposal]:
    """A patch of the line that it is about; where name or description say the opposite, archive and add, or an update."""
    new, lines = rule_of(proposal.body), rules(skill.body)
    about = [line for line in lines if relate(mine, gist(line)) is relation]
    if relation is Relation.AGAINST and len(lines) <= 1:
        name = gist(skill.entry.name.replace("-", " "))
        if relate(mine, name) is relation or _opposed(mine, name):
            return (_archived(proposal, skill), proposal)
        return (_updated(proposal, skill, proposal.body),)
    if relation is Relation.AGAINST and relate(mine, gist(skill.entry.description)) is relation:
        return (_updated(proposal, skill, _replaced(skill.body, about[:1], new)),)
    if relation is Relation.BESIDE or not about:
        patch = _patch(proposal, skill, lines[-1:], f"{lines[-1]}\n\n{new}") if lines else None
    else:
        patch = _patch(proposal, skill, about[:1], new)
    return (patch or proposal,)


def _opposed(mine: Gist, name: Gist) -> bool:
    """Whether a name asks for what the rule bans, or bans what it asks for: a name is too short for more to be asked."""
    return bool(mine.wants & name.shuns or mine.shuns & name.wants)


def _archived(proposal: Proposal, skill: KnownSkill) -> Proposal:
    """A name can't be changed: the skill that says the opposite goes, and the new one comes under its own."""
    reason = f"The user says the opposite now: {proposal.description.rstrip('.')}."
    return replace(
        proposal, action=Action.ARCHIVE, name=skill.entry.name, category="", description="", body="", reason=reason
    )


def _updated(proposal: Proposal, skill: KnownSkill, body: str) -> Proposal:
    return replace(proposal, action=Action.UPDATE, name=skill.entry.name, body=body, reason=_reason(proposal, skill))


def _replaced(body: str, old: Sequence[str], new: str) -> str:
    return body.replace(old[0], new, 1) if old else f"{body.rstrip()}\n\n{new}\n"


def _patch(proposal: Proposal, skill: KnownSkill, old: Sequence[str], new: str) -> Proposal | None:
    """The line with the break before it: its words may stand in the description, too."""
    text = f"\n\n{skill.body.strip()}\n"
    place = f"\n{old[0]}\n"
    if text.count(place) != 1 or len(rules(text)) >= MOST_LINES:
        return None
    return replace(
        proposal,
        action=Action.PATCH,
        name=skill.entry.name,
        description="",
        body="",
        old_text=place,
        new_text=f"\n{new}\n",
        reason=_reason(proposal, skill),
    )


def _reason(proposal: Proposal, skill: KnownSkill) -> str:
    return f"{proposal.reason} The skill {skill.entry.name} is about the same."
