"""What hooks cost the host: whole processes, launcher included, with no skill and with a thousand; beside a bare Python."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from gitskills.app.context import open_context
from gitskills.app.starting import prepare
from gitskills.redact import Redactor
from tests.bench.library import library
from tests.bench.table import Table
from tests.support.hooks import COMMANDS, Host
from tests.support.repos import RepoBuilder

RUNS = 21
MEASURE = "python3 -I -S -c pass"
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")


def run() -> Sequence[Table]:
    with tempfile.TemporaryDirectory() as folder:
        calls: dict[str, Callable[[], float]] = {MEASURE: lambda: _seconds([sys.executable, "-I", "-S", "-c", "pass"])}
        for skills in (0, 1_000):
            host = _host(Path(folder) / str(skills), skills)
            for event in EVENTS:
                calls[f"{event}, {skills:,} skills"] = _caller(host, event)
        times: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(RUNS + 1):  # in turn, so that other load on the machine meets all of them alike
            for name, call in calls.items():
                times[name].append(call())
    middles = {name: median(taken[1:]) for name, taken in times.items()}
    rows = tuple((name, f"{middle * 1e3:.0f}", f"{middle / middles[MEASURE]:.1f}") for name, middle in middles.items())
    note = f"Median of {RUNS} runs, taken in turn; from the host's shell to the end of the process. A tool call starts none."
    return (Table("Hooks", ("event", "ms", f"× {MEASURE}"), rows, note),)


def _host(folder: Path, skills: int) -> Host:
    """A registered session in a repository with so many skills, half of a hand-over behind it."""
    folder.mkdir()
    repo = library(folder, skills) if skills else RepoBuilder.with_commit(folder / "repo")
    repo.git("config", "gitskills.enabled", "true")
    prepare(replace(open_context(str(repo.path)), redactor=Redactor(maintained=False)))
    host = Host(repo, folder / "host")
    host.start()
    host.works(20)
    host.hook("Stop")
    return host


def _caller(host: Host, event: str) -> Callable[[], float]:
    command = ["sh", "-c", COMMANDS[event][0]["hooks"][0]["command"]]
    return lambda: _seconds(command, host.payload(event), host)


def _seconds(words: list[str], stdin: bytes = b"", host: Host | None = None) -> float:
    environment, folder = (host.environment, host.repo.path) if host else (None, None)
    begun = time.perf_counter()
    done = subprocess.run(words, input=stdin, env=environment, cwd=folder, capture_output=True, check=True)
    taken = time.perf_counter() - begun
    if host:
        json.loads(done.stdout)
    return taken
