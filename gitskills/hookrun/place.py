"""Where a hook acts: the repository, found as git finds it but without a process, and what git's configuration says of us."""

from __future__ import annotations

import os
from contextlib import suppress

from gitskills.model.hookwords import STATE, TOPICS, switch
from gitskills.state.environment import scrubbed_environment, variables
from gitskills.state.sessions import switched_off, tables_of

ALL = "all"
_DEEPEST = 100


class Here:
    """`folder` is where the session was started, `root` its working folder, `common` the common git folder, `state` ours in it."""

    __slots__ = ("_config", "common", "folder", "root", "state")

    def __init__(self, folder: str, root: str, common: str) -> None:
        self.folder = folder
        self.root = root
        self.common = common
        self.state = os.path.join(common, STATE)
        self._config: dict[str, str] | None = None

    def setting(self, name: str) -> str:
        """What was set, "" where nothing was: the environment, then git's own layers."""
        variable = "GITSKILLS_" + name.removeprefix("gitskills.").replace(".", "_").upper()
        said = variables([variable]).get(variable, "")
        if self._config is None:
            self._config = _from_git(self.folder)
        return said or self._config.get(name.lower(), "")

    def number(self, name: str, default: int) -> int:
        said = self.setting(name).strip()
        return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else default

    def enabled(self) -> bool | None:
        """None where nobody has said yes or no: then nothing is read or made here."""
        return switch(self.setting("gitskills.enabled"))

    def may(self, topic: str, session: str) -> bool:
        """Whether a topic is on in this session; everything is off where the whole is."""
        off = switched_off(self.state, session)
        return topic not in off and ALL not in off and switch(self.setting(TOPICS[topic])) is not False


def outside(folder: str) -> Here | None:
    """The same for a folder in no repository: nothing is made in it, the plugin's own folder holds the state."""
    kept = variables(["CLAUDE_PLUGIN_DATA"]).get("CLAUDE_PLUGIN_DATA", "")
    here = Here(os.path.abspath(folder), "", kept)
    return here if os.path.isdir(kept) else None


def find(folder: str) -> Here | None:
    """The repository that `folder` lies in, None where there is none or it is another user's."""
    place = os.path.abspath(folder)
    for _ in range(_DEEPEST):
        git_folder = _git_folder(place)
        if git_folder:
            common = _shared_part(git_folder)
            mine = os.stat(common).st_uid == os.geteuid()
            return Here(folder, place, common) if mine else None
        if place == os.path.dirname(place):
            return None
        place = os.path.dirname(place)
    return None


def _git_folder(place: str) -> str:
    """The git folder of the working folder `place`, or `place` itself where it is a bare repository."""
    inside = os.path.join(place, ".git")
    if os.path.isfile(inside):
        said = _first_line(inside)
        inside = os.path.join(place, said.removeprefix("gitdir:").strip()) if said.startswith("gitdir:") else ""
    for candidate in (inside, place):
        if candidate and os.path.isfile(os.path.join(candidate, "HEAD")):
            common = _shared_part(candidate)
            if all(os.path.isdir(os.path.join(common, name)) for name in ("objects", "refs")):
                return candidate
    return ""


def _shared_part(git_folder: str) -> str:
    said = _first_line(os.path.join(git_folder, "commondir"))
    return os.path.realpath(os.path.join(git_folder, said)) if said else os.path.realpath(git_folder)


def _first_line(path: str) -> str:
    """The words of git's one-line files; a path in it may hold a newline."""
    with suppress(OSError), open(path, "rb") as file:
        return os.fsdecode(file.read(8192).removesuffix(b"\n"))
    return ""


def _from_git(folder: str) -> dict[str, str]:
    """Our settings by lower-cased name; none where git is not there or complains."""
    read, write = os.pipe()
    words = ["git", "-C", folder, "-c", "core.hooksPath=/dev/null", "config", "-z", "--get-regexp", r"^gitskills\."]
    null = os.open(os.devnull, os.O_RDWR)
    redirect = [(os.POSIX_SPAWN_DUP2, source, target) for source, target in ((null, 0), (write, 1), (null, 2))]
    process = 0
    with suppress(FileNotFoundError, PermissionError):
        process = os.posix_spawnp("git", words, scrubbed_environment(), file_actions=redirect)
    os.close(write)
    os.close(null)
    with os.fdopen(read, "rb") as answer:
        said = answer.read().decode("utf-8", "surrogateescape")
    if process:
        os.waitpid(process, 0)
    settings: dict[str, str] = {}
    for entry in said.split("\0"):
        name, given, value = entry.partition("\n")
        if name:
            settings[name.lower()] = value if given else "true"
    return settings


def tip_of(git_folder: str, branch: str) -> str:
    """The commit that a branch is at, "" where there is none; with reftable, what changes when it moves."""
    if tables := tables_of(git_folder):
        return tables
    name = f"refs/heads/{branch}"
    if loose := _first_line(os.path.join(git_folder, name)):
        return loose.strip()
    with suppress(OSError), open(os.path.join(git_folder, "packed-refs"), "rb") as file:
        packed = file.read()
        before, found, _ = packed.partition(b" " + os.fsencode(name) + b"\n")
        return os.fsdecode(before.rpartition(b"\n")[2]) if found else ""
    return ""
