"""Hooks as the host runs them: the command of hooks.json in a shell, the payload on standard input, the plugin's variables set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.processes import until
from tests.support.repos import RepoBuilder
from tests.support.sources import ROOT
from tests.support.transcripts import TranscriptBuilder

FIXTURES = ROOT / "tests/fixtures/hooks"
COMMANDS = json.loads((ROOT / "hooks/hooks.json").read_text("utf-8"))["hooks"]
SESSION = "5f0c2a9e-7d41-4b9a-8f63-0d2f1a7c9e10"


def recorded(event: str, version: str = "2.1.332") -> dict[str, Any]:
    """What the real client sent; its folders are named in capitals."""
    lines = (FIXTURES / f"payloads-{version}.jsonl").read_text("utf-8").splitlines()
    found: dict[str, Any] = next(row for row in map(json.loads, lines) if row["hook_event_name"] == event)
    return found


@dataclass
class Host:
    """One session of the host in a repository; the test's own process stands for the host's."""

    repo: RepoBuilder
    folder: Path
    session: str = SESSION
    plugin: Path = ROOT
    variables: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data_folder.mkdir(parents=True, exist_ok=True)
        (self.data_folder / "runtime").write_text(f"{sys.executable}\n{ROOT}\n", "utf-8")

    @property
    def data_folder(self) -> Path:
        """The plugin's."""
        return self.folder / "plugin-data"

    @property
    def transcript(self) -> Path:
        return self.folder / f"{self.session}.jsonl"

    @property
    def state(self) -> Path:
        return Path(self.repo.git("rev-parse", "--path-format=absolute", "--git-common-dir")) / "gitskills"

    @property
    def environment(self) -> dict[str, str]:
        mine = {"CLAUDE_PLUGIN_ROOT": str(self.plugin), "CLAUDE_PLUGIN_DATA": str(self.data_folder)}
        return dict(os.environ) | mine | dict(self.variables)

    def payload(self, event: str, **fields: object) -> bytes:
        told = {"session_id": self.session, "transcript_path": str(self.transcript), "cwd": str(self.repo.path)}
        return json.dumps(recorded(event) | told | fields).encode()

    def hook(self, event: str, **fields: object) -> dict[str, Any]:
        """The reply to an event; exit 0, always."""
        return self.raw(event, self.payload(event, **fields))

    def raw(self, event: str, stdin: bytes) -> dict[str, Any]:
        command = COMMANDS[event if event in COMMANDS else "Stop"][0]["hooks"][0]["command"]
        done = subprocess.run(
            ["sh", "-c", command],
            input=stdin,
            cwd=self.repo.path,
            env=self.environment,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        reply: dict[str, Any] = json.loads(done.stdout)
        return reply

    def start(self, source: str = "startup") -> dict[str, Any]:
        return self.hook("SessionStart", source=source)

    def works(self, calls: int, said: str = "", answer: str = "Done.") -> TranscriptBuilder:
        """A session in which `said` was typed, so many tools were called and the agent answered; written to the transcript."""
        session = dated(self.session)
        session.user(said or "Please look around.")
        for number in range(calls):
            session.exchange("Read", "nothing of note", file_path=f"/shop/{number}.txt")
        session.agent(answer)
        self.add(session)
        return session

    def add(self, session: TranscriptBuilder) -> None:
        with self.transcript.open("ab") as file:
            file.write(session.data())

    def row(self) -> dict[str, Any] | None:
        """What is registered of this session."""
        place = self.state / "sessions" / f"{self.session}.json"
        return json.loads(place.read_text("utf-8")) if place.exists() else None

    def due(self) -> list[str]:
        folder = self.state / "due"
        return sorted(place.name for place in folder.iterdir()) if folder.is_dir() else []

    def quiet(self) -> None:
        """Wait until no job and no guard of this repository is left."""
        until(lambda: not workers(self.repo.path), "the job to end")


def dated(session: str) -> TranscriptBuilder:
    """A transcript whose records are stamped as if written from now on."""
    made = TranscriptBuilder(session=session)
    made.day = "2099-01-01"
    return made


def workers(folder: Path) -> dict[int, str]:
    """Processes of jobs and guards in a repository: pid and what it is."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            cwd = str((place / "cwd").readlink())
        except OSError:
            continue
        if b"job" in words and os.fsencode(folder) in words:
            found[int(place.name)] = "job"
        elif cwd == str(folder) and any(word.endswith(b"hookrun/__main__.py") for word in words):
            found[int(place.name)] = "guard"
    return found
