"""Uses, views and listed turns, counted by many processes at once from sessions that grow, against books kept apart."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from gitskills.app.review import accept
from gitskills.app.sessions.counting import LONG, count, count_transcript, look
from gitskills.app.status import list_skills
from gitskills.app.waiting import waiting
from gitskills.state.sessions import end_session, ended, registered, switch_session, write_session
from gitskills.state.uses import read_log
from tests.cli.running import GITSKILLS, lines, run
from tests.support.books import World
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, here, teach
from tests.support.transcripts import TranscriptBuilder

SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})
NAMES = (UV.name, MIGRATE.name)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    repo = RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())
    repo.git("config", "gitskills.enabled", "true")
    teach(repo.path, UV, MIGRATE)
    return repo


def state_of(made: RepoBuilder) -> str:
    return str(here(made.path).need_project().state.root)


def session(made: RepoBuilder) -> TranscriptBuilder:
    built = TranscriptBuilder(session="5f0c2a9e-0000-4000-8000-00000000beef")
    built.day = "2099-01-01"
    built.user("Good morning.")
    built.listing(*NAMES)
    built.agent("Good morning.")
    return built


def register(made: RepoBuilder, built: TranscriptBuilder, **fields: object) -> Path:
    """The session's transcript as it stands, and its row as the hook of its start writes it."""
    folder = Path.home() / "projects"
    folder.mkdir(exist_ok=True)
    place = built.write(folder / f"{built.session}.jsonl")
    Path(state_of(made)).mkdir(parents=True, exist_ok=True)
    row = {"session": built.session, "transcript": str(place), "cwd": str(made.path), "begin": 0, "since": ""}
    write_session(state_of(made), row | fields)
    return place


def shown(made: RepoBuilder) -> dict[str, tuple[int, int, int]]:
    return {line.name: (line.uses, line.views, line.turns) for line in list_skills(here(made.path), archived=True)}


@pytest.mark.promise("U1", "U2")
@pytest.mark.parametrize("seed", [1, 2])
def test_many_sessions_that_are_counted_at_once_give_what_the_books_say(made: RepoBuilder, seed: int) -> None:
    chance = random.Random(seed)
    world = World(chance, str(made.path), NAMES)
    world.begin()
    for _ in range(3):
        for _ in range(25):
            chance.choice((world.step, world.step, world.step, world.fork, world.resume, world.begin))()
        for one in world.sessions:
            one.agent("So far.")
            register(made, one)
        words = (("list", "--json"), ("lifecycle", "--dry-run"), ("status",), ("list",))
        quiet = subprocess.DEVNULL
        running = [subprocess.Popen([*GITSKILLS, *each], cwd=made.path, stdout=quiet, stderr=quiet) for each in words]
        assert [each.wait(60) for each in running] == [0] * len(words)
    books = {name: world.books.row(name) for name in NAMES}
    assert {
        line["name"]: (line["uses"], line["views"], line["turns"]) for line in lines(run(made.path, "list", "--json"))
    } == books
    context = here(made.path)
    for one in world.sessions:  # read once more from the start, as if under other names
        count_transcript(context, str(one.write(made.home / f"copy-{one.session}.jsonl")))
    assert shown(made) == books


@pytest.mark.promise("U1", "U2")
def test_a_library_reads_sums_of_what_is_long_ago_and_says_the_same(made: RepoBuilder) -> None:
    built = session(made)
    for _ in range(LONG):
        built.user("And now?")
        built.agent("Now, too.")
    built.skill(UV.name)
    register(made, built)
    look(here(made.path))
    log = read_log(here(made.path).need_project().state)
    assert (log.turns, log.events, log.before.turns) == ((), (), LONG + 1)
    assert shown(made) == {UV.name: (1, 0, LONG + 1), MIGRATE.name: (0, 0, LONG + 1)}
    built.user("And now?")
    built.skill(UV.name)
    register(made, built)
    look(here(made.path))
    count_transcript(here(made.path), str(built.write(made.home / "copy.jsonl")))  # what became a sum is known, too
    assert shown(made) == {UV.name: (2, 0, LONG + 2), MIGRATE.name: (0, 0, LONG + 2)}


@pytest.mark.promise("U1")
def test_an_ended_session_is_counted_and_let_go_of(made: RepoBuilder) -> None:
    built = session(made)
    built.skill(UV.name)
    register(made, built)
    end_session(state_of(made), built.session)
    assert [row["session"] for row in ended(state_of(made))] == [built.session]
    count(here(made.path), state_of(made))
    assert shown(made)[UV.name] == (1, 0, 1)
    assert ended(state_of(made)) == registered(state_of(made)) == []


@pytest.mark.promise("U1")
@pytest.mark.parametrize("how", ["repository", "topic", "session", "never asked", "child"])
def test_where_nobody_said_yes_nothing_is_counted(made: RepoBuilder, how: str) -> None:
    built = session(made)
    built.skill(UV.name)
    register(made, built, ours=how == "child")
    if how == "repository":
        made.git("config", "gitskills.enabled", "false")
    elif how == "topic":
        made.git("config", "gitskills.learn", "false")
    elif how == "never asked":
        made.git("config", "--unset", "gitskills.enabled")
    elif how == "session":
        switch_session(state_of(made), built.session, ["all"])
    assert shown(made)[UV.name] == (0, 0, 0)


@pytest.mark.promise("U1")
def test_what_stood_there_before_the_registration_is_not_counted(made: RepoBuilder) -> None:
    built = session(made)
    built.skill(UV.name)
    begin = len(built.data())
    built.skill(UV.name)
    built.agent("Done.")
    register(made, built, begin=begin)
    assert shown(made)[UV.name] == (1, 0, 0)


@pytest.mark.promise("U1")
def test_a_hand_written_skill_of_that_name_is_somebody_elses(made: RepoBuilder) -> None:
    made.write(".claude/skills/byhand/SKILL.md", "---\nname: byhand\n---\n")
    built = session(made)
    built.skill("byhand")
    built.exchange("Read", "x", file_path=f"{made.path}/.claude/skills/byhand/SKILL.md")
    built.agent("Done.")
    register(made, built)
    assert "byhand" not in shown(made)
    assert set(shown(made).values()) == {(0, 0, 1)}


@pytest.mark.promise("U2")
@pytest.mark.parametrize("loss", ["gone", "broken", "all"])
def test_lost_counts_are_a_fresh_probation_and_no_error(made: RepoBuilder, loss: str) -> None:
    made.git("config", "gitskills.probationTurns", "1")
    built = session(made)
    built.skill(UV.name)
    place = register(made, built)
    assert {line.status for line in list_skills(here(made.path), archived=False)} == {"active"}
    place.unlink()
    file = Path(state_of(made)) / "uses.db"
    assert file.stat().st_mode & 0o777 == 0o600
    if loss == "broken":
        file.write_bytes(b"no database at all" * 100)
    elif loss == "gone":
        file.unlink()
    else:
        shutil.rmtree(state_of(made))
    assert {line.status for line in list_skills(here(made.path), archived=False)} == {"probation"}
    other = session(made)
    other.session = "5f0c2a9e-0000-4000-8000-00000000cafe"
    register(made, other)
    assert set(shown(made).values()) == {(0, 0, 1)}
    gone = {line["name"] for line in lines(run(made.path, "lifecycle", "--json"))}
    assert gone == (set(NAMES) if loss != "all" else set())  # with the births everything begins anew


@pytest.mark.promise("U1")
def test_a_state_that_cannot_be_written_shows_what_there_is(made: RepoBuilder) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is unwritable for root")
    register(made, session(made))
    Path(state_of(made)).chmod(0o500)
    look(here(made.path))
    Path(state_of(made)).chmod(0o700)


@pytest.mark.promise("U1", "U2")
def test_a_skill_of_the_person_is_counted_in_every_project(made: RepoBuilder, tmp_path: Path) -> None:
    teach(made.path, SHORT)
    for item in waiting(here(made.path)):
        accept(here(made.path), item)
    other = RepoBuilder.with_commit(tmp_path / "other", home=Path.home())
    other.git("config", "gitskills.enabled", "true")
    for number, repo in enumerate((made, other)):
        built = TranscriptBuilder(session=f"5f0c2a9e-0000-4000-8000-{number:012d}")
        built.cwd = str(repo.path)
        built.user("Good morning.")
        built.listing(*NAMES, SHORT.name)
        built.skill(SHORT.name)
        built.exchange("Bash", "text", command=f"cat ~/.claude/skills/{SHORT.name}/SKILL.md")
        built.skill(UV.name)  # a skill of the first project alone
        built.agent("Done.")
        register(repo, built)
        shown(repo)
    assert shown(made) == {UV.name: (1, 0, 1), MIGRATE.name: (0, 0, 1), SHORT.name: (2, 2, 2)}
    assert shown(other) == {SHORT.name: (2, 2, 2)}


def test_numbers_hold_no_content(made: RepoBuilder) -> None:
    built = session(made)
    built.user("My word is xyzzy.")
    built.agent("Yes.")
    place = register(made, built)
    shown(made)
    content = (Path(state_of(made)) / "uses.db").read_bytes()
    assert b"xyzzy" not in content
    assert str(place).encode() not in content
    assert built.session.encode() not in content
    assert UV.name.encode() in content
    assert json.loads(run(made.path, "why", UV.name, "--json").stdout)["usage"]["turns"] == 2
