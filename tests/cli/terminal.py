"""The command on a terminal of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pexpect

from tests.cli.running import GITSKILLS


def on_terminal(folder: Path, *words: str, columns: int = 100, **environment: str) -> pexpect.spawn:
    command, *rest = GITSKILLS
    return pexpect.spawn(
        command,
        [*rest, *words],
        cwd=str(folder),
        env=dict(os.environ) | {"TERM": "xterm"} | environment,
        encoding="utf-8",
        timeout=120,
        dimensions=(40, columns),
    )
