"""What the reading commands say: to people on a terminal and in a pipe, and to scripts."""

from __future__ import annotations

from pathlib import Path

import pexpect
import pytest

from tests.cli.running import lines, run, taught, waiting
from tests.cli.terminal import on_terminal
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, teach

FORGED = '---\nname: forged\ndescription: "Use it. \x1b]0;owned\x07\x1b[2J"\n---\n\nWords \x1b[31mred\u202e reversed.\n'


def test_status_says_how_many_what_came_last_and_why(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    said = run(made.path, "status").stdout
    assert "2 in probation" in said
    assert f"skill: add {MIGRATE.name}" in said
    assert f"“{MIGRATE.said}”" in said
    assert len(said.splitlines()) <= 15
    (read,) = lines(run(made.path, "status", "--json"))
    assert read["counts"] == {"probation": 2, "active": 0, "archived": 0}
    assert read["last"]["commit"] == made.tip("skills")


def test_what_landed_unseen_is_listed_with_the_words_it_came_from(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    said = run(made.path, "review", "--new").stdout
    for lesson in (UV, MIGRATE):
        assert f"user: “{lesson.said}”" in said
    assert "marked as seen" in run(made.path, "review", "--seen").stdout


def test_an_empty_proposal_is_told_as_such(tmp_path: Path) -> None:
    done = run(taught(tmp_path / "repo").path, "propose")
    assert (done.returncode, "nothing was proposed" in done.stderr) == (1, True)


def test_status_names_the_command_for_what_waits(tmp_path: Path) -> None:
    said = run(waiting(tmp_path / "repo").path, "status").stdout
    assert "2 waiting for your yes or no  (see `gitskills review`)" in said


def test_status_of_a_fresh_repository_says_that_there_is_nothing(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    done = run(made.path, "status")
    assert done.returncode == 0
    assert done.stdout.startswith("skills: no skills yet\n")


def test_a_setting_that_is_not_taken_is_told_once(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    made.git("config", "gitskills.landing", "sometimes")
    done = run(made.path, "status")
    assert (done.stdout + done.stderr).count("sometimes") == 1
    assert "sometimes" in run(made.path, "list").stderr


def test_the_list_is_aligned_and_whole_in_a_pipe(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    header, *rows = run(made.path, "list").stdout.splitlines()
    place = header.index("DESCRIPTION")
    assert sorted(row[place:] for row in rows) == sorted([MIGRATE.said[:60], UV.said[:60]])
    assert [row["name"] for row in lines(run(made.path, "list", "--json"))] == [MIGRATE.name, UV.name]


def test_why_tells_who_said_what_and_how_to_undo_it(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    said = run(made.path, "why", UV.name).stdout
    assert f"user: “{UV.said}”" in said
    assert f"gitskills rollback {UV.name}" in said
    (story,) = lines(run(made.path, "why", UV.name, "--json"))
    assert story["events"][0]["quotes"][0]["quote"] == UV.said
    (same,) = lines(run(made.path, "why", story["events"][0]["commit"], "--json"))
    assert same["name"] == UV.name


def test_show_prints_a_skill_as_it_is_or_was(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    assert UV.said in run(made.path, "show", UV.name).stdout
    assert run(made.path, "show", f"{MIGRATE.name}@skills~1").returncode == 1
    (view,) = lines(run(made.path, "show", f"{UV.name}@skills~1", "--json"))
    assert view["files"][0]["path"] == "SKILL.md"
    assert view["commit"] == made.git("rev-parse", "skills~1")


def test_log_is_gits_own_with_all_its_options(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    expected = made.git("log", "--format=%h %s", "-n", "1", "skills")
    assert run(made.path, "log", "--format=%h %s", "-n", "1").stdout == f"{expected}\n"
    assert len(run(made.path, "log", "--oneline").stdout.splitlines()) == 2
    assert "+++ b/.claude/skills/uv-not-pip/SKILL.md" in run(made.path, "log", UV.name, "-p").stdout


def test_log_takes_json_as_every_reading_command_and_git_options_beside_it(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    said = lines(run(made.path, "log", "--json", "--stat", "-p", "--graph", "--oneline"))
    tips = made.git("rev-list", "main..skills").split("\n")
    assert [(row["commit"], row["skill"], row["action"]) for row in said] == [
        (tips[0], MIGRATE.name, "add"),
        (tips[1], UV.name, "add"),
    ]
    assert said[1]["subject"] == f"skill: add {UV.name}"
    assert said[1]["reason"] == "The user said so."
    assert [row["skill"] for row in lines(run(made.path, "log", UV.name, "-n", "1", "--json"))] == [UV.name]
    assert run(made.path, "log", "--no-such-option").returncode == 2


@pytest.mark.parametrize(
    "words", [(UV.name, "--oneline"), ("--oneline", UV.name), ("-n", "5", "--oneline", UV.name)], ids=" ".join
)
def test_log_of_one_skill_works_from_every_folder_wherever_its_name_stands(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    made = taught(tmp_path / "repo")
    (made.path / "deep/er").mkdir(parents=True)
    (line,) = run(made.path / "deep/er", "log", *words).stdout.splitlines()
    assert line.endswith(f"skill: add {UV.name}")


def test_log_takes_gits_own_paths_behind_two_dashes(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    (made.path / "deep").mkdir()
    path = f".claude/skills/{UV.name}"
    (line,) = run(made.path, "log", "--oneline", "--", path).stdout.splitlines()
    assert line.endswith(f"skill: add {UV.name}")
    assert run(made.path / "deep", "log", "--oneline", "--", f"../{path}").stdout == f"{line}\n"
    assert run(made.path, "log", "--oneline", "--").stdout == run(made.path, "log", "--oneline").stdout


def test_what_came_last_is_said_to_be_ones_own_where_it_is(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    (intake,) = teach(made.path, Lesson("short", "Keep your answers short, wherever we work.", more={"scope": "user"}))
    assert intake.ruling is not None
    assert run(made.path, "review", "--accept", "short").returncode == 0
    (last,) = [line for line in run(made.path, "status").stdout.splitlines() if line.startswith("Last: ")]
    assert last.endswith("skill: add short  (of your own)")
    teach(made.path, UV)
    (last,) = [line for line in run(made.path, "status").stdout.splitlines() if line.startswith("Last: ")]
    assert last.endswith(f"skill: add {UV.name}")


def test_what_git_itself_reverted_came_last_as_a_rollback_does(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    made.git("worktree", "add", "-q", "../tree", "skills")
    made.git("-C", "../tree", "revert", "--no-edit", "HEAD~1")
    made.git("worktree", "remove", "../tree")
    assert f'Revert "skill: add {UV.name}"' in run(made.path, "status").stdout


def test_nothing_that_was_learned_steers_a_terminal(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    made.commit_on("skills", "skill: forged \x1b[2J", {".claude/skills/forged/SKILL.md": FORGED})
    for words in (
        ("show", "forged"),
        ("list",),
        ("why", "forged"),
        ("status",),
        ("show", "forged", "--json"),
        ("list", "--json"),
    ):
        said = run(made.path, *words).stdout
        assert not [char for char in said if not char.isprintable() and char != "\n"], words


def test_on_a_terminal_gits_own_pager_shows_what_is_long(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    shown = on_terminal(made.path, "why", UV.name, GIT_PAGER="sed s/^/paged:/")
    shown.expect("paged:.*" + UV.name)
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 0


def test_the_pager_that_the_repository_names_is_taken(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    made.git("config", "core.pager", "sed s/^/ours:/")
    shown = on_terminal(made.path, "show", UV.name)
    shown.expect("ours:")
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 0


def test_a_terminal_gets_a_table_in_colour_unless_it_is_unwanted(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    shown = on_terminal(made.path, "list")
    shown.expect(pexpect.EOF)
    assert "\x1b[1m" in str(shown.before)
    shown.close()
    plain = on_terminal(made.path, "list", NO_COLOR="1")
    plain.expect(pexpect.EOF)
    assert "\x1b[3" not in str(plain.before)
    plain.close()


def test_preview_is_what_a_reflector_would_see(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    secret = Lesson("token", "Use the token ghp_abcdefghijklmnopqrstuvwxyz0123456789 for releases.")
    teach(made.path, secret, UV)
    session = str(Path.home() / "sessions/session.jsonl")
    said = run(made.path, "preview", session).stdout
    assert UV.said in said
    assert "ghp_" not in said
    (read,) = lines(run(made.path, "preview", session, "--json"))
    assert read["text"].rstrip("\n") == said.rstrip("\n")
