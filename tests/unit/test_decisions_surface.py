"""What a person is shown to look at: five sections, always there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from gitskills.decisions.cited import cited
from gitskills.decisions.surface import (
    CONFLICTS,
    QUEUE,
    ROT,
    SECTIONS,
    STALE,
    TAGS,
    Ground,
    Line,
    surface,
)
from gitskills.model.decided import DecisionEvent, DecisionIndex
from gitskills.model.decision import Act, Candidate, Decision, Level, Pending, Waits
from gitskills.model.turn import Speaker
from tests.support.decisions import decision

TODAY = date(2026, 3, 10)
SQLITE = decision(1, "Use sqlite", "data/database", subject="database", predicate="is", object="sqlite")
GUESS = Candidate("Cache in memory", "data", "cache", Level.INFERRED, Speaker.AGENT)


def _event(act: Act, record: Decision, *, trusted: bool = True) -> DecisionEvent:
    return DecisionEvent("c0", "", act, record.id, record.topic.name, 0, f"decision: {act}", trusted=trusted)


def shown(
    *records: Decision,
    pending: Mapping[str, Pending] | None = None,
    ground: Ground | None = None,
    events: tuple[DecisionEvent, ...] = (),
    today: date = TODAY,
) -> Mapping[str, tuple[Line, ...]]:
    own = tuple(_event(Act.RECORD, record) for record in records)
    index = DecisionIndex(current={record.topic.name: record for record in records}, events=(*own, *events))
    return surface(index, pending or {}, ground or Ground(), today, frozenset({"ml"})).sections


@pytest.mark.promise("dec-S1", "dec-W8")
def test_every_section_is_there_when_there_is_nothing() -> None:
    assert tuple(shown()) == SECTIONS
    assert not any(shown(SQLITE).values())


@pytest.mark.promise("dec-S1", "dec-D11")
def test_what_waits_is_in_the_queue_and_can_be_promoted_or_dismissed() -> None:
    (line,) = shown(pending={"k1": Pending(GUESS, Waits.SWEEP)})[QUEUE]
    assert (line.key, line.answers) == ("k1", ("promote", "dismiss"))


@pytest.mark.promise("dec-S1", "dec-0")
def test_what_another_clone_decided_is_in_the_queue_until_it_is_accepted_here() -> None:
    came = _event(Act.SUPERSEDE, SQLITE, trusted=False)
    (line,) = shown(SQLITE, events=(came,))[QUEUE]
    assert (line.key, line.answers) == ("0001", ("validate", "supersede", "revoke"))
    assert "not accepted here" in line.why
    assert not shown(SQLITE, events=(came, _event(Act.VALIDATE, SQLITE)))[QUEUE]


@pytest.mark.promise("dec-S2")
def test_a_decision_rots_after_ninety_days_without_a_word() -> None:
    assert not shown(SQLITE, today=date(2026, 5, 29))[ROT]
    (line,) = shown(SQLITE, today=date(2026, 5, 30))[ROT]
    assert (line.key, line.answers) == ("0001", ("validate", "supersede", "revoke"))
    assert not shown(decision(1, "x", last_validated="2026-05-01"), today=date(2026, 5, 30))[ROT]


@pytest.mark.promise("dec-W12")
def test_what_was_to_hold_until_a_day_is_shown_behind_it() -> None:
    (line,) = shown(decision(1, "Freeze the API", valid_until="2026-03-09"))[ROT]
    assert "2026-03-09" in line.why
    assert not shown(decision(1, "Freeze the API", valid_until="2026-03-10"))[ROT]


@pytest.mark.promise("dec-S3", "dec-W11")
def test_same_subject_and_predicate_with_another_object_is_a_conflict_however_alike() -> None:
    other = decision(2, "Use postgres", "data/store", subject="Database", predicate="is", object="postgres")
    keys = [line.key for line in shown(SQLITE, other)[CONFLICTS]]
    assert keys == ["0001", "0002"]
    weaker = decision(2, "x", "data/store", subject="database", predicate="is", object="y", confidence=Level.INFERRED)
    assert not shown(SQLITE, weaker)[CONFLICTS]


@pytest.mark.promise("dec-S3")
def test_decisions_that_say_nothing_of_a_subject_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Decision] = []

    def counted(one: Decision, _other: Decision) -> bool:
        compared.append(one)
        return False

    monkeypatch.setattr("gitskills.decisions.surface.contradict", counted)
    assert not shown(*(decision(number, "x", f"data/t{number}") for number in range(1, 60)))[CONFLICTS]
    assert compared == []


@pytest.mark.promise("dec-S3")
def test_a_conflicts_candidate_waits_with_what_it_meets() -> None:
    (line,) = shown(SQLITE, pending={"k": Pending(GUESS, Waits.CONFLICT, "0001")})[CONFLICTS]
    assert "0001" in line.why


@pytest.mark.promise("dec-S4", "dec-W24")
def test_a_symbol_is_stale_only_where_no_code_holds_it_whole() -> None:
    record = decision(1, "Keep `FooBar` in `src/app.py`")
    assert not shown(record, ground=Ground(symbols=frozenset({"FooBar"})))[STALE]
    (line,) = shown(record, ground=Ground(symbols=frozenset({"FooBarBaz"})))[STALE]
    assert "FooBar" in line.why
    (line,) = shown(record, ground=Ground(gone=frozenset({"src/app.py"}), symbols=frozenset({"FooBar"})))[STALE]
    assert "src/app.py" in line.why


@pytest.mark.promise("dec-W24")
def test_what_could_not_be_looked_at_is_said_and_nothing_is_called_stale() -> None:
    index = DecisionIndex(current={"tooling/a": decision(1, "Keep `FooBar`", "tooling/a")})
    found = surface(index, {}, Ground(fault="git grep took too long"), TODAY, frozenset())
    assert (found.sections[STALE], found.faults[STALE]) == ((), "git grep took too long")


@pytest.mark.promise("dec-S4")
def test_a_cited_file_that_changed_since_asks_for_another_look() -> None:
    record = decision(1, "Keep the port in one place", files_touched=("src/port.py",))
    (line,) = shown(record, ground=Ground(changed={"0001": frozenset({"src/port.py"})}))[STALE]
    assert line.why == "changed since: src/port.py"


@pytest.mark.promise("dec-W12")
def test_proposed_tags_are_counted_until_they_are_taken_up() -> None:
    records = [decision(n, "x", f"data/x{n}", tags=("data", "proposed:search", "proposed:ml")) for n in (1, 2)]
    (line,) = shown(*records)[TAGS]
    assert (line.key, line.answers) == ("proposed:search", ("take up", "refuse"))
    assert "2" in line.why


@pytest.mark.promise("dec-S6")
def test_a_topic_that_is_decided_again_and_again_is_shown() -> None:
    again = tuple(
        DecisionEvent(f"c{n}", "", Act.SUPERSEDE, "0001", SQLITE.topic.name, n, "decision: supersede") for n in range(3)
    )
    assert not shown(SQLITE, events=again[:2])[QUEUE]
    (line,) = shown(SQLITE, events=again)[QUEUE]
    assert "3 times" in line.why


def test_only_what_is_surely_code_counts_as_cited() -> None:
    words = (
        "Use `sqlite`, `npm run build`, `src/db/open.py`, `Store.open()`, `max_size`, `https://x.example/a` and `e.g.`"
    )
    found = cited(decision(1, words))
    assert (found.paths, found.symbols) == (("src/db/open.py",), ("open", "max_size"))
