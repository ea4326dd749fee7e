"""Starting costs nothing that the call doesn't need: the interpreter itself says what was imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = frozenset({"pygit2", "git", "anthropic", "httpx", "httpx2", "rich", "pathspec", "numpy", "asyncio"})
HOOK_HEAVY = HEAVY | {"click", "dataclasses", "pathlib", "subprocess", "typing", "json", "re"}


def imported(*words: str) -> set[str]:
    """Every module that a run of `python …` loads, by top-level name and by full name."""
    command = [sys.executable, "-X", "importtime", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {row.partition(".")[0] for row in rows} | set(rows)


@pytest.mark.parametrize("words", [["--version"], ["--help"]], ids=" ".join)
def test_a_start_loads_no_engine(words: list[str]) -> None:
    assert imported("-m", "gitskills", *words) & HEAVY == set()


def test_the_probe_sees_what_is_loaded() -> None:
    assert "asyncio" in imported("-c", "import asyncio")
