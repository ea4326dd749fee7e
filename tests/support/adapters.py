"""Both adapters behind the port, chosen by a variable, so that the processes that a test starts open with the same one."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gitskills.git import opening
from gitskills.git.binary.place import find_place
from gitskills.git.binary.repository import ProgramRepository
from gitskills.git.port import Repository

PROGRAM = "PORT_BY_PROGRAM"
NEWER_GIT = "NEWER_GIT"  # a folder with a git 2.45 or newer in it
_REFTABLE = (2, 45)


@dataclass(frozen=True)
class Adapter:
    """Which adapter opens, and in which environment repositories are made."""

    name: str
    program: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def reftable(self) -> bool:
        return "GIT_DEFAULT_REF_FORMAT" in self.variables

    def lock(self, ref: str) -> str:
        """What is locked below the common folder while a ref moves."""
        return "reftable/tables.list.lock" if self.reftable else f"{ref}.lock"


LIBGIT2 = Adapter("libgit2")
BINARY = Adapter("binary", program=True)
SHA256 = Adapter("sha256", program=True, variables={"GIT_DEFAULT_HASH": "sha256"})
REFTABLE = Adapter("reftable", program=True, variables={"GIT_DEFAULT_REF_FORMAT": "reftable"})
ADAPTERS = (LIBGIT2, BINARY, SHA256, REFTABLE)


def use(adapter: Adapter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make repositories from here on as the adapter wants them; skip where the git here can't."""
    if adapter.reftable:
        folder = newer_git(os.environ.get(NEWER_GIT, ""), os.environ["PATH"])
        if not folder:
            pytest.skip(f"reftable needs git 2.45 or newer ({NEWER_GIT} names the folder of one)")
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    for name, value in adapter.variables.items():
        monkeypatch.setenv(name, value)


def open_repository(path: str, sign_seconds: float = 0) -> Repository:
    """As `opening.open_repository`, by the adapter that the test runs with."""
    if PROGRAM in os.environ:
        return ProgramRepository(find_place(path), sign_seconds)
    return opening.open_repository(path, sign_seconds)


@functools.cache
def newer_git(named: str, path: str) -> str:
    """The folder of a git that knows reftable, "" where there is none: `named`, or the one on the path."""
    folders = [named, str(Path(shutil.which("git", path=path) or ".").parent)]
    return next((folder for folder in folders if folder and _version(folder) >= _REFTABLE), "")


def _version(folder: str) -> tuple[int, ...]:
    said = subprocess.run([f"{folder}/git", "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.removeprefix("git version ").split(".")
    return tuple(int(number) for number in numbers[:2] if number.isdigit())
