"""Two clones decide apart and share the branch: whichever merges, the same records under the same ids, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.decisions.decided import read_decided, record_of
from gitskills.app.decisions.deciding import decide, revoke, validate
from gitskills.decisions.index import find, past
from gitskills.model.decided import DecisionIndex, Past
from gitskills.model.decision import Candidate, Decided, Level, Outcome, Status
from gitskills.model.turn import Speaker
from gitskills.state.decisions import pending_decisions
from tests.support.clones import Clone, another, begin, passes, unite_both
from tests.support.deciding import asked, quoted
from tests.support.teaching import here

GUESS = Level.INFERRED


@pytest.fixture
def one(tmp_path: Path) -> Clone:
    made = begin(tmp_path / "one")
    said(made, asked("Use SQLite"))
    return made


@pytest.fixture
def two(one: Clone, tmp_path: Path) -> Clone:
    return another(one, tmp_path / "two")


def said(clone: Clone, wanted: Candidate, supersedes: str = "") -> Decided:
    context = here(clone.path)
    done = decide(context, context.need_project(), wanted, supersedes=supersedes)
    assert done.outcome is Outcome.LANDED, done.sentence
    return done


def index(clone: Clone) -> DecisionIndex:
    context = here(clone.path)
    return read_decided(context, context.need_project())


def standing(clone: Clone) -> dict[str, tuple[str, str]]:
    return {name: (found.id, found.title) for name, found in index(clone).current.items()}


def asked_of(clone: Clone) -> list[tuple[str, str]]:
    waiting = pending_decisions(here(clone.path).need_project().state).entries()
    return [(one.candidate.title, one.against) for _, one in waiting]


@pytest.mark.promise("dec-0")
def test_decisions_on_two_topics_that_took_the_same_id_keep_apart_and_the_old_id_leads_on(
    one: Clone, two: Clone
) -> None:
    said(one, asked("Log as JSON", "logs"))
    said(two, asked("Cache in memory", "cache"))
    unite_both(one, two)
    found = standing(one)
    assert sorted(id_ for id_, _ in found.values()) == ["0001", "0002", "0003"]
    (renumbered,) = [each for each in index(one).current.values() if each.aliases]
    assert (renumbered.id, renumbered.aliases) == ("0003", ("0002",))
    first = {each.topic: each.commit for each in index(one).events if each.act == "record"}
    keeps = next(name for name, (id_, _) in found.items() if id_ == "0002")
    assert first[keeps] < first[renumbered.topic.name]
    assert find(index(two), "0003") == renumbered
    assert said(one, asked("x", "x")).id == "0004"
    assert past(index(one)) == ()
    said(one, asked("Otherwise", renumbered.entity), supersedes="0003")
    assert [(gone.id, gone.by) for gone in past(index(one))] == [("0003", "0005")]


@pytest.mark.promise("dec-0", "dec-O2")
def test_two_decisions_on_one_topic_are_settled_by_the_ladder_and_the_weaker_stays_in_history(
    one: Clone, two: Clone
) -> None:
    own = asked(
        "Log as text", "logs", speaker=Speaker.AGENT, source="", evidence=(quoted("I'll log text", Speaker.AGENT),)
    )
    said(one, own)
    said(two, asked("Log as JSON", "logs"))
    unite_both(one, two)
    assert standing(one)["data/logs"][1] == "Log as JSON"
    assert asked_of(one) == asked_of(two) == []
    (gone,) = past(index(one))
    record = record_of(here(one.path).need_project(), gone)
    assert record is not None
    assert (gone.status, record.title) == (Status.SUPERSEDED, "Log as text")


@pytest.mark.promise("dec-0", "dec-S3", "dec-S5")
def test_of_two_equals_one_stays_and_both_people_are_asked_about_the_other(one: Clone, two: Clone) -> None:
    said(one, asked("Log as JSON", "logs"))
    said(two, asked("Log as text", "logs"))
    unite_both(one, two)
    kept = standing(one)["data/logs"]
    assert kept[1] in {"Log as JSON", "Log as text"}
    (lost,) = {"Log as JSON", "Log as text"} - {kept[1]}
    asked_anywhere = {*asked_of(one), *asked_of(two)}
    assert asked_anywhere == {(lost, kept[0])}


@pytest.mark.promise("dec-0")
def test_a_supersession_here_and_a_validation_there_are_one_whole_record(one: Clone, two: Clone) -> None:
    said(one, asked("Use Postgres", context="Two writers."), supersedes="0001")
    context = here(two.path)
    validate(context, context.need_project(), "0001")
    unite_both(one, two)
    (found,) = index(two).current.values()
    assert (found.title, found.supersedes, found.confirmation_count, found.context) == (
        "Use Postgres",
        "0001",
        0,
        "Two writers.",
    )
    gone = find(index(two), "0001")
    assert isinstance(gone, Past)
    assert gone.by == found.id


@pytest.mark.promise("dec-0", "dec-O8")
def test_a_revocation_here_holds_against_a_validation_there(one: Clone, two: Clone) -> None:
    context = here(one.path)
    revoke(context, context.need_project(), "0001", "no")
    there = here(two.path)
    validate(there, there.need_project(), "0001")
    unite_both(one, two)
    assert standing(one) == {}
    assert said(two, asked("Use Postgres")).id == "0002"


@pytest.mark.promise("dec-0")
def test_both_that_validated_are_counted_and_every_merge_passes_check(one: Clone, two: Clone) -> None:
    said(two, asked("Log as JSON", "logs"))  # else both would make the very same commit in the same second
    for clone in (one, two, two):
        context = here(clone.path)
        validate(context, context.need_project(), "0001")
    unite_both(one, two)
    found = index(one).current["data/storage"]
    assert found.confirmation_count == 3
    for clone in (one, two):
        passes(clone, "main..skills")


@pytest.mark.promise("dec-0")
def test_a_record_that_somebody_broke_yields_to_the_one_that_can_be_read(one: Clone, two: Clone) -> None:
    path = ".gitskills/decisions/data/storage.md"
    one.made.commit_on("skills", "broken", {path: "not a record\n"})
    said(two, asked("Use Postgres"), supersedes="0001")
    unite_both(one, two)
    assert standing(one)["data/storage"][1] == "Use Postgres"
