"""A use case killed at each of its steps in turn. Run in a process of its own, which forks once a step.

A step is a change that Python makes to the file system, or a git that it starts: the kill comes just before it.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

CHANGES = frozenset({"os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "subprocess.Popen"})
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(frozen=True)
class Deed:
    """`prepare` makes a folder ready, `act` is what is killed, `look` says what must hold after a kill and then mends it."""

    prepare: Callable[[Path], None]
    act: Callable[[Path], None]
    look: Callable[[Path], None]


def kill_at_each_step(deed: Deed, folder: Path, every: int = 1) -> None:
    """Each, or one of `every` so many. Prints how many steps there were; a promise that breaks ends in a traceback that names the step."""
    home = Path(os.environ["HOME"])
    template = folder / "template"
    template.mkdir()
    deed.prepare(template)
    shutil.copytree(home, folder / "home", symlinks=True)
    for step in count(1, every):
        place = folder / f"step{step}"
        shutil.copytree(template, place, symlinks=True)
        shutil.rmtree(home)
        shutil.copytree(folder / "home", home, symlinks=True)
        killed = _run(deed.act, place, step)
        print(f"step {step}", file=sys.stderr, flush=True)
        deed.look(place)
        if not killed:
            print(step - 1)
            return
        shutil.rmtree(place)


def _run(act: Callable[[Path], None], place: Path, step: int) -> bool:
    """Whether the child came as far as its last step."""
    child = os.fork()
    if child == 0:
        _kill_before(step)
        act(place)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        assert status == 0, f"step {step}: the child failed"
        return False
    return True


def _kill_before(step: int) -> None:
    steps = iter(range(step - 1))

    def hook(event: str, words: tuple[object, ...]) -> None:
        changes = event in CHANGES or (event == "open" and isinstance(words[2], int) and bool(words[2] & WRITES))
        if changes and next(steps, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
