"""A throw-away clone that borrows the repository's objects, and `git bisect run` in it: nothing of the user's is touched.

Bisect refs and HEAD are the clone's own; it knows no remote.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gitskills.errors import RepositoryFault
from gitskills.git.process import NO_HOOKS, run_git, scrub_environment

CULPRIT, STEP = "refs/bisect/bad", "BISECT_HEAD"


def borrow(common: str, folder: str, commit: str) -> None:
    """A clone in `folder`, which doesn't exist yet, with `commit` checked out."""
    place = Path(folder)
    place.mkdir(mode=0o700)
    for arguments in (("init", "--quiet", "--template="), ("config", "gc.auto", "0")):
        _git(folder, *arguments)
    borrowed = place / ".git/objects/info/alternates"
    borrowed.parent.mkdir(exist_ok=True)
    borrowed.write_bytes(os.fsencode(str(Path(common, "objects").resolve())) + b"\n")
    _git(folder, "checkout", "--quiet", "--force", "--detach", commit)


def narrow(folder: str, bad: str, good: str, command: Sequence[str]) -> str:
    """The first commit along the first parents for which `command` fails, "" where none is found. It reads BISECT_HEAD."""
    _git(folder, "bisect", "start", "--no-checkout", "--first-parent", bad, good)
    run(folder, ["git", *NO_HOOKS, "bisect", "run", *command])
    sys.stderr.write("\n")  # git's last words have no line end
    done = run_git(folder, "rev-parse", "--verify", "--quiet", CULPRIT)
    found = done.text.strip()
    log = run_git(folder, "bisect", "log").text
    return found if f"first bad commit: [{found}]" in log else ""


def run(folder: str, command: Sequence[str], *, apart: bool = True) -> int:
    """The command in the clone, its words on standard error; its exit code. However this ends, nothing of it goes on.

    `apart`: in a process group of its own, which ends as a whole.
    """
    scrub_environment()
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=apart
    ) as child:
        try:
            return child.wait()
        finally:
            if apart and child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


def _git(folder: str, *arguments: str) -> None:
    done = run_git(folder, *arguments)
    if done.status:
        raise RepositoryFault(f"git {arguments[0]} failed in {folder}: {done.complaint.strip()}", "try again")
