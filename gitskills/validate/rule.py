"""What a rule is: an id, a sentence, a hint, a check, and samples that one test runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from gitskills.model.ruling import Severity, Violation
from gitskills.validate.material import Material
from gitskills.validate.sample import Sample

Check = Callable[[Material], Iterable[Violation]]


class ForPerson(Enum):
    """What the rule means for a commit that a person made (LOOP V13)."""

    ERROR = "error"
    WARNING = "warning"
    EXEMPT = "exempt"


@dataclass(frozen=True, slots=True)
class Rule:
    """`number` is the line of LOOP § 4; every sample of `must_match` violates it and none of `must_not_match` does."""

    id: str
    number: str
    sentence: str
    hint: str
    check: Check
    for_person: ForPerson
    must_match: tuple[Sample, ...]
    must_not_match: tuple[Sample, ...]

    def find(self, material: Material) -> tuple[Violation, ...]:
        """The rule's violations in the severity that they have for whoever asks."""
        if not material.person:
            return tuple(self.check(material))
        if self.for_person is ForPerson.EXEMPT:
            return ()
        found = self.check(material)
        return tuple(_softened(violation) if self._softens(violation) else violation for violation in found)

    def _softens(self, violation: Violation) -> bool:
        return self.for_person is ForPerson.WARNING or violation.severity is Severity.REVIEW


def _softened(violation: Violation) -> Violation:
    return Violation(violation.rule, violation.message, Severity.WARN, violation.hint, violation.path, violation.span)
