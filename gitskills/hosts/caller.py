"""Who runs this process: a person at a shell, or an agent, whose host says so in the environment of the commands that it runs.

An agent that takes these away deceives on purpose; then it could commit by git, too.
"""

from __future__ import annotations

import os

AGENTS = (
    "CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "CODEX_THREAD_ID", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE",
    "AUGMENT_AGENT", "AI_AGENT",
)  # fmt: skip


def agent_calls() -> bool:
    """Whether an agent calls, so that what is said is not a person's word by itself."""
    return any(os.environ.get(name) for name in AGENTS)
