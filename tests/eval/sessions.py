"""The shared transcripts as the episodes that `gitskills learn` would reflect on."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gitskills.capture.windows import CapturePlan, episodes
from gitskills.hosts.transcript_file import open_lines
from gitskills.model.episode import Episode
from gitskills.model.settings import Settings
from gitskills.redact import Redactor
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "reflector" / "offline"
ZERO_LESSON = (
    "claude-code-log/ideas-rewind-branches.jsonl",
    "claude-code-log/teammates-experiment.jsonl",
    "claude-code-log/teammates-experiment.subagent-a4ca.jsonl",
    "claude-code-log/lint-errors.jsonl",
    "claude-reliability/python-to-rust-port.jsonl",
    "agentcmd/codex-rollout-2025-09-25T09.jsonl",
    "agentcmd/codex-rollout-2025-09-25T15.jsonl",
)


def transcripts_folder() -> Path:
    return Path(os.environ.get("GITSKILLS_SHARED") or ROOT.parent / "shared").resolve() / "transcripts"


def labels(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines()]


def read_session(path: Path, name: str) -> tuple[Episode, ...]:
    """All windows of one transcript, redacted as in real use."""
    known = survey(open_lines(str(path)))
    redactor = Redactor()
    plan = CapturePlan(name, name, Settings(), abandoned=known.abandoned, ours=known.ours)
    return tuple(episodes(read_turns(open_lines(str(path))), redactor.redact, plan))


def read_sessions(folder: Path) -> dict[str, Sequence[Episode]]:
    """Every transcript of the folder by its relative name."""
    paths = sorted(folder.glob("*/*.jsonl"))
    return {name: read_session(path, name) for path in paths for name in (path.relative_to(folder).as_posix(),)}
