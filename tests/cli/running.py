"""The command as people and scripts run it: a process of its own, in a folder, with what it said and how it ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, teach

GITSKILLS = (sys.executable, "-m", "gitskills")


def run(folder: Path, *words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*GITSKILLS, *words],
        cwd=folder,
        env=dict(os.environ) | environment,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert "Traceback" not in done.stderr or "--debug" in words, done.stderr
    return done


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Standard output as JSON lines."""
    assert not done.stdout or done.stdout.endswith("\n")
    return [json.loads(line) for line in done.stdout.splitlines()]


def taught(folder: Path) -> RepoBuilder:
    """A repository in which two lessons landed."""
    made = RepoBuilder.with_commit(folder, home=Path.home())
    assert [each.ruling.outcome for each in teach(folder, UV, MIGRATE) if each.ruling] == ["landed", "landed"]
    return made


def waiting(folder: Path) -> RepoBuilder:
    """A repository in which two lessons wait for a person."""
    made = RepoBuilder.with_commit(folder, home=Path.home())
    made.git("config", "gitskills.landing", "review")
    assert [each.ruling.outcome for each in teach(folder, UV, MIGRATE) if each.ruling] == ["review", "review"]
    return made
