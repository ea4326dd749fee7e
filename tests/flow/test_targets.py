"""The same skills for agents beside Claude Code: written, changed and taken away as in `.claude`, and nothing of others touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.branch.sync_live import bring_up
from gitskills.app.doctor import examine
from gitskills.app.looking import look
from gitskills.app.review import accept, reject
from gitskills.app.rollback import rollback
from gitskills.app.status import status
from gitskills.app.waiting import waiting
from gitskills.model.hookwords import TARGETS
from gitskills.model.review import ReviewItem
from gitskills.model.ruling import Outcome
from gitskills.model.target import folder_of
from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, teach

pytestmark = pytest.mark.promise("share-5")

OTHERS = TARGETS[1:]
SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})
MORE = "\nAnd pin the version.\n"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    """One commit, and an exclude file of the person's own."""
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    (made.path / ".git/info").mkdir(exist_ok=True)
    (made.path / ".git/info/exclude").write_bytes(b"*.log\r\nno-newline")
    return made


def want(made: RepoBuilder, *words: str) -> None:
    made.git("config", "gitskills.targets", ",".join(words))


def place(made: RepoBuilder, word: str, path: str = f"{UV.name}/SKILL.md") -> Path:
    return made.path / folder_of(word) / path


def files(root: Path) -> dict[str, bytes]:
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in root.rglob("*") if each.is_file()}


def problems(made: RepoBuilder) -> list[str]:
    return list(status(here(made.path)).problems)


@pytest.mark.parametrize("word", OTHERS)
def test_a_target_holds_what_claude_holds_through_every_change(made: RepoBuilder, word: str) -> None:
    before = made.fingerprint(ignore=()), files(made.path / ".git/info"), made.git("status", "--short")
    want(made, "claude", word)
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    shelf = made.path / folder_of(word)
    assert files(shelf) == files(made.path / ".claude/skills")
    assert sorted(files(shelf)) == [f"{MIGRATE.name}/SKILL.md", f"{UV.name}/SKILL.md"]
    assert made.git("status", "--short") == before[2]

    text = place(made, "claude").read_text() + MORE
    place(made, "claude").write_text(text)
    assert accept(here(made.path), waiting_after_a_look(made)[0]).outcome == Outcome.LANDED
    assert place(made, word).read_text() == text

    assert run(made.path, "archive", MIGRATE.name).returncode == 0
    assert sorted(files(shelf)) == [f"{UV.name}/SKILL.md"]
    assert run(made.path, "restore", MIGRATE.name).returncode == 0
    rollback(here(made.path), MIGRATE.name, "no")
    assert sorted(files(shelf)) == [f"{UV.name}/SKILL.md"]

    made.git("config", "--unset", "gitskills.targets")
    assert run(made.path, "uninstall", "--purge", "--yes").returncode == 0
    assert (made.fingerprint(ignore=()), files(made.path / ".git/info"), made.git("status", "--short")) == before
    assert not (made.path / f".{word}").exists()


def waiting_after_a_look(made: RepoBuilder) -> list[ReviewItem]:
    look(here(made.path))
    return list(waiting(here(made.path)))


@pytest.mark.parametrize("word", OTHERS)
def test_an_edit_in_place_is_kept_shown_and_never_overwritten(made: RepoBuilder, word: str) -> None:
    want(made, "claude", word)
    teach(made.path, UV)
    look(here(made.path))
    edited = place(made, word).read_text() + MORE
    place(made, word).write_text(edited)
    drain(made.path)
    assert place(made, word).read_text() == edited
    (item,) = waiting_after_a_look(made)
    assert accept(here(made.path), item).outcome == Outcome.LANDED
    assert place(made, "claude").read_text() == edited
    assert made.show(f"skills:.claude/skills/{UV.name}/SKILL.md").decode() == edited


def test_an_edit_that_is_refused_goes_where_it_was_made(made: RepoBuilder) -> None:
    want(made, "claude", "agents")
    teach(made.path, UV)
    before = place(made, "agents").read_bytes()
    place(made, "agents").write_bytes(before + MORE.encode())
    (item,) = waiting_after_a_look(made)
    reject(here(made.path), item, "no")
    assert place(made, "agents").read_bytes() == before
    assert waiting_after_a_look(made) == []


def test_different_edits_in_two_places_come_up_one_after_the_other(made: RepoBuilder) -> None:
    want(made, "claude", "agents")
    teach(made.path, UV)
    for word in ("claude", "agents"):
        place(made, word).write_text(place(made, word).read_text() + f"\nSay it in {word}.\n")
    seen = []
    while items := waiting_after_a_look(made):
        accept(here(made.path), items[0])
        seen.append(made.show(f"skills:.claude/skills/{UV.name}/SKILL.md").decode())
    assert [any(f"in {word}." in text for text in seen) for word in ("claude", "agents")] == [True, True]
    assert place(made, "agents").read_bytes() == place(made, "claude").read_bytes()


def test_line_ends_of_an_editor_are_no_edit(made: RepoBuilder) -> None:
    want(made, "claude", "agents")
    teach(made.path, UV)
    place(made, "agents").write_bytes(b"\xef\xbb\xbf" + place(made, "agents").read_bytes().replace(b"\n", b"\r\n"))
    assert waiting_after_a_look(made) == []
    run(made.path, "archive", UV.name)
    assert not place(made, "agents", UV.name).exists()


@pytest.mark.parametrize("word", OTHERS)
def test_a_folder_of_that_name_which_we_did_not_write_stays_and_is_named(made: RepoBuilder, word: str) -> None:
    teach(made.path, UV, MIGRATE)
    made.write(f"{folder_of(word)}/{UV.name}/SKILL.md", "mine")
    made.write(f"{folder_of(word)}/mine/SKILL.md", "mine, too")
    want(made, "claude", word)
    look(here(made.path))
    drain(made.path)
    assert place(made, word).read_bytes() == b"mine"
    assert place(made, word, f"{MIGRATE.name}/SKILL.md").is_file()
    told = f"{UV.name} is not in {folder_of(word)}: {made.path}/{folder_of(word)}/{UV.name} is not of gitskills' making"
    assert told in problems(made)
    assert told in [probe.sentence for probe in examine(here(made.path))]
    assert waiting_after_a_look(made) == []
    assert f"?? .{word}/" in made.git("status", "--short", "-uall")
    run(made.path, "archive", UV.name)
    want(made, "claude")
    look(here(made.path))
    assert files(made.path / f".{word}") == {
        f"skills/{UV.name}/SKILL.md": b"mine",
        "skills/mine/SKILL.md": b"mine, too",
    }
    run(made.path, "uninstall", "--purge", "--yes")
    assert len(files(made.path / f".{word}")) == 2


def test_no_lesson_takes_the_name_of_what_another_agent_has(made: RepoBuilder) -> None:
    made.write(f".agents/skills/{UV.name}/SKILL.md", "mine")
    want(made, "claude", "agents")
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["rejected", "landed"]


@pytest.mark.parametrize("kind", ["folder", "skill", "shelf", "file"])
def test_nothing_is_written_behind_a_link(made: RepoBuilder, tmp_path: Path, kind: str) -> None:
    teach(made.path, UV)
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    where = {"folder": ".agents", "shelf": ".agents/skills", "skill": f".agents/skills/{UV.name}"}.get(kind, ".agents")
    (made.path / where).parent.mkdir(parents=True, exist_ok=True)
    (made.path / where).write_text("x") if kind == "file" else (made.path / where).symlink_to(outside)
    want(made, "claude", "agents")
    look(here(made.path))
    drain(made.path)
    run(made.path, "archive", UV.name)
    run(made.path, "restore", UV.name)
    assert files(outside) == {}
    assert (made.path / where).is_symlink() or kind == "file"
    said = [probe.sentence for probe in examine(here(made.path))]
    assert any(f"{made.path}/{where} is" in sentence for sentence in said)
    want(made, "claude")
    look(here(made.path))
    assert (made.path / where).is_symlink() or kind == "file"


def test_what_the_project_tracks_there_is_the_projects(made: RepoBuilder) -> None:
    want(made, "claude", "agents")
    teach(made.path, UV, MIGRATE)
    made.git("add", "-f", f".agents/skills/{UV.name}")
    made.git("commit", "-q", "-m", "ours from now on")
    rollback(here(made.path), UV.name, "no")
    run(made.path, "promote")
    assert place(made, "agents").is_file()
    assert made.git("status", "--short") == ""
    want(made, "claude")
    look(here(made.path))
    assert sorted(files(made.path / ".agents")) == [f"skills/{UV.name}/SKILL.md"]


def test_a_target_that_is_left_out_goes_and_only_what_we_wrote(made: RepoBuilder) -> None:
    want(made, "claude", "agents", "cursor")
    teach(made.path, UV, MIGRATE)
    made.write(".agents/notes.md", "mine")
    edited = place(made, "cursor").read_text() + MORE
    place(made, "cursor").write_text(edited)
    want(made, "claude")
    look(here(made.path))
    assert files(made.path / ".agents") == {"notes.md": b"mine"}
    assert files(made.path / ".cursor/skills") == {f"{UV.name}/SKILL.md": edited.encode()}
    (item,) = waiting(here(made.path))
    assert accept(here(made.path), item).outcome == Outcome.LANDED
    assert not (made.path / ".cursor").exists()
    assert b".agents" not in (made.path / ".git/info/exclude").read_bytes()
    assert b".cursor" not in (made.path / ".git/info/exclude").read_bytes()


def test_claude_may_be_left_out(made: RepoBuilder) -> None:
    teach(made.path, UV)
    want(made, "agents")
    look(here(made.path))
    assert not place(made, "claude").exists()
    assert place(made, "agents").is_file()
    assert [probe.sentence for probe in examine(here(made.path)) if probe.name == "live"] == [
        "of the project, 1 skill where the host reads them"
    ]


def test_every_worktree_gets_its_own_and_only_where_asked_for(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "linked", "--detach")
    teach(made.path, UV)
    assert not (linked.path / ".agents").exists()
    want(made, "claude", "agents")
    look(here(linked.path))
    for each in (made, linked):
        assert place(each, "agents").is_file()
    assert not (linked.path / ".claude").exists()
    assert linked.git("status", "--short") == ""
    want(made, "claude")
    look(here(made.path))
    assert not (linked.path / ".agents").exists()


def test_a_checkout_that_takes_the_copies_away_brings_them_back(made: RepoBuilder) -> None:
    want(made, "claude", "agents")
    teach(made.path, UV)
    made.git("clean", "-fdxq")
    look(here(made.path))
    assert place(made, "agents").is_file()


def test_a_skill_that_an_agent_would_misread_is_not_given_to_it(made: RepoBuilder) -> None:
    want(made, "claude", "agents", "cursor")
    awk = Lesson("sum-column", "Sum the first column with awk here.", body="Run `awk '{s += \\$1}'` on it.")
    assert outcomes(teach(made.path, awk, UV)) == ["landed", "landed"]
    assert place(made, "claude", f"{awk.name}/SKILL.md").is_file()
    assert not place(made, "agents", awk.name).exists()
    assert place(made, "agents").is_file()
    (told,) = [sentence for sentence in problems(made) if ".agents" in sentence]
    assert told.startswith(f"{awk.name} is not in .agents/skills: its text has")


def test_doctor_says_where_a_lesson_would_be_listed_twice(made: RepoBuilder) -> None:
    teach(made.path, UV)
    want(made, "claude", "agents")
    said = [probe.sentence for probe in examine(here(made.path))]
    assert "Cursor reads .claude/skills and .agents/skills: it may list each skill twice" in said
    want(made, "claude", "gemini", "opencode")
    assert not any("twice" in probe.sentence for probe in examine(here(made.path)))


def test_a_persons_own_skills_follow_the_setting_of_the_person(made: RepoBuilder) -> None:
    teach(made.path, SHORT)
    for item in waiting(here(made.path)):
        assert accept(here(made.path), item).outcome == Outcome.LANDED
    want(made, "claude", "agents")  # of this project alone: not theirs
    look(here(made.path))
    assert not (Path.home() / ".agents").exists()
    made.git("config", "--global", "gitskills.targets", "claude,agents,opencode,github")
    look(here(made.path))
    shelves = [Path.home() / each for each in (".agents/skills", ".config/opencode/skills", ".copilot/skills")]
    assert [sorted(files(shelf)) for shelf in shelves] == [[f"{SHORT.name}/SKILL.md"]] * 3
    run(made.path, "uninstall", "--purge", "--yes")
    assert not any(shelf.parent.exists() for shelf in shelves[::2])


def test_a_bad_word_changes_nothing(made: RepoBuilder) -> None:
    done = run(made.path, "config", "gitskills.targets", "claude,emacs")
    assert done.returncode != 0
    assert "must be one or more of claude, agents, cursor" in done.stderr + done.stdout
    want(made, "claude", "emacs")
    teach(made.path, UV)
    assert here(made.path).need_project().targets == ("claude",)


def test_nothing_changes_where_nobody_asks(made: RepoBuilder) -> None:
    teach(made.path, UV)
    bring_up(here(made.path), here(made.path).need_project())
    assert sorted(each.name for each in made.path.iterdir()) == [".claude", ".git", "README.md"]
    assert not (made.path / ".git/gitskills/targets").exists()
