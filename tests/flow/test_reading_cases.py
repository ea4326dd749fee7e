"""What a person can ask: status, list, show, why, review, preview, doctor, init, demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.context import open_context
from gitskills.app.demo import prepare
from gitskills.app.doctor import examine
from gitskills.app.init import init
from gitskills.app.preview import preview
from gitskills.app.promote import promote
from gitskills.app.review import accept, edit_text, edited, mark_seen, pin, reject
from gitskills.app.rollback import rollback
from gitskills.app.show import show
from gitskills.app.status import list_skills, status
from gitskills.app.waiting import unseen, waiting
from gitskills.app.why import why
from gitskills.errors import GitskillsError, RepositoryFault, UsageError
from gitskills.model.ruling import Ruling
from tests.support.lessons import DEPLOY, SAID, lesson, opened, outcomes, patch, put, session
from tests.support.repos import RepoBuilder

NAME = "deploy-window"
LIVE = f".claude/skills/{NAME}/SKILL.md"


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


@pytest.fixture
def transcript(tmp_path: Path) -> str:
    return session(tmp_path / "session.jsonl")


@pytest.fixture
def learned(project: RepoBuilder, transcript: str) -> RepoBuilder:
    assert outcomes(put(opened(project), transcript, lesson(NAME))) == ["landed"]
    return project


def test_status_says_what_landed_last_and_from_which_words(learned: RepoBuilder) -> None:
    found = status(opened(learned))
    assert dict(found.counts) == {"probation": 1, "active": 0, "archived": 0}
    assert found.last
    assert (found.last.subject, found.last.quote) == (f"skill: add {NAME}", DEPLOY)
    assert found.last.reason == "The person said so in as many words."
    assert (found.queued, found.in_review, found.edits, found.unseen, found.problems) == (0, 0, 0, 1, ())


def test_status_counts_only_what_came_since_the_last_look(learned: RepoBuilder, transcript: str) -> None:
    mark_seen(opened(learned))
    assert status(opened(learned)).unseen == 0
    put(opened(learned), transcript, lesson("prices-in-cents"))
    assert status(opened(learned)).unseen == 1
    assert [item.name for item in unseen(opened(learned))] == ["prices-in-cents"]


def test_status_names_what_is_wrong(learned: RepoBuilder, tmp_path: Path) -> None:
    learned.git("config", "gitskills.birthsPerDay", "many")
    folder = learned.worktree(tmp_path / "branch", "skills")
    found = status(opened(learned))
    assert found.busy == str(folder.path)
    assert any("birthsPerDay" in problem for problem in found.problems)
    assert any(str(folder.path) in problem for problem in found.problems)


def test_list_shows_what_was_learned_and_not_what_is_written_by_hand(learned: RepoBuilder) -> None:
    learned.write(".claude/skills/mine/SKILL.md", "by hand\n")
    (line,) = list_skills(opened(learned), archived=False)
    assert (line.name, line.scope, line.owner, line.status) == (NAME, "project", "agent", "probation")
    assert line.commit == learned.tip("skills")


def test_a_skill_is_shown_as_it_was_at_any_commit(learned: RepoBuilder, transcript: str) -> None:
    put(opened(learned), transcript, patch(NAME, "every change", "each change"))
    assert "each change" in dict(show(opened(learned), NAME).files)["SKILL.md"]
    assert "every change" in dict(show(opened(learned), f"{NAME}@skills~1").files)["SKILL.md"]
    with pytest.raises(GitskillsError):
        show(opened(learned), "nobody")


def test_an_archived_skill_is_still_shown_and_told_of(learned: RepoBuilder, transcript: str) -> None:
    archive = {"action": "archive", "name": NAME, "reason": "No longer needed.", "evidence": [{"quote": DEPLOY}]}
    assert outcomes(put(opened(learned), transcript, archive, approve=True)) == ["landed"]
    assert show(opened(learned), NAME).files[0][0] == "SKILL.md"
    assert [event.action for event in why(opened(learned), NAME).events] == ["archive", "add"]
    assert [line.name for line in list_skills(opened(learned), archived=True)] == [NAME]
    assert list_skills(opened(learned), archived=False) == ()


def test_why_tells_who_said_what_and_how_to_take_it_back(learned: RepoBuilder) -> None:
    story = why(opened(learned), NAME)
    ((speaker, quote, source, line),) = story.events[0].quotes
    assert (speaker, quote, line) == ("user", DEPLOY, 1)
    assert source.startswith("claude-code:")
    assert (story.undo, story.verdict) == (f'gitskills rollback {NAME} -m "…"', "")
    commit = why(opened(learned), learned.tip("skills")[:10])
    assert commit.events == story.events


def test_why_tells_of_a_skill_that_is_gone(learned: RepoBuilder) -> None:
    rollback(opened(learned), NAME, "we deploy on Fridays now")
    story = why(opened(learned), NAME)
    assert story.status == "withdrawn"
    assert "we deploy on Fridays now" in story.verdict
    assert [event.action for event in story.events] == ["withdraw", "add"]


@pytest.mark.promise("V14")
def test_what_waits_lands_by_a_persons_yes(project: RepoBuilder, transcript: str) -> None:
    put(opened(project), transcript, lesson(NAME, confidence="inferred"))
    (item,) = waiting(opened(project))
    assert (item.kind, item.name, item.quotes[0][:2]) == ("proposal", NAME, ("user", DEPLOY))
    assert SAID[NAME] in item.detail
    assert accept(opened(project), item).outcome == "landed"
    assert waiting(opened(project)) == ()
    assert (project.path / LIVE).exists()


@pytest.mark.promise("V14")
def test_a_persons_no_takes_it_out_of_review(project: RepoBuilder, transcript: str) -> None:
    put(opened(project), transcript, lesson(NAME, confidence="inferred"))
    (item,) = waiting(opened(project))
    reject(opened(project), item, "that was only about last week")
    assert waiting(opened(project)) == ()
    assert project.tip("skills") == ""


def test_a_person_may_word_a_proposal_anew(project: RepoBuilder, transcript: str) -> None:
    put(opened(project), transcript, lesson(NAME, confidence="inferred"))
    (item,) = waiting(opened(project))
    text = edit_text(opened(project), item).replace("every change", "the web shop")
    ruling = edited(opened(project), item, text)
    assert isinstance(ruling, Ruling)
    assert ruling.outcome == "landed"
    assert b"the web shop" in (project.path / LIVE).read_bytes()
    assert waiting(opened(project)) == ()
    assert project.paths("skills", f".claude/skills/{NAME}/.gitskills.yaml")


@pytest.mark.promise("L1")
def test_an_edit_in_place_becomes_the_persons_commit(learned: RepoBuilder) -> None:
    place = learned.path / LIVE
    place.write_bytes(
        b"\xef\xbb\xbf" + place.read_bytes().replace(b"every change", b"the web shop").replace(b"\n", b"\r\n")
    )
    promote(opened(learned), dry_run=False)
    assert status(opened(learned)).edits == 1
    (item,) = waiting(opened(learned))
    assert item.kind == "edit"
    assert "the web shop" in item.detail
    assert accept(opened(learned), item).outcome == "landed"
    stored = learned.show(f"skills:{LIVE}")
    assert b"the web shop" in stored
    assert b"\r" not in stored
    assert learned.subjects("skills")[0] == f"skill: adopt {NAME}"
    assert (waiting(opened(learned)), status(opened(learned)).edits) == ((), 0)
    assert list_skills(opened(learned), archived=False)[0].owner == "adopted"


@pytest.mark.promise("L1")
def test_an_edit_in_place_is_dropped_by_a_persons_no(learned: RepoBuilder) -> None:
    place = learned.path / LIVE
    before = place.read_bytes()
    place.write_bytes(before + b"Except in December.\n")
    promote(opened(learned), dry_run=False)
    (item,) = waiting(opened(learned))
    reject(opened(learned), item, "")
    assert place.read_bytes() == before
    assert waiting(opened(learned)) == ()


def test_a_bad_edit_is_not_taken_up(learned: RepoBuilder) -> None:
    place = learned.path / LIVE
    place.write_bytes(b"no fields at all\n")
    promote(opened(learned), dry_run=False)
    (item,) = waiting(opened(learned))
    tip = learned.tip("skills")
    assert accept(opened(learned), item).outcome == "rejected"
    assert learned.tip("skills") == tip
    assert place.read_bytes() == b"no fields at all\n"


@pytest.mark.promise("L1")
def test_a_pin_is_a_commit_without_a_change(learned: RepoBuilder) -> None:
    (item,) = unseen(opened(learned))
    tree = learned.git("rev-parse", "skills^{tree}")
    pin(opened(learned), item)
    assert learned.subjects("skills")[0] == f"skill: pin {NAME}"
    assert learned.git("rev-parse", "skills^{tree}") == tree


@pytest.mark.promise("C6", "C7")
def test_a_preview_shows_the_window_redacted(project: RepoBuilder, transcript: str) -> None:
    shown = preview(opened(project), transcript)
    assert f"[line 1] user/typed: {DEPLOY}" in shown
    assert project.tip("skills") == ""


def test_a_doctor_finds_nothing_wrong_with_a_sound_repository(learned: RepoBuilder) -> None:
    probes = examine(open_context(str(learned.path)))
    assert [probe for probe in probes if probe.ok is False] == []
    assert {"git", "repository", "branch", "state", "live"} <= {probe.name for probe in probes}


def test_a_doctor_sees_nothing_to_open_outside_a_repository(tmp_path: Path) -> None:
    assert [probe.name for probe in examine(open_context(str(tmp_path))) if probe.ok is False] == ["repository"]


def test_init_writes_the_exclude_block_once_and_touches_nothing_but_the_switch(project: RepoBuilder) -> None:
    before = project.fingerprint()
    init(str(project.path))
    exclude = (project.path / ".git/info/exclude").read_bytes()
    init(str(project.path))
    assert (project.path / ".git/info/exclude").read_bytes() == exclude
    assert exclude.count(b"# >>> gitskills") == 1
    assert project.fingerprint() | {"git:config": ""} == before | {"git:config": ""}


def test_init_outside_a_repository_says_so(tmp_path: Path) -> None:
    with pytest.raises(RepositoryFault):
        init(str(tmp_path))


def test_the_demo_makes_a_repository_and_never_writes_into_a_full_folder(tmp_path: Path) -> None:
    repository, transcript = prepare(str(tmp_path / "demo"))
    assert Path(repository, ".git").is_dir()
    assert Path(transcript).is_file()
    with pytest.raises(UsageError):
        prepare(str(tmp_path / "demo"))
