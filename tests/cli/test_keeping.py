"""lifecycle, pin, unpin, archive and restore, as people and scripts call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import lines, run, taught
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here
from tests.support.using import live_through, use


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    repo = taught(tmp_path / "shop")
    state = here(repo.path).need_project().state
    live_through(state, 100, UV.name, MIGRATE.name)
    use(state, UV.name, 2)
    return repo


@pytest.mark.promise("U3", "U5")
def test_lifecycle_shows_then_does(made: RepoBuilder) -> None:
    (shown,) = lines(run(made.path, "lifecycle", "--dry-run", "--json"))
    assert set(shown) == {"name", "scope", "reason", "becomes", "commit"}
    assert (shown["name"], shown["becomes"], shown["commit"]) == (MIGRATE.name, "archived", "")
    done = run(made.path, "lifecycle")
    assert done.returncode == 0
    assert MIGRATE.name in done.stdout
    assert made.tip("skills")[:12] in done.stdout
    assert run(made.path, "lifecycle").stdout == "everything stays\n"


@pytest.mark.promise("U4")
def test_a_pin_is_a_word_that_can_be_taken_back(made: RepoBuilder) -> None:
    assert (
        f"{MIGRATE.name} is pinned; `gitskills unpin {MIGRATE.name}` undoes this"
        in run(made.path, "pin", MIGRATE.name).stdout
    )
    assert run(made.path, "pin", MIGRATE.name).stdout == f"{MIGRATE.name} is pinned already\n"
    assert "active, pinned" in run(made.path, "list").stdout
    assert "; pinned" in run(made.path, "why", MIGRATE.name).stdout
    assert run(made.path, "lifecycle").stdout == "everything stays\n"
    assert (
        f"{MIGRATE.name} is unpinned; `gitskills pin {MIGRATE.name}` undoes this"
        in run(made.path, "unpin", MIGRATE.name).stdout
    )
    assert run(made.path, "unpin", MIGRATE.name).stdout == f"{MIGRATE.name} is not pinned\n"
    assert run(made.path, "unpin", "nobody").returncode == 1
    (told,) = lines(run(made.path, "pin", MIGRATE.name, "--json"))
    assert (told["name"], told["pinned"]) == (MIGRATE.name, True)


@pytest.mark.promise("U5")
def test_archive_and_restore_name_each_other(made: RepoBuilder) -> None:
    done = run(made.path, "archive", UV.name, "-m", "not now")
    assert f"`gitskills restore {UV.name}` undoes this" in done.stdout
    assert [line["name"] for line in lines(run(made.path, "list", "--json"))] == [MIGRATE.name]
    (back,) = lines(run(made.path, "restore", UV.name, "--json"))
    assert (back["becomes"], back["commit"]) == ("live", made.tip("skills"))
    assert run(made.path, "restore", UV.name).returncode == 1
    assert run(made.path, "check", "main..skills").returncode == 0


@pytest.mark.promise("U1")
def test_numbers_stand_in_list_and_why(made: RepoBuilder) -> None:
    shown = {line["name"]: line for line in lines(run(made.path, "list", "--json"))}
    assert (shown[UV.name]["uses"], shown[UV.name]["turns"], shown[UV.name]["status"]) == (2, 100, "active")
    assert "used 2 times, read 0 times, in 100 turns" in run(made.path, "why", UV.name).stdout
    (story,) = lines(run(made.path, "why", UV.name, "--json"))
    assert story["usage"]["uses"] == 2
