"""Where the agents of `gitskills.targets` read skills on this machine: (folder that exists or may be made, path below it)."""

from __future__ import annotations

import os
from pathlib import Path

from gitskills.hosts.claude_code import config_folder, project_roots
from gitskills.model.target import CLAUDE, folder_of

Place = tuple[str, str]

_HOME = {
    "agents": ".agents/skills",
    "cursor": ".cursor/skills",
    "gemini": ".gemini/skills",
    "github": ".copilot/skills",
}


def project_places(word: str, worktrees: tuple[str, ...], *, bare: bool) -> tuple[Place, ...]:
    """Only Claude Code looks into the main worktree from a linked one; the others get their folder in each."""
    roots = project_roots(worktrees, bare=bare) if word == CLAUDE else worktrees
    return tuple((root, folder_of(word)) for root in roots)


def own_place(word: str) -> Place:
    """The same for the person's own skills."""
    if word == CLAUDE:
        return str(config_folder()), "skills"
    if word == "opencode":
        return os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config"), "opencode/skills"
    return str(Path.home()), _HOME[word]
