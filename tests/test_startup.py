"""Starting costs nothing that the call doesn't need: the interpreter itself says what was imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.repos import RepoBuilder

HEAVY = frozenset({"pygit2", "git", "anthropic", "httpx", "httpx2", "rich", "pathspec", "numpy", "asyncio"})


def imported(*words: str, answers: tuple[int, ...] = (0,)) -> set[str]:
    """Every module that a run of `python …` loads, by top-level name and by full name."""
    command = [sys.executable, "-X", "importtime", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in answers, done.stderr
    rows = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {row.partition(".")[0] for row in rows} | set(rows)


@pytest.mark.parametrize("words", [["--version"], ["--help"]], ids=" ".join)
def test_a_start_loads_no_engine(words: list[str]) -> None:
    assert imported("-m", "gitskills", *words) & HEAVY == set()


@pytest.mark.parametrize("command", ["status", "list"])
def test_a_look_at_the_skills_loads_no_rule(command: str, repo: RepoBuilder) -> None:
    repo.commit("first", {"README.md": "# A project\n"})
    loaded = imported("-m", "gitskills", "-C", str(repo.path), command, answers=(0, 1))
    assert "gitskills.app.status" in loaded
    assert (
        loaded & {"gitskills.validate.rules", "snowballstemmer", "confusable_homoglyphs", "pathspec", "numpy"} == set()
    )


def test_the_probe_sees_what_is_loaded() -> None:
    assert "asyncio" in imported("-c", "import asyncio")
