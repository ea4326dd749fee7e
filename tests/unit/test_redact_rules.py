"""Every rule keeps the promises of its own samples, and its shape keeps it linear."""

from __future__ import annotations

import re
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from gitskills.redact import Redactor
from gitskills.redact.rule import Rule
from gitskills.redact.rules import RULES
from tests.support.samples import unmarked

pytestmark = pytest.mark.promise("C7")

FLOOR = Redactor(maintained=False)
MUST = [pytest.param(rule, sample, id=f"{rule.id}-{n}") for rule in RULES for n, sample in enumerate(rule.must_match)]
MUST_NOT = [
    pytest.param(rule, sample, id=f"{rule.id}-{n}") for rule in RULES for n, sample in enumerate(rule.must_not_match)
]
# Longest that a rule may read on from one key where it can't know by a left edge that it read there before.
BOUND = 1024


def marked(text: str) -> str:
    pieces, last = [], 0
    for finding in FLOOR.find(text):
        pieces += [text[last : finding.start], "«", text[finding.start : finding.end], "»"]
        last = finding.end
    return "".join([*pieces, text[last:]])


@pytest.mark.parametrize(("rule", "sample"), MUST)
def test_a_rule_takes_exactly_what_its_sample_marks(rule: Rule, sample: str) -> None:
    text = unmarked(sample)
    assert rule.id in {finding.rule for finding in FLOOR.find(text)}
    assert marked(text) == sample.replace("¦", "")


@pytest.mark.parametrize(("rule", "sample"), MUST_NOT)
def test_a_rule_leaves_its_look_alikes(rule: Rule, sample: str) -> None:
    assert rule.id not in {finding.rule for finding in FLOOR.find(unmarked(sample))}


@pytest.mark.parametrize(("rule", "sample"), MUST)
def test_a_redacted_sample_shows_nothing_of_the_secret(rule: Rule, sample: str) -> None:
    text, _count = FLOOR.redact(unmarked(sample))
    for secret in re.findall("«(.+?)»", sample.replace("¦", ""), re.DOTALL):
        assert secret not in text


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_samples_both_ways_and_a_plain_name(rule: Rule) -> None:
    assert rule.must_match
    assert rule.must_not_match
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", rule.id)
    assert len(rule.id) <= 40


def _unbounded(parsed: Any) -> list[object]:
    """The repeats of a pattern that have no upper bound."""
    found: list[object] = []
    stack: list[Any] = [parsed]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple) and item and item[0] in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            operation, (_least, most, body) = item
            if most is sre.MAXREPEAT and operation is not sre.POSSESSIVE_REPEAT:
                found.append(item)
            stack.append(body)
        elif isinstance(item, (tuple, list)) or hasattr(item, "data"):
            stack.extend(list(getattr(item, "data", item)))
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_pattern_repeats_without_bound_unless_possessive(rule: Rule) -> None:
    assert not _unbounded(_parser.parse(rule.pattern.encode()))
    assert not _unbounded(_parser.parse(rule.before.encode()))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_pattern_reads_a_bounded_way_or_stands_behind_a_left_edge_or_a_key_it_can_not_repeat(rule: Rule) -> None:
    _least, most = _parser.parse(rule.pattern.encode()).getwidth()
    edged = rule.pattern.startswith((r"(?:(?<!", r"(?<!"))
    # What these take can't hold their own keys, so no text is read twice.
    once = rule.id in {"private-key", "putty-key", "encrypted-secret", "bearer-token", "cookie"}
    assert most <= BOUND or edged or once


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_key_is_so_common_that_every_letter_is_a_hit(rule: Rule) -> None:
    for key in rule.keys:
        assert len(key) >= 2 or key in "@+"


HERE = Path(__file__)
SOURCES = [*(HERE.parents[2] / "gitskills" / "redact").rglob("*.py"), HERE, HERE.with_name("test_redact.py")]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_no_sample_looks_like_a_secret_in_its_source(source: Path) -> None:
    personal = {"email", "phone", "card", "iban", "social-security-number", "home-name", "ip-address"}
    text = source.read_text("utf-8")
    assert [text[f.start : f.end] for f in FLOOR.find(text) if f.rule not in personal] == []
