"""What a person had to say again although a skill says it: counted, shown, told to the reflector (LOOP U10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.branch.library import read_library
from gitskills.app.learn import Plan, learn
from gitskills.app.reflection.reading import Part, read_episodes
from gitskills.app.reflection.surroundings import look
from gitskills.app.status import list_skills
from gitskills.model.episode import Episode
from gitskills.reflect.bundle import AGAIN, Room, Surroundings, bundle
from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, here
from tests.support.transcripts import TranscriptBuilder

NAME = "uv-not-pip"


def session(*listed: str, said: str = UV.said, number: int = 1) -> TranscriptBuilder:
    built = TranscriptBuilder(session=f"5f0c2a9e-0000-4000-8000-{number:012d}")
    built.user("Please install the packages.")
    built.listing(*listed)
    built.exchange("Bash", "ok", command="pip install requests")
    built.user(said)
    built.agent("Understood.")
    return built


def learned(made: RepoBuilder, built: TranscriptBuilder, *, again: bool = False) -> None:
    place = built.write(made.home / f"{built.session}.jsonl")
    learn(here(made.path), str(place), Plan("offline", again=again))


def again(made: RepoBuilder) -> dict[str, int]:
    return {line.name: line.relapses for line in list_skills(here(made.path), archived=False)}


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    repo = RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())
    learned(repo, session())
    assert list(again(repo).values()) == [0]
    return repo


def name(made: RepoBuilder) -> str:
    return next(iter(again(made)))


@pytest.mark.promise("U10")
def test_a_listed_skill_that_had_to_be_said_again_is_told_so_once(made: RepoBuilder) -> None:
    skill = name(made)
    built = session(skill, number=2)
    learned(made, built)
    assert again(made) == {skill: 1}
    learned(made, built, again=True)
    learned(made, built.fork("5f0c2a9e-0000-4000-8000-00000000f0f0"))
    assert again(made) == {skill: 1}
    learned(made, session(skill, number=3))
    assert again(made) == {skill: 2}
    assert "said again 2 times" in run(made.path, "why", skill).stdout


@pytest.mark.promise("U10")
@pytest.mark.parametrize("how", ["not listed", "other words"])
def test_what_could_not_be_heeded_or_says_something_else_is_no_relapse(made: RepoBuilder, how: str) -> None:
    skill = name(made)
    listed = () if how == "not listed" else (skill,)
    said = UV.said if how == "not listed" else "Run the database migrations before the integration tests."
    learned(made, session(*listed, said=said, number=2))
    assert again(made)[skill] == 0


@pytest.mark.promise("U10", "P6")
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Never use pip here, always add dependencies with uv add.", "No, never use pip here! Use `uv add`."),
        ("Never use pip here, always add dependencies with uv add.", "Never use pip here."),
        ("Keep money in integer cents, never in floats.", "No floats. We keep money in integer cents."),
        (
            "Keep money in integer cents, never in floats.",
            "I told you: keep money in integer cents, never in floats. List the files",
        ),
    ],
)
def test_part_of_a_skill_said_again_counts_and_makes_no_second_skill(tmp_path: Path, before: str, now: str) -> None:
    repo = RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())
    learned(repo, session(said=before))
    skill = name(repo)
    learned(repo, session(skill, said=now, number=2))
    assert again(repo) == {skill: 1}
    assert run(repo.path, "review", "--json").stdout == ""


@pytest.mark.promise("U10")
def test_the_reflector_is_told(made: RepoBuilder) -> None:
    skill = name(made)
    built = session(skill, number=2)
    learned(made, built)
    context = here(made.path)
    library = read_library(context, context.need_project())
    place = built.write(made.home / "again.jsonl")
    (episode,) = read_episodes(context, context.need_project(), str(place), Part())
    told = look(context, [library], episode, Room())
    assert f"{skill} [project]: " in told
    assert "(said again although listed: 1)" in told
    assert AGAIN in told
    assert AGAIN not in bundle(Episode("t", "s", (), (), 0, 0), Surroundings())
