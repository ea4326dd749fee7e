"""A skill of the person's own, typed from the proposal to the taking back: in a repository and outside of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.state.directory import user_repository
from tests.cli.running import lines, run
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, Lesson, transcript

SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})


def live() -> Path:
    return Path.home() / ".claude/skills" / SHORT.name / "SKILL.md"


def own(*words: str) -> str:
    return RepoBuilder(Path(user_repository()), Path.home()).git(*words)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


@pytest.fixture
def proposed(made: RepoBuilder) -> RepoBuilder:
    place = transcript(Path.home() / "sessions", [UV, SHORT])
    done = run(made.path, "propose", "--transcript", str(place), "--json", stdin=f"{UV.line}\n{SHORT.line}\n")
    assert [item["ruling"] for item in lines(done)] == ["landed", "review"]
    return made


@pytest.mark.promise("V8", "V14", "L1")
def test_it_waits_is_accepted_is_told_of_and_is_taken_back(proposed: RepoBuilder) -> None:
    before = proposed.fingerprint(ignore=())
    tip = proposed.tip("skills")
    assert not live().exists()
    (item,) = lines(run(proposed.path, "review", "--json"))
    assert (item["name"], item["scope"]) == (SHORT.name, "user")
    assert run(proposed.path, "review", "--accept", SHORT.name).returncode == 0
    assert SHORT.said in live().read_text()
    assert own("log", "--format=%s", "skills") == f"skill: add {SHORT.name}"
    listed = {item["name"]: item["scope"] for item in lines(run(proposed.path, "list", "--json"))}
    assert listed == {UV.name: "project", SHORT.name: "user"}
    assert SHORT.said in run(proposed.path, "why", SHORT.name).stdout
    assert run(proposed.path, "rollback", SHORT.name, "-m", "only here").returncode == 0
    assert not live().parent.exists()
    assert own("log", "-1", "--format=%s", "skills") == f"skill: withdraw {SHORT.name}"
    assert proposed.tip("skills") == tip
    assert proposed.fingerprint(ignore=()) == before


@pytest.mark.promise("V8", "L1")
def test_outside_of_a_repository_it_can_be_accepted_as_well_and_nothing_is_made_there(
    proposed: RepoBuilder, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run(elsewhere, "review", "--accept", SHORT.name).returncode == 0
    assert live().is_file()
    assert list(elsewhere.iterdir()) == []
    assert [item["name"] for item in lines(run(elsewhere, "list", "--json"))] == [SHORT.name]


@pytest.mark.promise("V8")
def test_outside_of_a_repository_status_and_log_tell_of_ones_own_skills(proposed: RepoBuilder, tmp_path: Path) -> None:
    assert run(proposed.path, "review", "--accept", SHORT.name).returncode == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = run(elsewhere, "status")
    assert done.returncode == 0
    assert done.stdout.startswith("skills of your own at ")
    assert f"skill: add {SHORT.name}  (of your own)" in done.stdout
    logged = run(elsewhere, "log", "--format=%s")
    assert (logged.returncode, logged.stdout) == (0, f"skill: add {SHORT.name}\n")
    assert list(elsewhere.iterdir()) == []


@pytest.mark.promise("V8", "V11")
def test_a_no_keeps_it_out_of_every_place(proposed: RepoBuilder) -> None:
    assert run(proposed.path, "review", "--reject", SHORT.name, "-m", "no").returncode == 0
    assert not live().exists()
    assert lines(run(proposed.path, "review", "--json")) == []
    assert own("for-each-ref") == ""
