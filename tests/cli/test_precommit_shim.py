"""The pre-commit shim: calls the check where there is something to check, and never stands in the way where it can't."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import RepoBuilder
from tests.support.sources import ROOT

pytestmark = pytest.mark.promise("V13")

SHIM = ROOT / ".githooks/pre-commit"
SKILL = ".claude/skills/use-uv/SKILL.md"


def run_shim(repo: RepoBuilder, shim: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = repo.environment | {"PATH": path}
    return subprocess.run([str(shim)], cwd=repo.path, env=environment, capture_output=True, text=True, check=False)


def pretend(folder: Path, name: str, code: int) -> Path:
    """A program that writes down how it was called and ends with `code`."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/sh\necho "{name} $*"\nexit {code}\n', "utf-8")
    program.chmod(0o755)
    return program


def test_a_commit_that_touches_no_skill_costs_nothing(repo: RepoBuilder, tmp_path: Path) -> None:
    pretend(tmp_path / "bin", "gitskills", 1)
    repo.write("README.md", "# A project\n")
    repo.git("add", "README.md")
    done = run_shim(repo, SHIM, f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_refusal_of_the_check_stops_the_commit(repo: RepoBuilder, tmp_path: Path) -> None:
    pretend(tmp_path / "bin", "gitskills", 1)
    repo.write(SKILL, "no skill\n")
    repo.git("add", SKILL)
    done = run_shim(repo, SHIM, f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert (done.returncode, done.stdout) == (1, "gitskills check --staged\n")


def test_without_gitskills_the_commit_goes_through_and_says_what_was_not_done(
    repo: RepoBuilder, tmp_path: Path
) -> None:
    repo.write(SKILL, "no skill\n")
    repo.git("add", SKILL)
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "git").symlink_to(str(shutil.which("git")))
    done = run_shim(repo, SHIM, str(bare))
    assert done.returncode == 0
    assert done.stderr == "gitskills: not installed here, the skills in this commit were not checked\n"


def test_the_interpreter_that_init_wrote_comes_before_the_path(repo: RepoBuilder, tmp_path: Path) -> None:
    pretend(tmp_path / "bin", "gitskills", 1)
    python = pretend(tmp_path / "own", "python", 0)
    installed = tmp_path / "pre-commit"
    installed.write_text(SHIM.read_text("utf-8").replace("interpreter=''", f"interpreter='{python}'"), "utf-8")
    installed.chmod(0o755)
    repo.write(SKILL, "no skill\n")
    repo.git("add", SKILL)
    done = run_shim(repo, installed, f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert (done.returncode, done.stdout) == (0, "python -P -m gitskills check --staged\n")
