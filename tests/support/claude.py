"""The real Claude Code client, driven offline: installed once from npm, talked to in a private tmux, heard by a ScriptedModel.

It sees an environment built from nothing but PATH, a home and a configuration folder of its own, and the loopback address.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from filelock import FileLock

from tests.support.processes import PATIENCE

VERSION = "2.1.332"


def program(cache: Path, version: str = VERSION) -> Path:
    """Path of the client, fetched into `cache` at the first call (some 400 MB), by one process while others wait."""
    folder = cache / version
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / f"{version}.lock"):
        found = folder / "node_modules/@anthropic-ai/claude-code-linux-x64/claude"
        if not found.exists():
            folder.mkdir(exist_ok=True)
            (folder / "package.json").write_text('{"private": true}', "utf-8")
            package = f"@anthropic-ai/claude-code@{version}"
            words = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", package]
            subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return found


@dataclass(frozen=True)
class Desk:
    """Where a session takes place: `home` and `project` may show in its transcript, so they name no person and no machine."""

    folder: Path
    project: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def config(self) -> Path:
        return self.home / ".claude"

    def furnish(self, *allowed: str) -> None:
        """Onboarding done, the project trusted; the tools in `allowed` run without a question."""
        self.config.mkdir(parents=True)
        (self.folder / "tmp").mkdir(mode=0o700)
        trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        state = {
            "hasCompletedOnboarding": True,
            "lastOnboardingVersion": VERSION,
            "theme": "dark",
            "projects": {str(self.project): trusted},
        }
        (self.config / ".claude.json").write_text(json.dumps(state), "utf-8")
        settings = {"permissions": {"allow": list(allowed)}, "includeCoAuthoredBy": False}
        (self.config / "settings.json").write_text(json.dumps(settings), "utf-8")

    def environment(self, url: str) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": str(self.home),
            "CLAUDE_CONFIG_DIR": str(self.config),
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/bash",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_AUTH_TOKEN": "local",
            "ANTHROPIC_MODEL": "sonnet",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
            "DISABLE_AUTOUPDATER": "1",
        }

    def transcript(self) -> Path:
        """The one session that took place here."""
        (found,) = (self.config / "projects").glob("*/*.jsonl")
        return found


class Terminal:
    """One program in a tmux server of its own."""

    def __init__(self, folder: Path, command: list[str], environment: dict[str, str], cwd: Path) -> None:
        self._socket = folder / "tmux.sock"
        line = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command]
        self._tmux("new-session", "-d", "-s", "one", "-x", "150", "-y", "50", "-c", str(cwd), shlex.join(line))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-t", "one")

    def write(self, text: str) -> None:
        self._tmux("send-keys", "-t", "one", "-l", text)
        time.sleep(0.4)  # a return that comes at once counts as part of a paste

    def press(self, *keys: str) -> None:
        for key in keys:
            self._tmux("send-keys", "-t", "one", key)
            time.sleep(0.4)

    def enter(self, text: str) -> None:
        self.write(text)
        self.press("Enter")

    def until(self, ready: Callable[[str], bool], what: str) -> str:
        """The screen once `ready` says so of it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if ready(screen):
                return screen
            time.sleep(0.2)
        raise TimeoutError(f"waited for {what}, saw:\n{self.screen()}")

    def until_shows(self, words: str) -> str:
        return self.until(lambda screen: words in screen, words)
