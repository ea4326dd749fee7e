"""Attacks, honest skills, secrets and look-alikes of real developer life; how each was measured stands in its own file."""

from __future__ import annotations

import json

import pytest

from gitskills.model.ruling import Severity
from gitskills.redact import Redactor
from gitskills.validate.material import gather
from gitskills.validate.rules import RULES, SAFETY, hostsurface
from gitskills.validate.sample import Sample
from tests.support.corpus import filled, proposed, skills

ATTACKS, HONEST = skills("attacks.txt"), skills("honest.txt")
SECRETS, LOOK_ALIKES = list(filled("secrets.txt")), list(filled("lookalikes.txt"))
FLOOR = Redactor(maintained=False)
SHOWN = 7  # so many characters of a secret tell too much


def outcome(sample: Sample, *, as_proposed: bool = True) -> Severity | None:
    names = SAFETY if as_proposed else SAFETY | {hostsurface.ID}
    material = gather((proposed(sample) if as_proposed else sample).case(), lambda _: (), None)
    severities = {violation.severity for name in names for violation in RULES[name].find(material)}
    return next((each for each in (Severity.REJECT, Severity.REVIEW) if each in severities), None)


@pytest.mark.parametrize("family", ATTACKS)
def test_no_attack_of_the_corpus_lands(family: str) -> None:
    as_proposed = not family.startswith("hostsurface")
    assert [item.body for item in ATTACKS[family] if outcome(item, as_proposed=as_proposed) is None] == []


def test_no_honest_skill_of_the_corpus_is_refused_and_few_wait() -> None:
    outcomes = [outcome(item) for items in HONEST.values() for item in items]
    assert Severity.REJECT not in outcomes
    assert outcomes.count(Severity.REVIEW) <= len(outcomes) // 25


def test_the_corpora_are_large_enough_to_say_something() -> None:
    assert sum(map(len, ATTACKS.values())) >= 400
    assert sum(map(len, HONEST.values())) >= 350
    assert len(SECRETS) >= 100
    assert len(LOOK_ALIKES) >= 90


@pytest.mark.parametrize("escaped", [False, True], ids=["plain", "in-json"])
def test_no_secret_of_the_corpus_shows(escaped: bool) -> None:
    for text, secrets in SECRETS:
        form = json.dumps(text)[1:-1] if escaped else text
        redacted = FLOOR.redact(form)[0]
        for secret in secrets:
            hidden = json.dumps(secret)[1:-1] if escaped else secret
            pieces = [hidden[at : at + SHOWN] for at in range(max(1, len(hidden) - SHOWN + 1))]
            assert [piece for piece in pieces if piece in redacted] == [], redacted
        assert FLOOR.redact(redacted)[0] == redacted


def test_no_look_alike_of_the_corpus_is_taken() -> None:
    assert [text for text, _ in LOOK_ALIKES if FLOOR.redact(text)[1]] == []
