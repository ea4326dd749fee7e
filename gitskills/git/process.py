"""The git binary, for what libgit2 lacks: fixed argument lists, no hooks, no prompt, no input, a time-out.

GitPython's command runner starts it; GitPython's index and its object classes are never used.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gitskills.errors import RepositoryFault
from gitskills.model.gitvariables import LOCAL_VARIABLES

NO_HOOKS = ("-c", "core.hooksPath=/dev/null")
SECONDS = 30.0
_GRACE = 2.0  # seconds to clean up in
_CONFIGURATION = re.compile(
    r"(?:bad (?:[a-z]+ )?config|[a-z ]+ reading the configuration files|unable to access '[^'\n]*config').*"
)
ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",  # as libgit2: what an id names is what was committed
}


@dataclass(frozen=True, slots=True)
class Finished:
    """How a git process ended."""

    status: int
    output: bytes
    complaint: str

    @property
    def text(self) -> str:
        """What it wrote, where that is words and ids: a name that is no UTF-8 is not told whole."""
        return self.output.decode("utf-8", "replace")


def scrub_environment() -> None:
    """Forget, for this process and all its children, which repository a calling git works on."""
    for name in LOCAL_VARIABLES:
        os.environ.pop(name, None)  # noqa: TID251  # removed, never read


def run_git(folder: str, *arguments: str, index: str = "") -> Finished:
    """Run git in `folder`, with another index file where one is named. A status other than 0 is for the caller to read."""
    try:
        from git.cmd import Git
        from git.exc import GitCommandNotFound
    except ImportError as error:  # GitPython tries git at its first import
        raise _fault(str(error).strip().removesuffix("'")) or git_absent() from error
    scrub_environment()
    try:
        status, output, complaint = Git(folder).execute(
            ["git", *NO_HOOKS, *arguments],
            with_extended_output=True,
            with_exceptions=False,
            stdout_as_string=False,
            strip_newline_in_stdout=False,
            kill_after_timeout=None if sys.platform == "win32" else SECONDS,
            shell=False,
            env=ENVIRONMENT | ({"GIT_INDEX_FILE": index} if index else {}),
        )
    except GitCommandNotFound as error:
        raise git_absent() from error
    words = os.fsdecode(complaint)
    if words.startswith("Timeout:"):
        raise RepositoryFault(
            f"git {arguments[0]} took longer than {SECONDS:g} seconds", "try it by hand in the same folder"
        )
    if status and (fault := _fault(words)) is not None:
        raise fault
    return Finished(status, os.fsencode(output), words)


def end_group(process: subprocess.Popen[Any]) -> None:
    """All that a process started in a session of its own goes with it; first it may clean up."""
    for number in ("SIGTERM", "SIGKILL"):
        with suppress(ProcessLookupError, subprocess.TimeoutExpired):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, getattr(signal, number))
            process.wait(_GRACE)


def git_absent() -> RepositoryFault:
    return RepositoryFault("the git program was not found", "install git and put it on the PATH")


def _fault(words: str) -> RepositoryFault | None:
    """What stops every git command alike, whichever was asked."""
    said = _CONFIGURATION.search(words)
    if said is None:
        return None
    return RepositoryFault(f"git's configuration can't be read: {said[0]}", "run `git config --list` to see the line")
