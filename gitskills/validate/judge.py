"""Judging: every rule on one case, and the decision from what they found. Both are pure and give the same answer twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitskills.model.case import Case
from gitskills.model.ruling import Outcome, Severity, Violation
from gitskills.skillfile.similar import Similarity
from gitskills.validate.material import FindSecrets, gather
from gitskills.validate.rules import CONFIDENTIAL, RULES
from gitskills.validate.rules.landing import crowded


def judge(case: Case, find_secrets: FindSecrets, similar: Similarity | None = None) -> tuple[Violation, ...]:
    """What the rules find. `similar` holds the terms of the snapshot's skills by name; give it where many are judged."""
    material = gather(case, find_secrets, similar)
    return tuple(violation for rule in RULES.values() for violation in rule.find(material))


def decide(case: Case, violations: Sequence[Violation]) -> Outcome:
    """What becomes of the case: a rejection wins, then a person's look, then the caps."""
    severities = {violation.severity for violation in violations}
    if Severity.REJECT in severities:
        return Outcome.REJECTED
    if Severity.REVIEW in severities and not case.approved:
        return Outcome.REVIEW
    return Outcome.WAITING if crowded(case) else Outcome.LANDED


def for_model(violation: Violation) -> Violation:
    """What a model may see: of a safety or secret finding the rule's id alone, so that it can't be written around."""
    if violation.rule not in CONFIDENTIAL:
        return violation
    rule = RULES[violation.rule]
    return replace(violation, message=rule.sentence, hint=rule.hint, path="", span="")
