"""What hooks cost the host: whole processes, launcher included, with no skill and with a thousand; beside a bare Python.

And what a tool call takes in the real client (fetched by `make e2e`) with the plugin and without: no hook of ours runs then.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from gitskills.app.context import open_context
from gitskills.app.sessions.starting import prepare
from gitskills.redact import Redactor
from tests.bench.library import library
from tests.bench.table import Table
from tests.e2e.living import Person, looks
from tests.support.claude import VERSION
from tests.support.hooks import COMMANDS, Host
from tests.support.repos import RepoBuilder
from tests.support.scripted_model import Reply, ScriptedModel, say
from tests.support.sources import ROOT

RUNS = 21
MEASURE = "python3 -I -S -c pass"
CACHE = Path.home() / ".cache/gitskills-tests/claude"
SESSIONS, TOOL_CALLS = 4, 30
HAND_OVERS = 5
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")


def run() -> Sequence[Table]:
    return (_events(), _hand_over(), *_tool_calls())


def _events() -> Table:
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
    return Table("Hooks", ("event", "ms", f"× {MEASURE}"), rows, note)


def _hand_over() -> Table:
    """A session's end: the host, which kills its hooks after 1.5 s, waits until a job is on its way and not for the job."""
    taken, whole = [], []
    with tempfile.TemporaryDirectory() as folder:
        host = _host(Path(folder) / "end", 0)
        for _ in range(HAND_OVERS + 1):
            host.start()
            host.works(5, "Always use uv instead of pip in this project.")
            begun = time.perf_counter()
            taken.append(_caller(host, "SessionEnd")())
            host.quiet()
            whole.append(time.perf_counter() - begun)
    rows = tuple(
        (name, f"{median(times[1:]) * 1e3:.0f}")
        for name, times in (("the host waits", taken), ("the job is done", whole))
    )
    return Table("SessionEnd with a hand-over", ("until", "ms"), rows, f"Median of {HAND_OVERS}.")


@dataclass
class Clock(ScriptedModel):
    """Calls a tool again and again, and notes when it was asked."""

    asked: list[float] = field(default_factory=list)

    def next_reply(self, request: dict[str, Any]) -> Reply:
        self.asked.append(time.perf_counter())
        return super().next_reply(request)


def _tool_calls() -> Iterator[Table]:
    client = CACHE / VERSION / "node_modules/@anthropic-ai/claude-code-linux-x64/claude"
    if not client.exists():
        return
    taken: dict[str, list[float]] = {"without the plugin": [], "with the plugin": []}
    with tempfile.TemporaryDirectory() as folder:
        person = Person.at(Path(folder), client)
        for _ in range(SESSIONS):  # in turn
            for name, plugin in (("without the plugin", Path(folder) / "none"), ("with the plugin", ROOT)):
                plugin.mkdir(exist_ok=True)
                person.plugin = plugin
                with Clock([say("", *looks(1)) for _ in range(TOOL_CALLS)]) as model:
                    person.headless(model, "Count.", "--dangerously-skip-permissions")
                taken[name] += [after - before for before, after in pairwise(model.asked[1:TOOL_CALLS])]
        person.quiet()
    bare = median(taken["without the plugin"])
    rows = tuple((name, f"{median(times) * 1e3:.1f}", f"{median(times) / bare:.2f}") for name, times in taken.items())
    note = f"Claude Code {VERSION}, a shell call each, {SESSIONS} sessions of {TOOL_CALLS} calls in turn; from request to request."
    yield Table("A tool call", ("", "ms", "× without"), rows, note)


def _host(folder: Path, skills: int) -> Host:
    """A registered session in a repository with so many skills, half of a hand-over behind it."""
    folder.mkdir()
    repo = library(folder, skills) if skills else RepoBuilder.with_commit(folder / "repo")
    repo.git("config", "gitskills.enabled", "true")
    host = Host(repo, folder / "host")
    prepare(replace(open_context(str(repo.path)), redactor=Redactor(maintained=False)), str(host.state))
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
