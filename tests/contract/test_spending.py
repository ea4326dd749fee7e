"""The record of what models took: whole after a kill, exact under a race, torn lines left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.model.spend import Budget, Spend
from gitskills.state.directory import StateDirectory
from gitskills.state.spending import all_spent, begin, record, spent_on
from tests.support.sources import ROOT

DAY = "2026-11-30"
BUDGET = Budget(tokens=100_000, runs=3)

RACER = """
import sys
from pathlib import Path
from gitskills.model.spend import Budget, Spend
from gitskills.state.directory import StateDirectory
from gitskills.state.spending import begin
spend = Spend(sys.argv[2], "2026-11-30", "a model", 1_000)
print(begin(StateDirectory(Path(sys.argv[1])), Budget(100_000, 3), spend) == "")
"""


@pytest.fixture
def state(tmp_path: Path) -> StateDirectory:
    return StateDirectory(tmp_path / "gitskills")


def spend(run: str, fresh: int = 10_000, ended: str = "", day: str = DAY) -> Spend:
    return Spend(run, day, "a model", fresh, ended=ended)


@pytest.mark.promise("S10")
def test_of_many_processes_only_as_many_begin_as_the_day_has_runs(state: StateDirectory) -> None:
    command = [sys.executable, "-c", RACER, str(state.root)]
    racers = [
        subprocess.Popen([*command, f"run{number}"], stdout=subprocess.PIPE, text=True, cwd=ROOT) for number in range(8)
    ]
    said = [racer.communicate()[0].strip() for racer in racers]
    assert sorted(said) == ["False"] * 5 + ["True"] * 3
    assert len(spent_on(state, DAY)) == 3


@pytest.mark.promise("S10")
def test_a_run_that_never_ended_counts_with_its_estimate(state: StateDirectory) -> None:
    assert begin(state, BUDGET, spend("killed", 95_000)) == ""
    assert "100,000 tokens" in begin(state, BUDGET, spend("next", 6_000))
    assert begin(state, BUDGET, spend("small", 5_000)) == ""


def test_the_end_of_a_run_replaces_its_beginning(state: StateDirectory) -> None:
    begin(state, BUDGET, spend("one", 90_000))
    record(state, spend("one", 2_000, "done"))
    assert [one.tokens for one in spent_on(state, DAY)] == [2_000]
    assert begin(state, BUDGET, spend("two", 90_000)) == ""


def test_what_failed_before_it_took_anything_is_free(state: StateDirectory) -> None:
    for number in range(5):
        assert begin(state, BUDGET, spend(f"run{number}")) == ""
        record(state, spend(f"run{number}", 0, "failed: setup"))
    assert len(spent_on(state, DAY)) == 5


def test_a_new_day_begins_with_nothing(state: StateDirectory) -> None:
    for number in range(3):
        begin(state, BUDGET, spend(f"run{number}"))
    assert "3 runs" in begin(state, BUDGET, spend("more"))
    assert begin(state, BUDGET, spend("tomorrow", day="2026-12-01")) == ""
    assert [one.run for one in all_spent(state)][-1] == "tomorrow"


def test_a_torn_line_is_left_out_and_the_others_count(state: StateDirectory) -> None:
    record(state, spend("one", ended="done"))
    place = state.root / "spend/2026-11.jsonl"
    place.write_bytes(place.read_bytes() + b'{"run":"tw')
    record(state, spend("three", ended="done"))
    record(state, spend("four", ended="done"))
    assert {one.run for one in all_spent(state)} >= {"one", "four"}
    assert place.stat().st_mode & 0o777 == 0o600


def test_reading_makes_nothing(state: StateDirectory) -> None:
    assert all_spent(state) == ()
    assert not state.root.exists()
