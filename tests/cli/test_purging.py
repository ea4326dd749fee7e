"""Nothing is left behind after a purge, nothing of a person's goes with it, and nothing happens without a yes."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pexpect
import pytest

from gitskills.app.review import accept
from gitskills.app.waiting import waiting
from gitskills.state.directory import cache_folder, user_folder, user_repository
from tests.cli.running import run
from tests.cli.terminal import on_terminal
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, here, outcomes, teach

pytestmark = pytest.mark.promise("S8")

SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})
FILES = {"a.py": "1\n", ".claude/skills/mine/SKILL.md": "mine"}


def prints(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its bytes and mode."""
    return {
        place.relative_to(
            folder
        ).as_posix(): f"{place.stat().st_mode:o} {hashlib.sha256(place.read_bytes()).hexdigest()}"
        for place in sorted(folder.rglob("*"))
        if place.is_file()
    }


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", FILES, home=Path.home())
    made.write("a.py", "changed\n")
    return made


def learn(made: RepoBuilder) -> None:
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    teach(made.path, SHORT)
    for item in waiting(here(made.path)):
        assert accept(here(made.path), item).outcome == "landed"
    assert (Path.home() / ".claude/skills" / SHORT.name).is_dir()


def test_a_purge_lists_all_and_does_nothing_without_a_yes(made: RepoBuilder) -> None:
    learn(made)
    before = made.fingerprint(ignore=(), branch=""), prints(user_folder() / "skills.git")
    done = run(made.path, "uninstall", "--purge")
    for named in (UV.name, MIGRATE.name, SHORT.name, "info/exclude", "branch", "skills.git", "state"):
        assert named in done.stdout
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    assert (made.fingerprint(ignore=(), branch=""), prints(user_folder() / "skills.git")) == before
    assert run(made.path, "uninstall", "--yes").returncode == 2
    asked = on_terminal(made.path, "uninstall", "--purge")
    asked.expect("Take all of this away")
    asked.sendline("n")
    asked.expect(pexpect.EOF)
    assert (made.fingerprint(ignore=(), branch=""), prints(user_folder() / "skills.git")) == before


def test_after_a_purge_everything_is_as_if_it_had_never_been_there(made: RepoBuilder) -> None:
    before = made.fingerprint(ignore=(), branch=""), prints(made.path / ".git/info"), made.git("status", "--short")
    config = (made.path / ".git/config").read_bytes()
    assert run(made.path, "init", "--no-plugin").returncode == 0
    learn(made)
    for words in (("off", "decide"), ("config", "landing", "review"), ("config", "model.name", "a-small-one")):
        assert run(made.path, *words).returncode == 0
    (cache_folder() / "scanner-rules").mkdir(parents=True)
    tip = made.tip("skills")
    done = run(made.path, "uninstall", "--purge", "--yes")
    assert done.returncode == 0, done.stderr
    after = made.fingerprint(ignore=(), branch=""), prints(made.path / ".git/info"), made.git("status", "--short")
    assert after == before
    assert (made.path / ".git/config").read_bytes() == config
    assert not (made.path / ".git/gitskills").exists()
    assert not Path(user_folder()).exists()
    assert not cache_folder().exists()
    assert not (Path.home() / ".claude/skills" / SHORT.name).exists()
    assert f"git branch skills {tip[:12]}" in done.stdout
    assert "stay in" not in done.stdout
    made.git("branch", "skills", tip[:12])  # until git takes its objects away
    made.fsck()


def test_branches_of_pull_requests_go_and_a_persons_branch_beside_them_stays(made: RepoBuilder) -> None:
    learn(made)
    assert run(made.path, "pr", UV.name).returncode == 0
    made.git("branch", "gitskills/mine", "main")
    theirs = made.commit_on("gitskills/mine", "a person's", {"x.py": "1\n"})
    assert f"branch      gitskills/{UV.name}, made for a pull request" in run(made.path, "uninstall", "--purge").stdout
    done = run(made.path, "uninstall", "--purge", "--yes")
    assert f"deleted the branch gitskills/{UV.name}" in done.stdout
    assert (made.tip(f"gitskills/{UV.name}"), made.tip("gitskills/mine")) == ("", theirs)


def test_what_was_edited_in_place_and_a_hand_written_skill_stay(made: RepoBuilder) -> None:
    learn(made)
    place = made.path / f".claude/skills/{UV.name}/SKILL.md"
    place.write_text(place.read_text() + "\nAnd this is mine.\n")
    done = run(made.path, "uninstall", "--purge", "--yes")
    assert "you edited it" in done.stdout
    assert "And this is mine." in place.read_text()
    assert (made.path / ".claude/skills/mine/SKILL.md").read_text() == "mine"
    assert not (made.path / f".claude/skills/{MIGRATE.name}").exists()


def test_an_edit_that_only_state_holds_is_decided_before_anything_goes(made: RepoBuilder) -> None:
    learn(made)
    place = made.path / f".claude/skills/{UV.name}/SKILL.md"
    clean = place.read_text()
    place.write_text(clean + "\nAnd this is mine.\n")
    run(made.path, "status")
    shutil.rmtree(made.path / ".claude")
    assert "1 edit in place waits in review" in run(made.path, "status").stdout
    assert place.read_text() == clean
    done = run(made.path, "uninstall", "--purge", "--yes")
    assert (done.returncode, f"only state holds what you edited in {UV.name}/SKILL.md" in done.stderr) == (3, True)
    assert "And this is mine." in run(made.path, "review", UV.name).stdout
    for item in waiting(here(made.path)):
        assert accept(here(made.path), item).outcome == "landed"
    assert "And this is mine." in place.read_text()
    assert run(made.path, "uninstall", "--purge", "--yes").returncode == 0
    assert not place.exists()


def test_while_the_branch_is_in_use_nothing_goes(made: RepoBuilder, tmp_path: Path) -> None:
    learn(made)
    made.worktree(tmp_path / "branch", "skills")
    before = made.fingerprint(ignore=(), branch="")
    done = run(made.path, "uninstall", "--purge", "--yes")
    assert (done.returncode, "is in use" in done.stderr) == (3, True)
    assert (made.path / f".claude/skills/{UV.name}/SKILL.md").is_file()
    assert made.fingerprint(ignore=(), branch="") == before
    assert made.path.joinpath(".git/gitskills").is_dir()


def test_with_the_user_scope_off_its_files_stay_byte_for_byte(made: RepoBuilder) -> None:
    learn(made)
    own = [Path.home() / ".claude/skills", Path(user_repository()), user_folder() / "state"]
    before = [prints(folder) for folder in own]
    assert all(before)
    run(made.path, "config", "userScope", "off")
    teach(made.path, SHORT)
    for words in (
        ("status",), ("list",), ("promote",), ("review",), ("learn", "--history"), ("doctor",), ("rollback", UV.name, "-m", "x"),
        ("rollback", SHORT.name, "-m", "x"), ("withdraw", "--session", "x"), ("uninstall",), ("uninstall", "--purge", "--yes"),
    ):  # fmt: skip
        run(made.path, *words)
    assert [prints(folder) for folder in own] == before
    assert not made.tip("skills")
