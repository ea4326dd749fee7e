"""What somebody meets who types the wrong thing, sits at a narrow terminal, or has a machine that is not as it should be."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.cli.running import GITSKILLS, lines, run, taught, waiting
from tests.cli.terminal import on_terminal
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, Lesson, teach

LONG = Lesson("a-name-that-is-nearly-as-long-as-a-narrow-terminal-is-wide", UV.said)
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
READING = (("status",), ("list",), ("log",), ("review",), ("config",), ("doctor",), ("check",), ("why", UV.name))


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return taught(tmp_path / "repo")


def shown(folder: Path, *words: str, columns: int) -> str:
    terminal = on_terminal(folder, *words, columns=columns, GIT_PAGER="cat")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", str(terminal.before)).replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_a_name_stays_in_one_piece_on_every_terminal(tmp_path: Path, columns: int) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    teach(made.path, LONG)
    said = shown(made.path, "list", columns=columns)
    assert LONG.name in said
    assert "2026" in said or "20" in said
    assert "gitskills.anthropic.url" in shown(made.path, "config", columns=columns)
    assert "https://api.anthropic.com" in shown(made.path, "config", columns=columns)


def test_where_columns_do_not_fit_each_row_is_a_paragraph_and_a_number_says_what_it_counts(made: RepoBuilder) -> None:
    paragraph = shown(made.path, "list", columns=40).partition(f"\n{UV.name}\n")[2].split("\n")
    assert re.fullmatch(r" {4}project .* [0-9]+ bytes", paragraph[0])
    assert paragraph[1] == f"    {UV.said}"


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_without_git_one_sentence_says_so(made: RepoBuilder, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "bin").mkdir()
    done = run(made.path, *words, PATH=str(tmp_path / "bin"))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "gitskills: the git program was not found\nhint: install git and put it on the PATH\n"


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_broken_configuration_is_said_with_its_line(
    made: RepoBuilder, gitconfig: Path, words: tuple[str, ...]
) -> None:
    gitconfig.write_text("[user\n", "utf-8")
    done = run(made.path, *words)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"line 1 in file {gitconfig}" in done.stderr


@pytest.mark.parametrize("words", [("status",), ("list",), ("config",), ("init",), ("doctor",)], ids=" ".join)
def test_a_working_folder_that_is_gone_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "gone").mkdir()
    script = f"cd {tmp_path}/gone && rmdir {tmp_path}/gone && exec {' '.join((*GITSKILLS, *words))}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("gitskills: the working folder is gone\nhint: ")


@pytest.mark.parametrize("words", [("config", "landing", "review"), ("on",), ("off",)], ids=" ".join)
def test_a_setting_of_no_repository_is_refused_with_the_way_out(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 3
    assert "is not in a git repository" in done.stderr
    assert "--global" in done.stderr


@pytest.mark.parametrize("name", ["", "..", "../../etc/passwd", "a b", "\x1b[2J", "-x", "ü", "x" * 5000], ids=repr)
def test_a_bad_name_is_answered_in_a_sentence_that_steers_no_terminal(made: RepoBuilder, name: str) -> None:
    tip = made.tip("skills")
    for words in (
        ("show", "--", name),
        ("why", "--", name),
        ("rollback", "-m", "x", "--", name),
        ("review", "--", name),
    ):
        done = run(made.path, *words)
        assert (done.returncode, done.stdout) == (1, ""), words
        assert done.stderr.startswith("gitskills: ")
        assert "\x1b" not in done.stderr
    assert made.tip("skills") == tip


@pytest.mark.parametrize("reason", ["", "  \n"], ids=repr)
def test_nothing_is_taken_back_without_a_reason(made: RepoBuilder, reason: str) -> None:
    tip = made.tip("skills")
    done = run(made.path, "rollback", UV.name, "-m", reason)
    assert (done.returncode, made.tip("skills")) == (2, tip)
    assert "a reason is needed" in done.stderr


def test_no_secret_enters_history_by_a_reason(made: RepoBuilder) -> None:
    assert run(made.path, "rollback", UV.name, "-m", f"it leaks {SECRET} everywhere").returncode == 0
    said = made.git("log", "-1", "--format=%B", "skills")
    assert SECRET not in said
    assert "it leaks [redacted:" in said


def test_no_secret_is_kept_in_state_by_a_reason(tmp_path: Path) -> None:
    made = waiting(tmp_path / "repo")
    assert run(made.path, "review", "--reject", UV.name, "-m", SECRET).returncode == 0
    kept = [place for place in (made.path / ".git/gitskills").rglob("*") if place.is_file()]
    assert [place for place in kept if SECRET.encode() in place.read_bytes()] == []


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 5000, bytes(range(256)) * 50, b"{}\n" * 10, b"\xff\xfe{\0}\0"], ids=len
)
def test_a_file_that_is_no_session_teaches_nothing_and_breaks_nothing(
    made: RepoBuilder, tmp_path: Path, content: bytes
) -> None:
    place = tmp_path / "no-session"
    place.write_bytes(content)
    tip = made.tip("skills")
    assert run(made.path, "learn", str(place)).returncode == 1
    assert run(made.path, "preview", str(place)).returncode in {0, 1}
    assert run(made.path, "propose", str(place)).returncode == 1
    assert made.tip("skills") == tip


@pytest.mark.parametrize("what", ["a folder", "a pipe", "nothing", "unreadable"])
def test_what_can_be_no_session_is_named(made: RepoBuilder, tmp_path: Path, what: str) -> None:
    place = tmp_path / "place"
    if what == "a folder":
        place.mkdir()
    elif what == "a pipe":
        os.mkfifo(place)
    elif what == "unreadable":
        place.symlink_to(place)
    for command in ("learn", "preview"):
        done = run(made.path, command, str(place))
        assert (done.returncode, done.stdout) == (2, "")
        assert str(place) in done.stderr
        assert "\nhint: name a .jsonl file" in done.stderr


def test_interrupting_a_question_ends_it_quietly_and_decides_nothing(tmp_path: Path) -> None:
    made = waiting(tmp_path / "repo")
    asked = on_terminal(made.path, "review")
    asked.expect("quit\\]")
    asked.sendintr()
    asked.expect(pexpect.EOF)
    asked.close()
    assert asked.exitstatus == 130
    assert "Traceback" not in str(asked.before)
    assert len(lines(run(made.path, "review", "--json"))) == 2


def test_interrupting_a_long_read_leaves_the_next_one_whole(made: RepoBuilder, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    started = subprocess.Popen([*GITSKILLS, "propose", str(pipe)], cwd=made.path, stderr=subprocess.PIPE, text=True)
    with pipe.open("w") as feed:  # it waits for the first line now
        feed.write("\n")
        feed.flush()
        started.send_signal(signal.SIGINT)
        assert started.wait(60) == 130
    assert started.stderr is not None
    assert "Traceback" not in started.stderr.read()
    started.stderr.close()
    assert run(made.path, "status").returncode == 0


@pytest.mark.parametrize("words", [("list",), ("status",), ("review", "--new"), ("config",), ("doctor",)], ids=" ".join)
def test_colour_is_left_out_where_it_is_unwanted(made: RepoBuilder, words: tuple[str, ...]) -> None:
    terminal = on_terminal(made.path, *words, NO_COLOR="1", GIT_PAGER="cat")
    if terminal.expect([pexpect.EOF, "quit\\]"]) == 1:
        terminal.sendline("q")
        terminal.expect(pexpect.EOF)
    terminal.close()
    assert "\x1b[3" not in str(terminal.before)


def test_the_doctor_reports_a_state_that_it_cannot_read_beside_all_else(made: RepoBuilder) -> None:
    state = made.path / ".git/gitskills"
    shutil.rmtree(state)
    state.write_bytes(b"in the way")
    done = run(made.path, "doctor")
    assert done.returncode == 3
    assert done.stderr == ""
    assert "ok     git:" in done.stdout
    assert "wrong  " in done.stdout
    assert str(state) in done.stdout


def test_the_program_answers_without_any_home(made: RepoBuilder) -> None:
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    done = subprocess.run(
        [sys.executable, "-m", "gitskills", "list"],
        cwd=made.path,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_topic_that_is_on_where_all_is_off_is_no_yes(tmp_path: Path) -> None:
    repo = RepoBuilder.with_commit(tmp_path / "off", home=Path.home())
    assert run(repo.path, "off").returncode == 0
    assert "as a whole is not: `gitskills on`" in run(repo.path, "on", "learn").stdout
    assert run(repo.path, "off", "decide").returncode == 0
    said = run(repo.path, "on").stdout
    assert said == "gitskills is on in this repository, but not to decide: `gitskills on decide`\n"
    assert run(repo.path, "on", "decide").returncode == 0
    assert run(repo.path, "on").stdout == "gitskills is on in this repository\n"
    assert run(repo.path, "on", "learn").stdout == "learn is on in this repository\n"
