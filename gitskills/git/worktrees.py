"""Where the repository is checked out, and whether somebody's work there depends on a branch staying put.

Read from git's administrative files, as names are bytes there and a rebase shows nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gitskills.git.port import Busy

_REBASES = ("rebase-merge/head-name", "rebase-apply/head-name")
_UPDATE_REFS = "rebase-merge/update-refs"  # `git rebase --update-refs`: three lines a ref, the name first


@dataclass(frozen=True, slots=True)
class Workplace:
    """A worktree: its administrative folder and its working folder (None where that can't be known)."""

    admin: Path
    folder: Path | None

    @property
    def exists(self) -> bool:
        return self.folder is not None and self.folder.is_dir()


def workplaces(common: Path, main: str | None) -> Iterator[Workplace]:
    """The main worktree first, unless the repository is bare (`main` None); then the linked ones, deleted ones included.

    `main` is where git's configuration puts the main worktree, "" where that can't be known.
    """
    if main is not None:
        yield Workplace(common, _main_folder(common, Path(main)) if main else None)
    for admin in sorted((common / "worktrees").glob("*")):
        if (admin / "gitdir").is_file():
            yield Workplace(admin, _linked_folder(admin))


def _main_folder(common: Path, folder: Path) -> Path | None:
    """The main working folder, believed only where its `.git` leads back (a separate git dir doesn't know its folder)."""
    link = folder / ".git"
    if link.is_dir():
        return folder if link.samefile(common) else None
    if not link.is_file():
        return None
    target = folder / _line(link).removeprefix("gitdir: ")
    return folder if target.is_dir() and target.samefile(common) else None


def _linked_folder(admin: Path) -> Path:
    return (admin / _line(admin / "gitdir")).parent  # relative since git 2.48, where so configured


def find_busy(places: Iterable[Workplace], ref: str, head: Callable[[Path], str]) -> Busy | None:
    """The first worktree that has the branch checked out, is rebasing it or is bisecting from it.

    `head` tells the ref that is checked out, of an administrative folder.
    """
    for place in places:
        gone = place.folder is not None and not place.exists and not (place.admin / "locked").exists()
        why = "" if gone else _use(place.admin, ref, head)
        if why:
            return Busy(str(place.folder or place.admin), why)
    return None


def _use(admin: Path, ref: str, head: Callable[[Path], str]) -> str:
    if any(_line(admin / name) == ref for name in _REBASES):
        return "it is being rebased there"
    if ref in _lines(admin / _UPDATE_REFS)[::3]:
        return "a rebase there is going to move it"
    if _line(admin / "BISECT_START") == ref.removeprefix("refs/heads/"):
        return "a bisect there started from it"
    if head(admin) == ref:
        return "it is checked out there"
    return ""


def head_target(admin: Path) -> str:
    """The ref that HEAD names, "" where it is detached (with reftable, where only git can tell, a name that is none)."""
    head = admin / "HEAD"
    if head.is_symlink():
        return str(head.readlink())  # the form before git 1.0, which git still reads
    line = _line(head)
    return line.removeprefix("ref:").strip() if line.startswith("ref:") else ""


def _line(place: Path) -> str:
    return next(iter(_lines(place)), "")


def _lines(place: Path) -> list[str]:
    if not place.is_file():
        return []
    return os.fsdecode(place.read_bytes()).split("\n")
