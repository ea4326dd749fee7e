"""Which forge a remote lives on, and the program that speaks to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from gitskills.hosts import github, gitlab
from gitskills.hosts.forge_program import Program
from gitskills.model.pull import PullRequest, Reviewed
from gitskills.model.settings import FORGES

AUTO, GITHUB, GITLAB, AGIT, NONE = FORGES
_SCHEME = re.compile(
    r"(?:https?|ssh|git|git\+ssh)://(?:[^/@]*@)?(?P<host>[\w.-]+)(?P<port>:\d{1,5})?/(?P<path>.+)", re.ASCII
)
_SCP = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+):(?P<path>(?!/).+)", re.ASCII)
_WEB = {"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com"}  # ssh through the port of https
_PATH = re.compile(r"\w[\w.-]*(?:/\w[\w.-]*)+", re.ASCII)


class Forge(Protocol):
    """A forge as its program shows it."""

    @property
    def program(self) -> Program: ...
    def opening(self, request: PullRequest) -> tuple[str, ...]: ...
    def renewing(self, request: PullRequest, number: int) -> tuple[str, ...]: ...
    def open_now(self, topic: str) -> tuple[int, str]: ...
    def compare_page(self, request: PullRequest) -> str: ...
    def updated_since(self, day: str) -> Iterator[int]: ...
    def reviewed(self, number: int) -> Reviewed: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A repository on a host: `path` is owner/name, or group/…/name."""

    host: str
    path: str


def place_of(url: str) -> Place | None:
    """Where a remote's URL leads; None for a folder of this machine or what is no URL of a forge."""
    found = _SCHEME.fullmatch(url) or _SCP.fullmatch(url)
    if found is None:
        return None
    host = _WEB.get(found["host"], found["host"])
    path = found["path"].strip("/").removesuffix(".git")
    port = (found["port"] or "") if url.startswith("http") else ""
    return Place(host + port, path) if _PATH.fullmatch(path) and ".." not in path and not host.startswith("-") else None


def kind_of(place: Place | None, wanted: str) -> str:
    """Which forge it is: what the setting says, else what the host's name says."""
    if wanted != AUTO:
        return wanted
    labels = place.host.split(".") if place and "." in place.host else []  # without a dot it is ssh's own name for it
    return next((kind for kind in (GITHUB, GITLAB) if any(label.startswith(kind) for label in labels)), NONE)


def forge_at(kind: str, place: Place | None, source: Place | None, folder: str) -> Forge | None:
    """The forge of that kind at `place`, where pull requests come from `source`; None where none has a program for it."""
    if place is None or kind not in {GITHUB, GITLAB}:
        return None
    path = source.path if source is not None and source.host == place.host else place.path
    if kind == GITHUB:
        return github.GitHub(Program(github.NAME, folder, place.host), place.path, path)
    return gitlab.GitLab(Program(gitlab.NAME, folder, place.host), place.path, path)
