"""Where agents read skills of the agentskills.io format, each by the word that `gitskills.targets` names it by.

What was found by running them in a repository with a skill in every place, all listed in `.git/info/exclude`: Codex 0.171,
Gemini CLI 0.61, Copilot CLI 1.0.102, OpenCode 1.18. Cursor as it says itself. See
developers.openai.com/codex/skills, geminicli.com/docs/cli/using-agent-skills, opencode.ai/docs/skills,
docs.github.com/copilot/concepts/agents/about-agent-skills, cursor.com/docs/context/skills, code.claude.com/docs/skills.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gitskills.model.hookwords import TARGETS

CLAUDE = TARGETS[0]  # the branch's own folder: the one that is never a copy, and the only one whose use is counted

READERS: Mapping[str, tuple[str, ...]] = {
    "Claude Code": ("claude",),
    "Codex": ("agents",),
    "Gemini CLI": ("agents", "gemini"),
    "OpenCode": ("claude", "agents", "opencode"),
    "Copilot": ("claude", "agents", "github"),
    "Cursor": ("claude", "agents", "cursor"),
}
ONCE = frozenset({"Gemini CLI", "OpenCode", "Copilot"})  # of skills of one name in two places they list one


def folder_of(word: str) -> str:
    """The folder in a project."""
    return f".{word}/skills"


def word_of(path: str) -> str:
    """The target that `.<word>/skills/<name>` lies in."""
    return path.partition("/")[0].removeprefix(".")


def doubled(targets: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Agents that may list every skill once for each of these folders."""
    chosen = frozenset(targets)
    twice = ((agent, tuple(word for word in words if word in chosen)) for agent, words in READERS.items())
    return tuple((agent, words) for agent, words in twice if len(words) > 1 and agent not in ONCE)
