"""The command as people and scripts meet it: exit codes, JSON, one clear sentence, help with examples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from gitskills.cli.program import Session, program
from tests.cli.test_frame import VISIBLE
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

LESSON = "always use uv instead of pip in this project"
PROPOSAL = {
    "action": "add",
    "name": "uv-not-pip",
    "description": "Installing packages: use uv, never pip.",
    "body": "Use uv instead of pip.\n\nPip breaks the lock file.",
    "reason": "The user said which installer to use.",
    "evidence": [{"quote": LESSON}],
}


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.write("app.py", b"print(1)\n")
    repo.git("add", ".")
    repo.git("commit", "-qm", "init")
    return repo


@pytest.fixture
def session(project: RepoBuilder, tmp_path: Path) -> Path:
    lines = TranscriptBuilder()
    lines.user(f"Please {LESSON}.")
    place = tmp_path / "session.jsonl"
    lines.write(place)
    return place


def run(folder: Path, *words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gitskills", *words]
    environment = {**os.environ, **variables}
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, env=environment, check=False, encoding="utf-8"
    )


def landed(project: RepoBuilder, session: Path) -> None:
    done = run(project.path, "propose", "-t", str(session), stdin=json.dumps(PROPOSAL))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", VISIBLE)
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = CliRunner().invoke(program, [name, "--help"], obj=Session())
    assert done.exit_code == 0
    assert "Example" in done.output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["status"], 0),
        (["list"], 1),
        (["show", "nothing"], 1),
        (["why", "nothing"], 1),
        (["log"], 1),
        (["review"], 1),
        (["rollback", "nothing", "-m", "x"], 1),
        (["rollback", "nothing"], 2),
        (["nonsense"], 2),
        (["learn", "no-such-file.jsonl"], 2),
        (["-C", "no-such-folder", "status"], 2),
        (["config", "landing", "perhaps"], 2),
        (["config", "no.such.key"], 1),
        (["check", "--staged", "HEAD"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_exit_codes_are_gits_and_no_traceback_shows(project: RepoBuilder, words: list[str], code: int) -> None:
    done = run(project.path, *words)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_outside_a_repository_one_sentence_and_exit_code_3(tmp_path: Path) -> None:
    done = run(tmp_path, "status")
    assert done.returncode == 3
    assert "gitskills:" in done.stderr
    assert "hint:" in done.stderr


def test_every_reading_command_speaks_json(project: RepoBuilder, session: Path) -> None:
    landed(project, session)
    for words in (
        ["status"], ["list"], ["show", "uv-not-pip"], ["why", "uv-not-pip"], ["review", "--new"], ["config"], ["doctor"],
        ["preview", str(session)], ["promote", "--dry-run"],
    ):  # fmt: skip
        done = run(project.path, *words, "--json")
        assert done.returncode in (0, 3), done.stderr
        for line in done.stdout.splitlines():
            assert isinstance(json.loads(line), dict), words


def test_what_was_learned_is_shown_and_taken_back(project: RepoBuilder, session: Path) -> None:
    landed(project, session)
    live = project.path / ".claude/skills/uv-not-pip/SKILL.md"
    assert live.exists()
    why = run(project.path, "why", "uv-not-pip").stdout
    assert LESSON in why
    assert "gitskills rollback uv-not-pip" in why
    done = run(project.path, "rollback", "uv-not-pip", "-m", "we moved to poetry")
    assert done.returncode == 0, done.stderr
    assert not live.exists()
    again = run(project.path, "propose", "-t", str(session), "--json", stdin=json.dumps(PROPOSAL))
    assert json.loads(again.stdout)["ruling"] == "rejected"
    assert again.returncode == 1


def test_a_dry_run_prints_what_the_scorer_reads_and_writes_nothing(project: RepoBuilder, session: Path) -> None:
    before = project.git("for-each-ref")
    done = run(project.path, "learn", "--dry-run", "--json", str(session))
    for line in done.stdout.splitlines():
        proposal = json.loads(line)
        assert proposal["transcript"] == str(session)
        assert len(proposal["evidence"]) == len(proposal["line"])
    assert project.git("for-each-ref") == before
    assert not (project.path / ".claude").exists()


def test_a_bad_setting_changes_nothing_and_says_why(project: RepoBuilder) -> None:
    before = (project.path / ".git/config").read_bytes()
    done = run(project.path, "config", "birthsPerDay", "many")
    assert done.returncode == 2
    assert (project.path / ".git/config").read_bytes() == before
    assert "whole number" in done.stderr


def test_a_locale_without_unicode_breaks_nothing(project: RepoBuilder, session: Path) -> None:
    landed(project, session)
    done = run(project.path, "why", "uv-not-pip", LC_ALL="C", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr


def test_a_closed_pipe_is_quiet(project: RepoBuilder, session: Path) -> None:
    landed(project, session)
    shell = f"{sys.executable} -m gitskills log -p | head -1; {sys.executable} -m gitskills config | head -1"
    done = subprocess.run(["sh", "-c", shell], cwd=project.path, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_redact_is_a_filter_that_keeps_every_other_byte(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    done = run(tmp_path, "redact", stdin=f"before\ntoken={secret}\nafter é\n")
    assert done.returncode == 0, done.stderr
    assert secret not in done.stdout
    assert done.stdout.startswith("before\n")
    assert done.stdout.endswith("\nafter é\n")


def test_bisect_is_told_to_skip_where_the_environment_is_at_fault(project: RepoBuilder) -> None:
    project.git("config", "gitskills.branch", "skills")
    (project.path / ".git/BISECT_LOG").write_text("")
    (project.path / ".git/config").write_text((project.path / ".git/config").read_text() + "[extensions]\n\tfoo = 1\n")
    project_format = project.path / ".git/config"
    project_format.write_text(
        project_format.read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 1")
    )
    assert run(project.path, "check").returncode in (3, 125)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    done = CliRunner().invoke(program, ["completion", shell], obj=Session())
    assert done.exit_code == 0
    assert "_GITSKILLS_COMPLETE" in done.output


def test_every_command_is_a_click_command() -> None:
    context = click.Context(program)
    assert all(program.get_command(context, name) is not None for name in program.list_commands(context))


def test_the_hook_answers_with_nothing_and_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gitskills.hookrun"],
        input=b'{"hook_event_name": "Stop"}',
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"{}\n")
    root = str(Path(__file__).resolve().parents[2])
    bare = f"import sys; sys.path.insert(0, {root!r}); import gitskills.hookrun.__main__; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-I", "-S", "-c", bare], capture_output=True, text=True, check=True)
    assert set(loaded.stdout.split()) & {"pygit2", "click", "dataclasses", "subprocess", "pathlib", "typing"} == set()
