"""A plain `git bisect run` over the skills branch, as anybody may do it in a linked worktree."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from gitskills.model.skill import SKILL_FILE, SKILLS_ROOT
from tests.support.repos import RepoBuilder


def hunt(made: RepoBuilder, live: Collection[str], folder: Path) -> tuple[str, str]:
    """The commit that it finds for a live skill out of the middle of history, and the commit that it should find."""
    firsts = made.git("log", "--diff-filter=A", "--reverse", "--format=%H", "--name-only", "skills", "^main")
    name, commit = _stayed(firsts, live)
    tree = made.worktree(folder, "--detach", "skills")
    tree.git("bisect", "start", "skills", "main")
    tree.git("bisect", "run", "test", "!", "-e", f"{SKILLS_ROOT}/{name}/{SKILL_FILE}")
    found = tree.git("rev-parse", "refs/bisect/bad")
    tree.git("bisect", "reset")
    return found, commit


def _stayed(log: str, live: Collection[str]) -> tuple[str, str]:
    """A skill that came once and never left, and its commit."""
    came: dict[str, list[str]] = {}
    commit = ""
    for line in log.split("\n"):
        if line.startswith(f"{SKILLS_ROOT}/") and line.endswith(f"/{SKILL_FILE}"):
            came.setdefault(line.split("/")[2], []).append(commit)
        elif line and "/" not in line:
            commit = line
    once = [(name, commits[0]) for name, commits in came.items() if name in live and len(commits) == 1]
    return once[len(once) // 2]
