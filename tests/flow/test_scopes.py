"""The person's own skills: looked at first, kept in a repository of their own, read by the host of every project."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import land
from gitskills.app.rollback import rollback
from gitskills.model.proposal import Scope
from gitskills.model.ruling import Outcome
from gitskills.state.directory import user_repository
from gitskills.state.queue import review_queue
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, Lesson, drain, here, outcomes, rules, teach

USER = {"scope": "user"}
SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more=USER)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def live(name: str) -> Path:
    return Path.home() / ".claude/skills" / name / "SKILL.md"


def accept(folder: Path) -> list[Outcome]:
    """A person says yes to all that waits for the user scope."""
    context = here(folder)
    store = context.store_for(Scope.USER)
    waiting = [Entry(key, each.proposal, approved=True) for key, each in review_queue(store.state).entries()]
    return [ruling.outcome for ruling in land(context, store, waiting)]


def own(*arguments: str) -> str:
    """git in the person's own repository."""
    done = subprocess.run(["git", "-C", user_repository(), *arguments], capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.mark.promise("V8", "L1")
def test_a_skill_of_the_person_always_waits_for_the_person(made: RepoBuilder) -> None:
    for landing in ("explicit", "auto"):
        made.git("config", "gitskills.landing", landing)
        (intake,) = teach(made.path, SHORT)
        assert intake.ruling is not None
        assert intake.ruling.outcome is Outcome.REVIEW
        assert "scope" in rules(intake)
    assert not live(SHORT.name).exists()
    assert drain(made.path) == ()


@pytest.mark.promise("V8", "L1")
def test_a_skill_of_the_person_never_enters_the_project(made: RepoBuilder) -> None:
    before = made.fingerprint(ignore=())
    teach(made.path, SHORT)
    assert accept(made.path) == [Outcome.LANDED]
    assert made.fingerprint(ignore=()) == before
    assert made.tip("skills") == ""
    assert own("log", "--format=%s", "skills") == "skill: add short-answers"
    assert not (made.path / ".claude").exists()


@pytest.mark.promise("L3", "L1")
def test_once_accepted_it_stands_where_the_host_of_every_project_reads_it(made: RepoBuilder) -> None:
    teach(made.path, SHORT)
    accept(made.path)
    assert SHORT.said in live(SHORT.name).read_text()
    assert sorted(place.name for place in live(SHORT.name).parent.iterdir()) == ["SKILL.md"]
    context = here(made.path)
    assert len(review_queue(context.store_for(Scope.USER).state)) == 0


def test_the_hosts_other_folder_is_honoured(made: RepoBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    teach(made.path, SHORT)
    accept(made.path)
    assert (tmp_path / "elsewhere/skills/short-answers/SKILL.md").is_file()
    assert not live(SHORT.name).exists()


def test_both_scopes_in_one_call_go_to_their_own_repositories(made: RepoBuilder) -> None:
    assert outcomes(teach(made.path, UV, SHORT)) == ["landed", "review"]
    accept(made.path)
    assert made.subjects("skills")[0] == "skill: add uv-not-pip"
    assert own("log", "--format=%s", "skills") == "skill: add short-answers"


@pytest.mark.promise("V1", "V10")
def test_a_name_of_the_other_scope_is_taken(made: RepoBuilder) -> None:
    teach(made.path, UV)
    assert outcomes(teach(made.path, Lesson(UV.name, SHORT.said, more=USER))) == ["rejected"]
    teach(made.path, SHORT)
    accept(made.path)
    assert outcomes(teach(made.path, Lesson(SHORT.name, "Start the server with make serve."))) == ["rejected"]


@pytest.mark.promise("V1", "V10")
def test_a_hand_written_skill_of_the_person_is_never_touched(made: RepoBuilder) -> None:
    place = live(SHORT.name)
    place.parent.mkdir(parents=True)
    place.write_text("mine")
    assert outcomes(teach(made.path, SHORT)) == ["rejected"]
    assert place.read_text() == "mine"
    assert outcomes(teach(made.path, Lesson(SHORT.name, "Start the server with make serve."))) == ["rejected"]


@pytest.mark.promise("V8", "L1")
@pytest.mark.parametrize(
    "names",
    ["Look into /srv/app/conf.d first.", "Clone https://github.com/acme/site first.", "Ask build.acme.internal first."],
)
def test_a_skill_of_the_person_names_no_place(names: str, made: RepoBuilder) -> None:
    assert outcomes(teach(made.path, Lesson("look-first", names, more=USER))) == ["rejected"]
    assert accept(made.path) == []


def test_taken_back_it_is_gone_from_the_host_at_once_and_stays_refused(made: RepoBuilder) -> None:
    teach(made.path, SHORT)
    accept(made.path)
    assert rollback(here(made.path), SHORT.name, "not so").names == (SHORT.name,)
    assert not live(SHORT.name).parent.exists()
    assert outcomes(teach(made.path, SHORT)) == ["rejected"]


def test_outside_a_repository_the_persons_own_skills_are_still_there(made: RepoBuilder, tmp_path: Path) -> None:
    teach(made.path, SHORT)
    accept(made.path)
    live(SHORT.name).unlink()
    drain(tmp_path)
    assert live(SHORT.name).is_file()


@pytest.mark.promise("V8", "L1")
def test_switched_off_the_user_scope_is_on_no_path(made: RepoBuilder) -> None:
    teach(made.path, SHORT)
    accept(made.path)
    before = own("rev-parse", "skills")
    live(SHORT.name).unlink()
    made.git("config", "gitskills.userScope", "off")
    other = Lesson("plain-words", "Use plain words in every text.", more=USER)
    assert outcomes(teach(made.path, other)) == ["rejected"]
    drain(made.path)
    assert here(made.path).user is None
    assert own("rev-parse", "skills") == before
    assert not live(SHORT.name).exists()
    assert made.tip("skills") == ""


def test_nothing_of_the_person_is_made_before_it_is_needed(made: RepoBuilder) -> None:
    teach(made.path, UV)
    assert not Path(user_repository()).exists()
    assert not (Path.home() / ".claude/skills").exists()
