"""Every rule finds what its samples say it must, nothing in those it must not, and tells what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from gitskills.model.ruling import Severity
from gitskills.validate.material import gather
from gitskills.validate.rule import Rule
from gitskills.validate.rules import CONFIDENTIAL, RULES
from gitskills.validate.sample import Sample

PAIRS = [
    (rule, sample, wanted)
    for rule in RULES.values()
    for wanted, samples in ((True, rule.must_match), (False, rule.must_not_match))
    for sample in samples
]


@dataclass(frozen=True)
class Token:
    rule: str


def find_secrets(text: str) -> list[Token]:
    """Stands for the redactor, whose own tests are elsewhere: tokens of one known form."""
    return [Token("gitlab-token") for _ in re.findall(r"glpat-\w{20}", text)]


@pytest.mark.promise("V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V14")
@pytest.mark.parametrize(
    ("rule", "sample", "wanted"),
    PAIRS,
    ids=[f"{rule.id}-{'finds' if wanted else 'spares'}-{number}" for number, (rule, _, wanted) in enumerate(PAIRS)],
)
def test_each_rule_finds_its_samples_and_spares_the_others(rule: Rule, sample: Sample, wanted: bool) -> None:
    found = rule.find(gather(sample.case(), find_secrets, None))
    assert bool(found) is wanted, [violation.message for violation in found]
    assert all(violation.rule == rule.id and violation.message and violation.hint for violation in found)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_each_rule_has_samples_of_both_kinds_a_sentence_and_a_hint(rule: Rule) -> None:
    assert rule.must_match
    assert rule.must_not_match
    assert rule.sentence.endswith(".")
    assert rule.hint
    assert re.fullmatch(r"V\d+", rule.number)


@pytest.mark.promise("V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V14")
def test_every_line_of_the_specification_from_v1_to_v14_has_a_rule() -> None:
    numbers = {rule.number for rule in RULES.values()}
    assert numbers == {f"V{number}" for number in range(1, 15)} - {"V13"}  # V13 is how the rules apply to persons


@pytest.mark.promise("V5")
def test_a_mention_of_something_dangerous_is_looked_at_and_not_refused() -> None:
    for rule in RULES.values():
        if rule.id in CONFIDENTIAL - {"secret"}:
            severities = {
                violation.severity
                for sample in rule.must_match
                for violation in rule.find(gather(sample.case(), find_secrets, None))
            }
            assert Severity.REJECT in severities
