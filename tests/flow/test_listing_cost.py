"""What learned skills take of the host's own list is watched, beside the budget that the host has for all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.app.review import pin
from gitskills.app.status import status
from gitskills.app.waiting import unseen
from tests.cli.running import lines, run, taught
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, lesson, teach

pytestmark = pytest.mark.promise("L3")


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return taught(tmp_path / "repo")


def line(name: str, said: str) -> str:
    return f"- {name}: {said[:60]}\n"


def test_every_skill_is_shown_with_what_its_line_takes(made: RepoBuilder) -> None:
    found = {row["name"]: row for row in lines(run(made.path, "list", "--json"))}
    for each in (UV, MIGRATE):
        assert found[each.name]["cost"] == len(line(each.name, each.said))
        assert len(line(each.name, each.said)) / 5 < found[each.name]["tokens"] < found[each.name]["cost"]
    assert "BYTES" in run(made.path, "list").stdout


def test_the_sum_stands_beside_a_hundredth_of_the_hosts_context(made: RepoBuilder) -> None:
    rows = lines(run(made.path, "list", "--json"))
    listed = json.loads(run(made.path, "status", "--json").stdout)["listing"]
    assert listed["skills"] == 2
    assert listed["cost"] == sum(row["cost"] for row in rows)
    assert listed["tokens"] == sum(row["tokens"] for row in rows)
    assert listed["budget"] == 2_000
    for said in (run(made.path, "status").stdout, run(made.path, "list").stderr):
        assert f"{listed['cost']} bytes, at most {listed['tokens']} of the 2,000 tokens" in said
    made.git("config", "gitskills.host.contextTokens", "1000000")
    assert status(here(made.path)).listing.budget == 10_000


def test_a_list_over_the_budget_is_a_problem_that_names_who_should_go_first(made: RepoBuilder) -> None:
    made.git("config", "gitskills.birthsPerDay", "100")
    made.git("config", "gitskills.host.contextTokens", "8000")
    teach(made.path, *(lesson(number) for number in range(5)))
    found = status(here(made.path))
    assert found.listing.tokens > found.listing.budget == 80
    (problem,) = [each for each in found.problems if "tokens of the host's list" in each]
    assert all(name in problem for name in found.listing.dispensable)
    assert len(found.listing.dispensable) == 5


def test_a_skill_that_was_taken_back_costs_nothing(made: RepoBuilder) -> None:
    assert pin(here(made.path), unseen(here(made.path))[0])
    run(made.path, "rollback", UV.name, "-m", "not so")
    assert status(here(made.path)).listing.cost == len(line(MIGRATE.name, MIGRATE.said))
