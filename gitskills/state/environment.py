"""The process environment: what ties us to a calling git is dropped, what sets gitskills is read."""

from __future__ import annotations

import os
from collections.abc import Iterable

from gitskills.model.gitvariables import LOCAL_VARIABLES

CHILD = "GITSKILLS_CHILD"  # set for whatever we start: its hooks of ours do nothing
_OURS = ("GITSKILLS_", "CLAUDE_PLUGIN_", "CLAUDE_CODE_SESSION_", "OTEL_")
_SESSION = frozenset(
    {
        "CLAUDECODE",
        "CLAUDE_PID",
        "CLAUDE_PROJECT_DIR",
        "CLAUDE_ENV_FILE",
        "CLAUDE_EFFORT",
        "CLAUDE_CODE_AGENT",
        "AI_AGENT",
    }
    | {"CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_CHILD_SESSION"}
)


def scrub() -> None:
    """Forget, for this process and all its children, which repository a calling git works on. Call it first of all."""
    for name in LOCAL_VARIABLES:
        os.environ.pop(name, None)


def without_repository() -> dict[str, str]:
    """The environment for another process of ours: no repository of a caller's."""
    return {name: value for name, value in os.environ.items() if name not in LOCAL_VARIABLES}


def scrubbed_environment() -> dict[str, str]:
    """The environment for a git process: no repository of a caller's, no prompt, no translated messages."""
    return without_repository() | {
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
        "LANGUAGE": "C",
    }


def mark_child() -> None:
    """Let hooks of ours do nothing in whatever this process starts."""
    os.environ[CHILD] = "1"


def variables(names: Iterable[str]) -> dict[str, str]:
    """Those of the named variables that are set."""
    return {name: os.environ[name] for name in names if name in os.environ}


def pager_environment() -> dict[str, str]:
    """The environment for the user's pager, with git's own defaults for less."""
    return {"LESS": "FRX", "LV": "-c"} | dict(os.environ)


def child_environment() -> dict[str, str]:
    """The environment for an agent of our own: the person's, without our keys and without the marks of a session around us."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS) and name not in _SESSION}
    return {name: value for name, value in kept.items() if name not in LOCAL_VARIABLES} | {CHILD: "1"}
