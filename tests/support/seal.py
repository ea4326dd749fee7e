"""Shuts a test process off from the person who runs it: home, git configuration, settings, network.

Sealed before any test module is imported, since libgit2 and others read their surroundings only once.
"""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

DROPPED = (
    "GIT_",
    "GITSKILLS_",
    "CLAUDE",
    "CODEX_",
    "CURSOR_",
    "GEMINI_",
    "OPENCODE",
    "AUGMENT_",
    "AI_AGENT",
    "ANTHROPIC_",
    "XDG_",
    "LC_",
    "NO_COLOR",
    "FORCE_COLOR",
)
KNOBS = ("CONVERGENCE", "KILL_EVERY", "GH", "OTHER_AGENTS", "LOCAL_MODEL")  # of the suite, for its workers, too
KEPT = ("CLAUDE_BIN", "NEWER_GIT", *(f"GITSKILLS_{name}" for name in KNOBS))
DROPPED_NAMES = ("CI",)
GITCONFIG = "[user]\n\tname = Ada\n\temail = ada@example.invalid\n[init]\n\tdefaultBranch = main\n"
# What gitskills could write in a home that it should not know of.
PRIVATE = (
    ".gitconfig",
    ".config/git",
    ".config/gitskills",
    ".local/share/gitskills",
    ".local/state/gitskills",
    ".cache/gitskills",
    ".claude/skills",
)
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def sealed(environment: Mapping[str, str], home: Path, cache: Path) -> dict[str, str]:
    """The environment that a test sees; `home` must be made by `furnish`."""
    kept = {name: value for name, value in environment.items() if name in KEPT or not _dropped(name)}
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "CLAUDE_CONFIG_DIR": str(home / ".claude"),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": "true",
        "KF_RULE_CACHE_DIR": str(cache),  # compiling the scanner's rules takes seconds; they hold nothing personal
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def _dropped(name: str) -> bool:
    return name in DROPPED_NAMES or name.startswith(DROPPED)


def furnish(home: Path) -> Path:
    """A home with an identity and nothing else."""
    home.mkdir(parents=True)
    (home / ".gitconfig").write_text(GITCONFIG, "utf-8")
    return home


def seal_libgit2() -> None:
    """libgit2 remembers the search path of its start; setting HOME later doesn't move it."""
    import pygit2
    from pygit2.enums import ConfigLevel

    for level in (ConfigLevel.PROGRAMDATA, ConfigLevel.SYSTEM, ConfigLevel.XDG, ConfigLevel.GLOBAL):
        pygit2.settings.search_path[level] = ""


def forbid_network() -> None:
    """A connection of this process to anything but the loopback address fails the test that asks for it."""

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if event != "socket.connect":
            return
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise AssertionError(f"a test reached out to {address}")

    sys.addaudithook(audit)


def real_homes() -> tuple[Path, ...]:
    """Homes of the person who runs the tests, by the password database and by the environment."""
    named = {pwd.getpwuid(os.getuid()).pw_dir, os.environ.get("HOME", "")}
    return tuple(sorted(Path(name) for name in named if name))


def fingerprint(homes: tuple[Path, ...]) -> dict[str, int]:
    """Times of last change of everything in `homes` that gitskills could have written."""
    return {str(place): place.lstat().st_mtime_ns for home in homes for place in _watched(home)}


def _watched(home: Path) -> Iterator[Path]:
    for name in PRIVATE:
        root = home / name
        if root.exists():
            yield root
        if root.is_dir():
            yield from root.rglob("*")
