"""What the team's policy file rules out: skills and categories that are muted, actions that are off, landing unseen."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.policy import Policy
from gitskills.model.proposal import Action
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import POLICY_PATH
from gitskills.skillfile.policyfile import is_muted
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "policy"
HINT = f"let it be; {POLICY_PATH} on the branch says so, and the team can change it"


def check(material: Material) -> Iterator[Violation]:
    proposal, policy = material.case.proposal, material.case.snapshot.policy
    if proposal is None:
        return
    if proposal.action in policy.off:
        yield Violation(ID, f"{proposal.action} is switched off", Severity.REJECT, HINT)
    skills = material.case.snapshot.skills
    for name in filter(None, (proposal.name, *proposal.absorbs, proposal.absorbed_into)):
        known = skills[name].category if name in skills else ""
        if is_muted(policy, name, known) or is_muted(policy, name, proposal.category):
            yield Violation(ID, f"{name} is muted", Severity.REJECT, HINT, name)
    if policy.review_all:
        yield Violation(ID, "the team looks at everything first", Severity.REVIEW, "it waits in `gitskills review`")


def _under(policy: Policy, **how: object) -> Sample:
    return Sample(policy=policy, **how)  # type: ignore[arg-type]


RULE = Rule(
    id=ID,
    number="V14",
    sentence="What the team's policy mutes or switches off is neither learned nor changed.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        _under(Policy(mute=frozenset({"uv-not-pip"}))),
        _under(Policy(mute_categories=frozenset({"style"})), category="Style"),
        _under(Policy(off=frozenset({"add"}))),
        _under(Policy(review_all=True)),
        _under(Policy(mute=frozenset({"a"})), action=Action.MERGE, absorbs=("a",)),
    ),
    must_not_match=(
        SOUND,
        _under(Policy(mute=frozenset({"other"}), mute_categories=frozenset({"style"}), off=frozenset({"merge"}))),
    ),
)
