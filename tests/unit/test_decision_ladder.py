"""Which decision takes another's place: level, then speaker; and the vocabularies, which are closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gitskills.decisions.ladder import Refusal, agree, contradict, weigh
from gitskills.decisions.vocabulary import category, is_date, is_over, misfits
from gitskills.model.decision import Decision, Level, Outcome, Status
from gitskills.model.turn import Speaker
from tests.support.deciding import quoted, record

TODAY = "2026-11-30"
USER, COMMAND, AGENT = Speaker.USER, Speaker.COMMAND, Speaker.AGENT
EXPLICIT, CONFIRMED, INFERRED, ASSUMED = Level.EXPLICIT, Level.CONFIRMED, Level.INFERRED, Level.ASSUMED


def against(prior: tuple[Level, Speaker], new: tuple[Level, Speaker], supersedes: str = "") -> Refusal | None:
    old = record("0001", level=prior[0], speaker=prior[1])
    fresh = record("", "Use Postgres", level=new[0], speaker=new[1])
    return weigh(old, fresh, supersedes, TODAY)


@pytest.mark.promise("dec-0", "dec-O2", "dec-O5", "dec-W3")
@pytest.mark.parametrize(
    ("prior", "new"),
    [
        ((CONFIRMED, USER), (EXPLICIT, USER)),
        ((ASSUMED, USER), (INFERRED, AGENT)),
        ((CONFIRMED, USER), (EXPLICIT, AGENT)),
        ((EXPLICIT, AGENT), (EXPLICIT, USER)),
        ((EXPLICIT, AGENT), (EXPLICIT, COMMAND)),
        ((EXPLICIT, COMMAND), (EXPLICIT, USER)),
        ((CONFIRMED, AGENT), (CONFIRMED, COMMAND)),
        ((INFERRED, USER), (INFERRED, USER)),
        ((INFERRED, USER), (INFERRED, AGENT)),
        ((ASSUMED, AGENT), (ASSUMED, AGENT)),
    ],
)
def test_what_is_surer_or_may_be_overwritten_gives_way(
    prior: tuple[Level, Speaker], new: tuple[Level, Speaker]
) -> None:
    assert against(prior, new) is None


@pytest.mark.promise("dec-0", "dec-O3", "dec-O4", "dec-W26")
@pytest.mark.parametrize(
    ("prior", "new", "outcome"),
    [
        ((EXPLICIT, USER), (EXPLICIT, USER), Outcome.CONFLICT),
        ((CONFIRMED, USER), (CONFIRMED, USER), Outcome.CONFLICT),
        ((EXPLICIT, AGENT), (EXPLICIT, AGENT), Outcome.CONFLICT),
        ((EXPLICIT, USER), (EXPLICIT, AGENT), Outcome.REFUSED),
        ((EXPLICIT, USER), (EXPLICIT, COMMAND), Outcome.REFUSED),
        ((EXPLICIT, AGENT), (CONFIRMED, USER), Outcome.REFUSED),
        ((INFERRED, AGENT), (ASSUMED, USER), Outcome.REFUSED),
    ],
)
def test_what_stands_as_firm_is_kept_and_named(
    prior: tuple[Level, Speaker], new: tuple[Level, Speaker], outcome: Outcome
) -> None:
    refused = against(prior, new)
    assert refused is not None
    assert (refused.outcome, "0001" in refused.sentence) == (outcome, True)


@pytest.mark.promise("dec-O6", "dec-O7")
def test_a_named_prior_is_replaced_whatever_its_level_but_no_other() -> None:
    assert against((EXPLICIT, USER), (ASSUMED, USER), "0001") is None
    refused = against((EXPLICIT, USER), (EXPLICIT, USER), "0002")
    assert refused is not None
    assert "0002" in refused.sentence


@pytest.mark.promise("dec-0", "dec-W26")
def test_an_agent_never_sets_aside_what_the_user_decided_not_even_by_name() -> None:
    assert against((EXPLICIT, USER), (EXPLICIT, AGENT), "0001") is not None
    assert against((EXPLICIT, AGENT), (INFERRED, AGENT), "0001") is None


@pytest.mark.promise("dec-W12")
def test_a_decision_whose_time_is_over_and_one_that_is_only_proposed_stand_in_nobodys_way() -> None:
    new = record("", "Use Postgres", level=ASSUMED, speaker=AGENT)
    over = record("0001", valid_until="2026-11-29")
    assert weigh(over, new, "", TODAY) is None
    assert weigh(replace(over, valid_until=TODAY), new, "", TODAY) is not None
    assert weigh(record("0001", status=Status.PROPOSED), new, "", TODAY) is None
    assert is_over("2026-11-29", TODAY)
    assert not is_over("", TODAY)


@pytest.mark.promise("dec-W11")
def test_another_object_of_the_same_subject_and_predicate_contradicts_however_alike_the_words_are() -> None:
    spo = {"subject": "tests", "predicate": "runner"}
    one = record("0001", "We run the tests with pytest", "tests", **spo, object="pytest")
    other = record("0002", "We run the tests with unittest", "unit tests", **spo, object="unittest")
    assert contradict(one, other)
    assert not agree(one, other)
    assert not contradict(one, replace(other, object=" PyTest "))
    assert not contradict(one, replace(other, predicate="framework"))
    assert not contradict(replace(one, subject=""), replace(other, subject=""))


def test_the_same_said_in_other_letters_agrees() -> None:
    assert agree(record(decision="Use SQLite."), record("0002", decision="use  sqlite."))


# --- vocabularies ---


@pytest.mark.promise("dec-C4")
@pytest.mark.parametrize(
    "wrong",
    [
        {"tags": ("nope",)},
        {"tags": ("proposed:",)},
        {"tags": ("proposed:No Tag",)},
        {"source": "guess"},
        {"tool": "vi"},
        {"task_category": "play"},
        {"domain": "x"},
        {"goal": "x"},
        {"type": "x"},
        {"confidence_source": "x"},
        {"confirmation_count": -1},
        {"valid_until": "tomorrow"},
        {"valid_until": "2026-02-30"},
        {"valid_until": "20261130"},
        {"primary_tag": "nope"},
        {"primary_tag": "proposed-x"},
    ],
)
def test_a_word_that_is_in_no_vocabulary_is_named(wrong: dict[str, Any]) -> None:
    told = next(misfits(record(**wrong)))
    assert str(next(iter(wrong.values()))).strip("(),'") in told


@pytest.mark.promise("dec-C4")
def test_a_proposed_tag_is_a_tag_only_and_a_policy_lets_tags_in() -> None:
    made = record(tags=("proposed:search", "data"))
    assert list(misfits(made)) == []
    assert made.tags == ("data", "proposed:search")
    assert list(misfits(record(primary_tag="search"), frozenset({"search"}))) == []
    assert list(misfits(replace(made, tags=("ui",)))) != []


def test_days_of_the_calendar_are_dates() -> None:
    assert [is_date(text) for text in ("2026-11-30", "2026-11-30T10:00:00Z", "2026-13-01", "2026", "x")] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.promise("dec-C5")
@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Fix the race by a lock", "bugfix"),
        ("Add a cache", "feature"),
        ("Rename the module", "refactor"),
        ("Clean up imports", "refactor"),
        ("Investigate the leak", "research"),
        ("Say it in the README", "docs"),
        ("Migrate to uv", "migration"),
        ("Spike with Rust", "experiment"),
        ("Set it in env", "config"),
        ("Use SQLite", "unknown"),
        ("Fix it and add a test", "unknown"),
        ("The address of the prefix", "unknown"),
    ],
)
def test_the_kind_of_work_is_read_off_one_cue_and_stays_unknown_between_two(title: str, kind: str) -> None:
    assert category(title) == kind


# --- where a confidence comes from ---


def origin(**more: Any) -> tuple[str, str, str]:
    made: Decision = record(**more)
    return made.confidence_source, made.author, made.tool


@pytest.mark.promise("dec-C6", "dec-D14", "dec-W26")
def test_whose_word_it_is_is_told_as_it_is() -> None:
    auto = {"source": "", "evidence": (quoted("let's go"),)}
    assert origin() == ("user_statement", "ada", "manual")
    assert origin(**auto) == ("user_statement", "auto", "claude-code")
    assert origin(speaker=AGENT, **auto) == ("ai_inference", "auto", "claude-code")
    assert origin(speaker=COMMAND, **auto) == ("tool_extraction", "auto", "claude-code")
    assert origin(speaker=Speaker.OTHER, source="migration") == ("external_import", "auto", "migration")
    assert origin(speaker=AGENT, source="", confidence_source="user_statement")[0] == "ai_inference"
    assert record(speaker=AGENT, source="").source == "auto-explicit"
    assert record(level=INFERRED, source="").source == "auto-inferred"


def test_the_project_is_the_entitys_prefix_else_the_folder() -> None:
    assert record(entity="billing:storage").project == "billing"
    assert record().project == "shop"
    assert record(entity="billing:storage", project="web").project == "web"
