"""A family of safety (LOOP V5): patterns over all texts of a skill, as one rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gitskills.model.ruling import Violation
from gitskills.validate.material import Material
from gitskills.validate.rule import Check, ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample
from gitskills.validate.scan import Pattern, scan


@dataclass(frozen=True, slots=True)
class Family:
    """The samples are bodies; `further` finds what no pattern can say."""

    id: str
    sentence: str
    hint: str
    patterns: tuple[Pattern, ...]
    must_match: tuple[str, ...]
    must_not_match: tuple[str, ...]
    further: Check | None = None

    def check(self, material: Material) -> Iterator[Violation]:
        yield from scan(material, self.id, self.hint, self.patterns)
        if self.further:
            yield from self.further(material)

    def rule(self) -> Rule:
        return Rule(
            self.id,
            "V5",
            self.sentence,
            self.hint,
            self.check,
            ForPerson.ERROR,
            must_match=tuple(Sample(body=body) for body in self.must_match),
            must_not_match=(SOUND, *(Sample(body=body) for body in self.must_not_match)),
        )
