"""Claude Code itself as a reflector: a child without any tool but ours, which it reaches through the relay.

It keeps no session, runs no hooks, reads no memory; the prompt goes in by standard input and is never stored. Where it
runs and what it is charged to is the person's own configuration.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from gitskills.llm.claude_talk import Talk
from gitskills.llm.meeting_place import LINE, meeting_place
from gitskills.llm.port import Cause, ModelFault, Reply, Request, Tool
from gitskills.llm.wire import decoded

SMALL = "haiku"
SERVER = "gitskills"
TOKEN = "GITSKILLS_RELAY_TOKEN"  # noqa: S105 - the variable's name
# Its hooks stay out; and no file is read, whatever the prompt names: a second lock behind the variables below.
SETTINGS = {"disableAllHooks": True, "permissions": {"deny": ["Read", "Read(//**)"]}}
QUIET = {
    "CLAUDE_CODE_DISABLE_ATTACHMENTS": "1",  # a transcript that says @/etc/passwd would be given that file
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "CLAUDE_CODE_DISABLE_FILE_MENTIONS": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
    "CLAUDE_CODE_DISABLE_TERMINAL_TITLE": "1",
    "CLAUDE_CODE_DISABLE_THINKING": "1",
    "CLAUDE_CODE_MAX_RETRIES": "3",
    "DISABLE_AUTOUPDATER": "1",
    "ENABLE_TOOL_SEARCH": "false",  # all four tools stand in the first request
    "MAX_THINKING_TOKENS": "0",
    "MCP_CONNECTION_NONBLOCKING": "0",  # the first request waits for our tools
}


@dataclass(slots=True)
class ClaudeModel:
    """`program` is the client, `environment` what it gets of the person's; `name` "" takes a small model."""

    program: str
    name: str
    environment: Mapping[str, str] = field(repr=False)

    @property
    def label(self) -> str:
        return f"claude {self.name or SMALL}"

    def opening(self, request: Request, tools: Sequence[Tool]) -> str:
        offered = [{"name": tool.name, "description": tool.description, "input_schema": tool.schema} for tool in tools]
        command = [Path(self.program).name, *self._command(request, tools, "mcp.json")[1:]]
        told = {"command": command, "tools": offered, "stdin": request.prompt}
        return json.dumps(told, ensure_ascii=False)

    def run(self, request: Request, tools: Sequence[Tool]) -> Reply:
        until = monotonic() + request.limits.seconds
        with meeting_place() as (folder, listener):
            token = secrets.token_hex(16)
            config = _write_config(folder, token)
            process = self._start(self._command(request, tools, config), folder, request)
            try:
                with Talk(process, listener, token, tools) as talk:
                    return talk.run(request, until, self.label)
            finally:
                _forget(self.environment, process.pid, folder)

    def _start(self, command: list[str], folder: Path, request: Request) -> subprocess.Popen[bytes]:
        own = {
            "CLAUDE_CODE_TMPDIR": str(folder),
            "XDG_CACHE_HOME": str(folder),
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(request.limits.output_tokens),
        }
        try:
            return subprocess.Popen(
                command,
                cwd=folder,
                env={**self.environment, **QUIET, **own},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            raise ModelFault(
                f"{self.program} can't be started: {error.strerror}", "is it installed?", Cause.SETUP
            ) from error

    def _command(self, request: Request, tools: Sequence[Tool], config: str) -> list[str]:
        allowed = ",".join(f"mcp__{SERVER}__{tool.name}" for tool in tools)
        money = ["--max-budget-usd", f"{request.limits.money:g}"] if request.limits.money else []
        return [
            self.program, "-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages",
            "--model", self.name or SMALL, "--tools", "", "--allowedTools", allowed,
            "--strict-mcp-config", "--no-session-persistence", "--disable-slash-commands",
            "--setting-sources", "user", "--settings", json.dumps(SETTINGS), *money,
            "--system-prompt", request.system, "--mcp-config", config,
        ]  # fmt: skip


def _write_config(folder: Path, token: str) -> str:
    """Where the client finds the relay. The package's own folder goes along: it need not be installed."""
    relay = {
        "type": "stdio",
        "command": sys.executable,
        "args": ["-P", "-m", "gitskills.llm.relay", str(folder / LINE)],
        "env": {TOKEN: token, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        "alwaysLoad": True,
    }
    place = folder / "mcp.json"
    place.touch(mode=0o600)
    place.write_text(json.dumps({"mcpServers": {SERVER: relay}}), "ascii")
    return str(place)


def _forget(environment: Mapping[str, str], pid: int, folder: Path) -> None:
    """Take the child out of the client's register of running sessions, as it would itself had it not been ended."""
    config = environment.get("CLAUDE_CONFIG_DIR") or str(Path(environment.get("HOME", "/"), ".claude"))
    sessions = Path(config, "sessions")
    entry = sessions / f"{pid}.json"
    if entry.is_file() and Path(str(decoded(entry.read_bytes()).get("cwd", "/"))).resolve() == folder.resolve():
        for place in sessions.glob(f"{pid}.*"):
            place.unlink(missing_ok=True)
