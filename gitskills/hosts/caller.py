"""Who runs this process: a person at a shell, or an agent, whose host says so in the environment of the commands that it runs.

An agent that takes these away deceives on purpose; then it could commit by git, too.
"""

from __future__ import annotations

import os

CLAUDE_CODE, OTHER = "claude-code", "unknown"
AGENTS = {
    "CLAUDECODE": CLAUDE_CODE,
    "CLAUDE_CODE_SESSION_ID": CLAUDE_CODE,
    "CODEX_SANDBOX": "codex",
    "CODEX_THREAD_ID": "codex",
    "CURSOR_AGENT": "cursor",
    "GEMINI_CLI": OTHER,
    "OPENCODE": OTHER,
    "AUGMENT_AGENT": OTHER,
    "AI_AGENT": OTHER,
}


def calling_agent() -> str:
    """Which agent calls, as a record names it; "" where a person does."""
    return next((tool for name, tool in AGENTS.items() if os.environ.get(name)), "")


def agent_calls() -> bool:
    """Whether an agent calls, so that what is said is not a person's word by itself."""
    return bool(calling_agent())
