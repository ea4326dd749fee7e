"""Sessions of the real client with gitskills plugged in: typed into, or headless; their model is played."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.claude import Desk, Terminal
from tests.support.hooks import workers
from tests.support.processes import until
from tests.support.repos import RepoBuilder
from tests.support.scripted_model import Block, Reply, ScriptedModel, call, say
from tests.support.sources import ROOT

READY = "for shortcuts"


def texts(value: object) -> Iterator[str]:
    """All words of a request, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for name in ("text", "content", "system", "messages"):
            yield from texts(value.get(name))


def looks(count: int) -> tuple[Block, ...]:
    return tuple(call("Bash", command=f"echo {number}", description="Print a number") for number in range(count))


@dataclass
class Person:
    """Somebody at a desk, with a project, a client and the plugin; `extra` is added to the client's environment."""

    client: Path
    desk: Desk
    plugin: Path = ROOT
    extra: dict[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, folder: Path, client: Path) -> Person:
        desk = Desk(folder / "desk", folder / "desk/project")
        repo = RepoBuilder.with_commit(desk.project, home=desk.home)
        repo.git("config", "gitskills.enabled", "true")
        repo.git("config", "gitskills.activity", "3")
        desk.furnish("Bash(echo:*)", "Skill", "Task", "Agent")
        (desk.home / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.invalid\n", "utf-8")
        made = cls(client, desk)
        data = desk.config / "plugins/data/gitskills-inline"
        data.mkdir(parents=True)
        (data / "runtime").write_text(f"{sys.executable}\n{ROOT}\n", "utf-8")
        return made

    @property
    def repo(self) -> RepoBuilder:
        return RepoBuilder(self.desk.project, self.desk.home)

    @property
    def state(self) -> Path:
        return self.desk.project / ".git/gitskills"

    def _environment(self, model: ScriptedModel) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("KF_RULE_CACHE_DIR", "GIT_CONFIG_NOSYSTEM") if name in os.environ}
        return self.desk.environment(model.url) | kept | {"IS_SANDBOX": "1"} | self.extra

    @contextmanager
    def session(self, model: ScriptedModel, *words: str, cwd: Path | None = None) -> Iterator[Terminal]:
        """An interactive session, until /exit."""
        folder = cwd or self.desk.project
        place = Path(self.desk.folder) / f"terminal{len(list(self.desk.folder.glob('terminal*')))}"
        place.mkdir()
        command = [str(self.client), "--plugin-dir", str(self.plugin), "--permission-mode", "default", *words]
        with Terminal(place, command, self._environment(model), folder) as terminal:
            terminal.until_shows(READY)
            time.sleep(1)  # what is typed at once is dropped
            yield terminal
            terminal.enter("/exit")
            terminal.until(lambda screen: "Resume this session" in screen or not screen.strip(), "the end")

    def headless(self, model: ScriptedModel, prompt: str, *words: str) -> str:
        """`claude -p`; what it printed."""
        command = [str(self.client), "--plugin-dir", str(self.plugin), "-p", prompt, *words]
        done = subprocess.run(
            command, cwd=self.desk.project, env=self._environment(model), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=180, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def quiet(self) -> None:
        """Wait until no job and no guard is left."""
        until(lambda: not workers(self.desk.project), "the job to end")

    def registered(self) -> list[dict[str, Any]]:
        return [json.loads(place.read_text("utf-8")) for place in sorted(self.state.glob("sessions/*.json"))]

    def waiting(self) -> list[str]:
        """What is to be reflected on; what was said is looked at behind every turn."""
        marks = {place.name: place.read_text("utf-8") for place in self.state.glob("due/*") if place.exists()}
        return [name for name, mark in marks.items() if json.loads(mark).get("why") != "said"]

    def cursors(self) -> list[int]:
        """How far transcripts were reflected on."""
        places = [place for place in self.state.glob("cursors/*.json") if "-" not in place.name]
        return [json.loads(place.read_text("utf-8"))["offset"] for place in places]

    def calls(self, pattern: str) -> int:
        """Tool calls in transcripts, as `grep` would count them."""
        files = (self.desk.config / "projects").glob(pattern)
        rows = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
        said = [block for row in rows if row["type"] == "assistant" for block in row["message"]["content"]]
        return sum(block["type"] == "tool_use" for block in said)

    def trust(self, folder: Path) -> None:
        """As if the person had said yes to the host's question."""
        place = self.desk.config / ".claude.json"
        known = json.loads(place.read_text("utf-8"))
        known["projects"][str(folder)] = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        place.write_text(json.dumps(known), "utf-8")

    def reflecting(self) -> list[int]:
        """Clients that a job started."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (place / "cmdline").read_bytes().split(b"\0")
                environment = (place / "environ").read_bytes().split(b"\0")
                mine = f"HOME={self.desk.home}".encode()
                if b"--no-session-persistence" in words and mine in environment:
                    found.append(int(place.name))
        return found

    def kill(self, kind: str) -> None:
        """SIGKILL the job or its guard."""
        for pid, what in workers(self.desk.project).items():
            if what == kind:
                os.kill(pid, signal.SIGKILL)

    def kill_client(self) -> None:
        """SIGKILL, so that no hook runs any more."""
        for row in self.registered():
            os.kill(row["pid"], signal.SIGKILL)


@dataclass
class TwoVoices(ScriptedModel):
    """Answers a subagent, known by the words that it was sent off with, from a script of its own."""

    errand: str = ""
    aside: list[Reply] = field(default_factory=list)

    def next_reply(self, request: dict[str, Any]) -> Reply:
        first = "\n".join(texts(request.get("messages", [])[:1]))
        if self.errand in first and self.aside:
            return self.aside.pop(0)
        return super().next_reply(request)


def conversation(model: ScriptedModel) -> list[str]:
    """The requests that offered tools, each as one text."""
    return ["\n".join(texts(request)) for request in model.requests if request.get("tools")]


def copied_plugin(folder: Path) -> Path:
    """A plugin that can be taken away."""
    shutil.copytree(ROOT / ".claude-plugin", folder / ".claude-plugin")
    shutil.copytree(ROOT / "hooks", folder / "hooks")
    for part in ("commands", "skills"):
        shutil.copytree(ROOT / "reflector" / part, folder / "reflector" / part)
    return folder


def worked(answer: str, calls: int = 3) -> tuple[Reply, Reply]:
    """A turn with tool calls and its end."""
    return say("I'll look.", *looks(calls)), say(answer)
