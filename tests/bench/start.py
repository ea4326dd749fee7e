"""What it costs to start: the commands that people type most, beside the imports that they can't do without."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.bench.library import library
from tests.bench.table import Table, spent
from tests.support.repos import RepoBuilder

SKILLS = 1_000
RUNS = 15
CALLS = {
    "python -c pass": ("-c", "pass"),
    "python -c 'import click, pygit2'": ("-c", "import click, pygit2"),
    "gitskills --version": ("-m", "gitskills", "--version"),
    f"gitskills status, {SKILLS:,} skills": ("-m", "gitskills", "status"),
    f"gitskills list, {SKILLS:,} skills": ("-m", "gitskills", "list"),
}
MEASURE = "python -c 'import click, pygit2'"


def run() -> Sequence[Table]:
    with tempfile.TemporaryDirectory() as folder:
        repo = library(Path(folder), SKILLS)
        times: dict[str, list[float]] = {name: [] for name in CALLS}
        for _ in range(RUNS + 1):  # in turn, so that other load on the machine meets all of them alike
            for name, words in CALLS.items():
                times[name].append(_seconds(repo, words))
    middles = {name: median(taken[1:]) for name, taken in times.items()}  # the first fills caches
    rows = tuple((name, f"{middle * 1e3:.0f}", f"{middle / middles[MEASURE]:.2f}") for name, middle in middles.items())
    return (
        Table("Start", ("call", "ms", f"× {MEASURE}"), rows, f"Processor time, median of {RUNS} runs taken in turn."),
    )


def _seconds(repo: RepoBuilder, words: Sequence[str]) -> float:
    begun = spent()
    done = subprocess.run(
        [sys.executable, *words], cwd=repo.path, env=repo.environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
    return spent() - begun
