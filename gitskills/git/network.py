"""A git that talks to a remote: in a session of its own, without a terminal to ask on, and ended with all it started.

The environment is the user's own, so that credentials, proxies, SSH and the rewriting of URLs are theirs.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from gitskills.errors import EnvironmentFault
from gitskills.git.process import ENVIRONMENT, Finished, end_group, git_absent, scrub_environment

_GRACE = 2.0  # seconds for words that are still on their way
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Network:
    """Where a network git is started, how long each may take, and who is told (done, total)."""

    folder: str
    seconds: float
    progress: Progress


def talk(network: Network, remote: str, *arguments: str) -> Finished:
    """Run `git ARGUMENTS`, which talks to `remote`; a status other than 0 is for the caller to read."""
    from git import RemoteProgress
    from git.cmd import Git, handle_process_output
    from git.exc import GitCommandNotFound

    class Told(RemoteProgress):
        def update(
            self, op_code: int, cur_count: str | float, max_count: str | float | None = None, message: str = ""
        ) -> None:
            del op_code, message
            if max_count:
                network.progress(int(cur_count), int(max_count))

    scrub_environment()
    try:
        started = Git(network.folder).execute(
            ["git", *arguments],
            as_process=True,
            env=ENVIRONMENT,
            shell=False,
            universal_newlines=True,  # a line of progress ends in a carriage return
            errors="replace",
            start_new_session=True,  # without a controlling terminal nothing can ask, neither ssh nor git
        )
    except GitCommandNotFound as error:
        raise git_absent() from error
    told, said, running = Told(), list[str](), cast("subprocess.Popen[str]", started.proc)
    listening = (started, said.append, told.new_message_handler(), None, False)
    listener = threading.Thread(target=handle_process_output, args=listening, daemon=True)
    listener.start()
    status = _wait(running, network, remote)
    listener.join(_GRACE)  # an ssh that stays in the background may hold the pipe for hours
    words = [line for line in (*told.other_lines, *told.error_lines) if line]
    return Finished(status, os.fsencode("".join(said)), "\n".join(words))


def _wait(process: subprocess.Popen[str], network: Network, remote: str) -> int:
    try:
        return process.wait(network.seconds)
    except subprocess.TimeoutExpired as error:
        raise EnvironmentFault(
            f"{remote} did not answer within {network.seconds:g} seconds",
            f"try `git ls-remote {remote}` by hand; gitskills.sync.seconds allows more time",
        ) from error
    finally:
        if process.poll() is None:
            end_group(process)
