"""The process environment: what ties us to a calling git is dropped, what sets gitskills is read."""

from __future__ import annotations

import os
from collections.abc import Iterable

from gitskills.model.gitvariables import LOCAL_VARIABLES


def scrub() -> None:
    """Forget, for this process and all its children, which repository a calling git works on. Call it first of all."""
    for name in LOCAL_VARIABLES:
        os.environ.pop(name, None)


def scrubbed_environment() -> dict[str, str]:
    """The environment for a git process: no repository of a caller's, no prompt, no translated messages."""
    kept = {name: value for name, value in os.environ.items() if name not in LOCAL_VARIABLES}
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "LANGUAGE": "C"}


def variables(names: Iterable[str]) -> dict[str, str]:
    """Those of the named variables that are set."""
    return {name: os.environ[name] for name in names if name in os.environ}


def pager_environment() -> dict[str, str]:
    """The environment for the user's pager, with git's own defaults for less."""
    return {"LESS": "FRX", "LV": "-c"} | dict(os.environ)
