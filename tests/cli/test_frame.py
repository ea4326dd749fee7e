"""What holds for every command: help, exit codes, encodings, pipes, and one sentence where something is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from gitskills import __version__
from gitskills.cli import boundary
from gitskills.cli.program import COMMANDS, Session, program
from tests.cli.running import GITSKILLS, lines, run, taught
from tests.support.repos import RepoBuilder

CONTEXT = click.Context(program)
VISIBLE = [name for name in sorted(COMMANDS) if (found := program.get_command(CONTEXT, name)) and not found.hidden]


@pytest.mark.parametrize("name", VISIBLE)
def test_the_help_of_every_command_shows_how_it_is_typed(name: str) -> None:
    said = CliRunner().invoke(program, [name, "--help"], obj=Session())
    assert said.exit_code == 0
    shown = said.output.partition("Examples:")[2]
    assert f"gitskills {name}" in shown or f"{name}\n" in shown
    assert all(len(line) <= 100 for line in said.output.splitlines())


def test_the_list_of_commands_says_of_each_what_it_is_for() -> None:
    said = CliRunner().invoke(program, ["--help"], obj=Session()).output
    assert "..." not in said.partition("Commands:")[2]
    assert "\\b" not in said


@pytest.mark.parametrize("name", ["status", "list", "show", "why", "review", "check", "preview", "config", "doctor"])
def test_every_reading_command_answers_in_json(name: str) -> None:
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert "--json" in [word for option in command.params for word in option.opts]


def test_the_version_is_said_and_nothing_else(tmp_path: Path) -> None:
    done = run(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"gitskills {__version__}\n")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("list",), 0),
        (("show", "no-such-skill"), 1),
        (("why", "no-such-skill"), 1),
        (("log", "no-such-skill"), 1),
        (("rollback", "no-such-skill", "-m", "x"), 1),
        (("config", "no-such-key"), 1),
        (("config", "landing", "sometimes"), 2),
        (("rollback", "uv-not-pip"), 2),
        (("nonsense",), 2),
        (("learn", "no-such-file.jsonl"), 2),
        (("check", "--staged", "HEAD"), 2),
        (("-C", "no-such-folder", "status"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_exit_code_says_refused_or_wrongly_used(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    made = taught(tmp_path / "repo")
    done = run(made.path, *words)
    assert done.returncode == code, done.stderr
    assert ("gitskills: " in done.stderr or "Error: " in done.stderr) == (code != 0)


@pytest.mark.parametrize("name", ["status", "init", "log", "check"])
def test_outside_a_repository_the_exit_code_is_three_and_the_next_step_is_named(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, name)
    assert done.returncode == 3
    assert done.stderr.startswith("gitskills: ")
    assert "\nhint: " in done.stderr
    assert done.stdout == ""


def test_a_traceback_is_shown_only_to_those_who_ask(tmp_path: Path) -> None:
    assert "Traceback" not in run(tmp_path, "status").stderr
    assert "Traceback" in run(tmp_path, "--debug", "status").stderr


def test_an_error_of_ours_is_one_sentence_and_is_kept_for_the_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = taught(tmp_path / "repo")
    monkeypatch.chdir(made.path)
    monkeypatch.setitem(COMMANDS, "status", "broken")
    assert boundary.run(["status"]) == 3
    said = capsys.readouterr().err
    assert said.startswith("gitskills: internal error: ModuleNotFoundError")
    assert "--debug" in said
    assert "Traceback" not in said
    (journal,) = [probe for probe in lines(run(made.path, "doctor", "--json")) if probe["name"] == "journal"]
    assert journal["ok"] is not True


def test_folders_given_with_c_add_up(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    done = run(tmp_path, "-C", str(tmp_path), "-C", "repo", "list")
    assert done.returncode == 0
    assert "uv-not-pip" in done.stdout
    assert made.git("status", "--porcelain") == ""


def test_a_command_nearly_right_is_named() -> None:
    said = CliRunner().invoke(program, ["statsu"], obj=Session())
    assert said.exit_code == 2
    assert "status" in said.output


def test_the_repository_of_a_calling_git_is_not_taken_for_ours(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    other = RepoBuilder.with_commit(tmp_path / "other", home=Path.home())
    done = run(made.path, "list", GIT_DIR=str(other.path / ".git"), GIT_WORK_TREE=str(other.path))
    assert "uv-not-pip" in done.stdout


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}], ids=str)
def test_no_locale_makes_a_command_fail(tmp_path: Path, environment: dict[str, str]) -> None:
    made = taught(tmp_path / "repo")
    for words in (("status",), ("why", "uv-not-pip"), ("show", "uv-not-pip"), ("list", "--json")):
        done = run(made.path, *words, **environment)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path, unbuffered: str) -> None:
    made = taught(tmp_path / "repo")
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*GITSKILLS, "list"],
            cwd=made.path,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.startswith("gitskills: No space left on device\n")
    assert "Exception ignored" not in done.stderr


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    started = subprocess.Popen([*GITSKILLS, "config"], cwd=made.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert started.stdout is not None
    assert started.stderr is not None
    started.stdout.close()
    assert started.stderr.read() == b""
    assert started.wait() == boundary.PIPE_CLOSED
    started.stderr.close()


def test_output_in_a_pipe_has_no_colour(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    for words in (("status",), ("list",), ("why", "uv-not-pip"), ("doctor",), ("config",)):
        assert "\x1b" not in run(made.path, *words).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_gets_a_script_that_completes(tmp_path: Path, shell: str) -> None:
    done = run(tmp_path, "completion", shell)
    assert done.returncode == 0
    assert "_GITSKILLS_COMPLETE" in done.stdout


def test_the_shell_completes_the_names_of_skills(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    asked = {
        "_GITSKILLS_COMPLETE": "bash_complete",
        "COMP_WORDS": f"gitskills -C {made.path} why uv",
        "COMP_CWORD": "4",
    }
    assert run(tmp_path, **asked).stdout == "plain,uv-not-pip\n"


@pytest.mark.parametrize("event", ["", "{}", "no json", '{"hook_event_name": "Stop"}' + " " * 200_000])
def test_the_hook_answers_every_event_with_an_empty_object(tmp_path: Path, event: str) -> None:
    command = [sys.executable, "-m", "gitskills.hookrun"]
    done = subprocess.run(
        command, cwd=tmp_path, env=dict(os.environ), input=event, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "{}\n", "")
