"""The offline reflector over several sessions: the library that earlier ones made is what later ones are compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.learn import Plan, learn
from gitskills.model.ruling import Outcome
from tests.support.repos import RepoBuilder
from tests.support.teaching import here
from tests.support.transcripts import TranscriptBuilder
from tests.unit.test_reflect import PARAPHRASES

ROOT = ".claude/skills"


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


def hear(project: RepoBuilder, place: Path, *words: str) -> list[tuple[str, str, Outcome]]:
    """One session in which a person says `words`; what became of what was learned."""
    made = TranscriptBuilder()
    made.user("Have a look at the shop, please.")
    made.agent("It sells books. What next?")
    for said in words:
        made.user(said)
        made.agent("Understood.")
    done = learn(here(project.path), str(made.write(place)), Plan(reflector="offline"))
    return [(ruling.action, ruling.name, ruling.outcome) for ruling in done.rulings]


def text(project: RepoBuilder, name: str) -> str:
    return project.git("show", f"skills:{ROOT}/{name}/SKILL.md")


@pytest.mark.promise("P6", "case-19")
def test_one_lesson_said_in_twelve_sessions_is_one_skill_and_nothing_waits(
    project: RepoBuilder, tmp_path: Path
) -> None:
    heard = [hear(project, tmp_path / f"{number}.jsonl", words) for number, words in enumerate(PARAPHRASES)]
    assert [outcome for rulings in heard for _, _, outcome in rulings] == [Outcome.LANDED]
    assert len(project.subjects("main..skills")) == 1


@pytest.mark.promise("P6")
def test_a_lesson_that_says_more_is_patched_into_the_skill(project: RepoBuilder, tmp_path: Path) -> None:
    ((_, name, _),) = hear(project, tmp_path / "1.jsonl", "the tests must not hit the network")
    again = hear(project, tmp_path / "2.jsonl", "the tests must not hit the network, use the recorded cassettes")
    assert again == [("patch", name, Outcome.LANDED)]
    assert "use the recorded cassettes" in text(project, name)
    assert len(project.paths("skills", f"{ROOT}/{name}/references")) == 2


@pytest.mark.promise("P6")
def test_the_opposite_of_an_old_rule_takes_its_place_in_the_same_run(project: RepoBuilder, tmp_path: Path) -> None:
    ((_, name, _),) = hear(project, tmp_path / "1.jsonl", "never commit generated files")
    again = hear(project, tmp_path / "2.jsonl", "no wait, always commit generated files")
    assert again == [("archive", name, Outcome.LANDED), ("add", "commit-generated-files", Outcome.LANDED)]
    assert project.paths("skills", f"{ROOT}/{name}") == []
    assert "Always commit generated files" in text(project, "commit-generated-files")


@pytest.mark.promise("P6")
def test_a_rule_that_a_later_session_takes_back_is_archived(project: RepoBuilder, tmp_path: Path) -> None:
    ((_, name, _),) = hear(project, tmp_path / "1.jsonl", "never commit generated files")
    again = hear(project, tmp_path / "2.jsonl", "forget the rule about generated files")
    assert again == [("archive", name, Outcome.LANDED)]
    assert project.subjects("skills")[0] == f"skill: archive {name}"


@pytest.mark.promise("V9", "V14", "dec-D2")
def test_a_bare_letter_is_recorded_with_the_question_that_it_answers(project: RepoBuilder, tmp_path: Path) -> None:
    made = TranscriptBuilder()
    made.user("Have a look at the shop, please.")
    made.agent("Should we store money as cents or as decimals?\n- A: as cents\n- B: as decimals")
    made.user("A")
    made.agent("Understood.")
    done = learn(here(project.path), str(made.write(tmp_path / "1.jsonl")), Plan(reflector="offline"))
    assert done.rulings == ()  # a choice of the project's own is a decision, not a skill
    assert [(noted.decided.path, noted.candidate.object) for noted in done.decisions] == [
        (".gitskills/decisions/data/money-storage.md", "cents")
    ]
    message = project.git("log", "-1", "--format=%B", "skills")
    assert "decision: record data/money-storage" in message
    assert "Evidence-Role: user" in message
