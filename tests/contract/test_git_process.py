"""Every git process is bounded, asks nothing, reads nothing and runs no hook."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.errors import RepositoryFault
from gitskills.git import process
from tests.support.repos import RepoBuilder


@pytest.mark.promise("case-12")
def test_a_git_that_hangs_is_ended_and_named(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "SECONDS", 0.2)
    repo.git("config", "alias.nap", "!exec sleep 600")
    with pytest.raises(RepositoryFault, match="git nap took longer"):
        process.run_git(str(repo.path), "nap")


def test_nothing_is_read_from_a_terminal_or_a_pipe(repo: RepoBuilder) -> None:
    assert (
        process.run_git(str(repo.path), "hash-object", "--stdin").output.strip()
        == b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    )


@pytest.mark.promise("case-14")
def test_the_callers_repository_and_configuration_are_forgotten(
    repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.hooksPath")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(tmp_path))
    monkeypatch.setenv("GIT_SSH_COMMAND", "ssh -4")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    shown = process.run_git(str(repo.path), "-c", "alias.env=!env", "env").output.decode().split("\n")
    assert "GIT_SSH_COMMAND=ssh -4" in shown
    assert "LC_ALL=C" in shown
    assert "GIT_TERMINAL_PROMPT=0" in shown
    assert not [line for line in shown if line.startswith(("GIT_CONFIG_COUNT=", f"GIT_DIR={tmp_path}"))]
    assert process.run_git(str(repo.path), "config", "core.hooksPath").output.strip() == os.devnull.encode()


def test_a_git_that_is_not_there_is_one_sentence(
    repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    process.run_git(str(repo.path), "version")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RepositoryFault, match="git program was not found"):
        process.run_git(str(repo.path), "version")


START = "import sys; from gitskills.git.process import run_git; print(run_git(sys.argv[1], 'rev-parse', 'HEAD').status)"


@pytest.mark.parametrize(
    ("broken", "where"),
    [("[user\nname = x\n", "line 1 in file"), ("[core]\n\tabbrev = many\n", "'core.abbrev'")],
    ids=["torn", "value"],
)
def test_a_broken_configuration_is_named_and_not_taken_for_a_missing_git(
    repo: RepoBuilder, gitconfig: Path, broken: str, where: str
) -> None:
    repo.commit("first", {"a.txt": "a\n"})
    gitconfig.write_text(broken, "utf-8")
    started = [sys.executable, "-c", START, str(repo.path)]  # GitPython tries git once, when it is imported
    for said in (_complaint(started), _fault(repo)):
        assert "git's configuration can't be read" in said
        assert where in said
        assert "not found" not in said.rpartition("RepositoryFault")[2]


def _complaint(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def _fault(repo: RepoBuilder) -> str:
    with pytest.raises(RepositoryFault) as raised:
        process.run_git(str(repo.path), "rev-parse", "HEAD")
    return raised.value.sentence
