"""Settings from git config's own layers, GITSKILLS_* variables on top. A bad value is never taken: the layer below holds."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gitskills.errors import LockTimeout, RepositoryFault, UsageError
from gitskills.model.hookwords import switch
from gitskills.model.settings import KEYS, BadSetting, Key, Settings, find_key, parse_settings, parse_value
from gitskills.state.environment import scrubbed_environment, variables

SCOPES = ("local", "global", "worktree")
ENABLED = "gitskills.enabled"  # the yes or no of a repository
_SECTION = "gitskills."
_SECONDS = 30
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)


@dataclass(frozen=True, slots=True)
class Effective:
    """A setting's value, the layer that it comes from (`default` where none says anything), and that layer's file."""

    key: str
    value: str
    layer: str
    origin: str = ""


def effective(path: str) -> list[Effective]:
    """Every setting as it holds in the folder `path`."""
    taken = _taken(path)[0]
    return [taken.get(key.name, Effective(key.name, default_text(key), "default")) for key in KEYS]


def load(path: str) -> tuple[Settings, tuple[BadSetting, ...]]:
    """The settings that hold in the folder `path`, and what was not taken."""
    taken, bad = _taken(path)
    settings, _ = parse_settings({key: found.value for key, found in taken.items()})
    return settings, bad


def explicitly(path: str, key_name: str) -> bool | None:
    """A switch as some layer says it; None where nobody has said anything."""
    found = next((taken for name, taken in _taken(path)[0].items() if name == key_name), None)
    return switch(found.value) if found is not None else None


def write(path: str, key_name: str, text: str, scope: str) -> BadSetting | None:
    """Set a value in one of git's layers; a BadSetting where it is out of range, and nothing is changed."""
    key = find_key(key_name)
    if key is None:
        return BadSetting(key_name, text, "no such setting")
    if why := _complaint(key, Effective(key.name, text, scope)):
        return BadSetting(key.name, text, why)
    _change(path, scope, "--replace-all", key.name, text)
    return None


def unset(path: str, key_name: str, scope: str) -> BadSetting | None:
    """Take a value out of one of git's layers."""
    key = find_key(key_name)
    if key is None:
        return BadSetting(key_name, "", "no such setting")
    _change(path, scope, "--unset-all", key.name)
    return None


def written_here(path: str) -> tuple[str, ...]:
    """The settings of ours in the repository's own configuration, also such as none of ours reads; not those it includes."""
    done = _git(path, "config", "--local", "--no-includes", "--list", "-z", "--name-only")
    names = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    return tuple(dict.fromkeys(name for name in names if name.startswith(_SECTION)))


def take_out_all(path: str) -> None:
    """Every one of them."""
    for name in written_here(path):
        _change(path, "local", "--unset-all", name)


def default_text(key: Key) -> str:
    """The default as one would write it."""
    value = getattr(Settings(), key.field)
    if isinstance(value, bool):
        return (key.choices or ("true", "false"))[0 if value else 1]
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _taken(path: str) -> tuple[dict[str, Effective], tuple[BadSetting, ...]]:
    """What holds of each key that is set, later layers over earlier ones."""
    taken: dict[str, Effective] = {}
    bad: list[BadSetting] = []
    for found in (*_from_git(path), *_from_environment()):
        key = find_key(found.key)
        why = _complaint(key, found)
        if key is None or why:
            said = found.origin if found.layer == "environment" else key.name if key else found.key
            bad.append(BadSetting(said, found.value, why, found.layer))
            continue
        taken[key.name] = Effective(key.name, _joined(key, taken.get(key.name), found), found.layer, found.origin)
    return taken, tuple(bad)


def _complaint(key: Key | None, found: Effective) -> str:
    if key is None:
        return "no such setting"
    if key.layers and found.layer not in key.layers:
        return f"is taken from `git config --{key.layers[0]}` alone"
    try:
        parse_value(key, found.value)
    except ValueError as error:
        return str(error)
    return ""


def _joined(key: Key, before: Effective | None, found: Effective) -> str:
    """A list grows within one layer, as git's own lists do; everything else is replaced."""
    if before is None or before.layer != found.layer or not isinstance(getattr(Settings(), key.field), tuple):
        return found.value
    return f"{before.value},{found.value}"


def _from_git(path: str) -> Iterable[Effective]:
    done = _git(path, "config", "--list", "-z", "--show-scope", "--show-origin")
    if done.returncode != 0:
        raise RepositoryFault(
            f"git's configuration can't be read: {_words(done)}", "run `git config --list` to see the line"
        )
    parts = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    for scope, origin, setting in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
        name, given, value = setting.partition("\n")
        if name.startswith(_SECTION):
            yield Effective(name, value if given else "true", scope, origin.removeprefix("file:"))


def _from_environment() -> Iterable[Effective]:
    keys = {key.variable: key for key in KEYS}
    return [Effective(keys[name].name, value, "environment", name) for name, value in variables(keys).items()]


def _change(path: str, scope: str, action: str, *words: str) -> None:
    if scope not in SCOPES:
        raise UsageError(f"{scope!r} is no layer that can be written", f"choose one of {', '.join(SCOPES)}")
    for pause in (*_PAUSES, 0.0):
        done = _git(path, "config", f"--{scope}", action, "--", *words)
        if "could not lock config file" not in _words(done) or "File exists" not in _words(done):
            break
        time.sleep(pause)
    else:
        raise LockTimeout(_words(done), "if no git command is running, a crash left that lock: delete the file")
    if "can only be used inside a git repository" in _words(done):
        raise RepositoryFault(f"{path} is not in a git repository", "use --global, or name a repository with -C")
    missing = action == "--unset-all" and done.returncode == 5
    if done.returncode != 0 and not missing:
        raise RepositoryFault(f"git config could not write: {_words(done)}", "look at that file's permissions")


def _git(path: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-c", "core.hooksPath=/dev/null", *arguments]
    environment = scrubbed_environment()
    try:
        return subprocess.run(
            command,
            cwd=path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        if not Path(path).is_dir():
            raise RepositoryFault(f"there is no folder {path}", "name an existing folder with -C") from error
        raise RepositoryFault("the git program was not found", "install git and put it on the PATH") from error
    except subprocess.TimeoutExpired as error:
        raise RepositoryFault(f"git config took longer than {_SECONDS} seconds", "try it by hand") from error


def _words(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stderr.decode("utf-8", "replace").strip().removeprefix("error: ").removeprefix("fatal: ")
