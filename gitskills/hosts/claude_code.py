"""Where Claude Code reads skills, rules and memory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from gitskills.errors import UsageError

LONGEST = 200_000  # bytes read of one file of the project's own words
MOST_FILES = 200


def config_folder() -> Path:
    """The host's configuration folder of this person."""
    named = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path.home() / ".claude"


def home_folder() -> str:
    """What `~` stands for in a command of the agent's."""
    return Path.home().as_posix()


def transcripts_folder(work_dir: str) -> Path:
    """Where the host keeps the sessions of a working folder."""
    return config_folder() / "projects" / re.sub(r"[^A-Za-z0-9]", "-", work_dir)


def is_kept(transcript: str) -> bool:
    """Whether the host itself keeps the file among its sessions, where an agent does not write by the way."""
    return Path(transcript).resolve().is_relative_to((config_folder() / "projects").resolve())


def this_session() -> str:
    """The transcript of the session that runs this process. A UsageError where it is in none, or the host wrote none."""
    session = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    if not re.fullmatch(r"[0-9A-Za-z-]{8,64}", session):
        raise UsageError("this is not run by a session of Claude Code", "name its transcript with --transcript FILE")
    found = sorted((config_folder() / "projects").glob(f"*/{session}.jsonl"))
    if not found:
        raise UsageError(f"Claude Code keeps no transcript of session {session}", "name one with --transcript FILE")
    return str(found[-1])


def project_roots(worktrees: tuple[str, ...], *, bare: bool) -> tuple[str, ...]:
    """The working folders that get the skills: the main one, and each linked one that hides the main one's."""
    if bare:
        return worktrees
    return tuple(root for position, root in enumerate(worktrees) if position == 0 or (Path(root) / ".claude").is_dir())


def said_files(work_dir: str) -> Iterator[tuple[str, str]]:
    """What the project and the person say already: (place to name, text), bounded, only regular files."""
    root = Path(work_dir)
    own = config_folder()
    places = [
        *((name, root / name) for name in ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")),
        *((str(path.relative_to(root)), path) for path in _markdown(root / ".claude" / "rules")),
        ("~/.claude/CLAUDE.md", own / "CLAUDE.md"),
        *((f"memory/{path.name}", path) for path in _markdown(transcripts_folder(work_dir) / "memory")),
    ]
    for place, path in places[:MOST_FILES]:
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                yield place, file.read(LONGEST).decode("utf-8", "replace")


def _markdown(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.md"))[:MOST_FILES] if folder.is_dir() else []
