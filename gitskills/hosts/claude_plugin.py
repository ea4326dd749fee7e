"""gitskills as a plugin of Claude Code: its folder, and its entry in two of the host's files, reversible byte for byte.

The host starts what stands in `settings.json` and `plugins/known_marketplaces.json` at its next start (observed with
2.1.197 and 2.1.332), so the host's own program is not needed. What was there before is kept in a record of the person's.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitskills.errors import GitskillsError
from gitskills.hosts.assets import asset_path

NAME = "gitskills"
PLUGIN = f"{NAME}@{NAME}"
RUNTIME = "runtime"
PARTS = (".claude-plugin", "hooks", "reflector/commands", "reflector/skills")
HOOK = ("gitskills", "hookrun", "__main__.py")
EVENT = b'{"hook_event_name": "doctor"}\n'
SECONDS = 20
_INDENT = re.compile(r"\n([ \t]+)\S")
_EMPTY: tuple[object, ...] = ({}, {"version": 2, "plugins": {}})

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """One of the host's files: whether it was there, what it said before, and what we made of it."""

    path: str
    existed: bool
    before: str
    after: str


def write_plugin(folder: Path, runtime: tuple[str, str]) -> None:
    """The plugin as the host reads it; `runtime` is the interpreter's real path and the folder that holds the package."""
    for part in PARTS:
        shutil.copytree(asset_path(part), folder / part, dirs_exist_ok=True)
    (folder / RUNTIME).write_text("".join(f"{line}\n" for line in runtime), "utf-8", errors="surrogateescape")


def registered(config: Path) -> str:
    """The folder of the plugin that the host is told to start, "" where there is none."""
    document = _document(config / "settings.json")
    place = document
    for key in ("extraKnownMarketplaces", NAME, "source"):
        place = _inner(place, key)
    return str(place.get("path", "")) if _inner(document, "enabledPlugins").get(PLUGIN) is True else ""


def built_folder(config: Path) -> Path:
    """The plugin's data folder, which the host makes: where a plugin from a marketplace builds its runtime."""
    return config / "plugins" / "data" / f"{NAME}-{NAME}"


def broken_hook(place: Path, environment: Mapping[str, str]) -> str:
    """Why the runtime that `place` names does not answer an event, "" where it does: it is tried with one that nobody knows."""
    lines = (place / RUNTIME).read_text("utf-8", "surrogateescape").splitlines()
    if len(lines) < 2:
        return f"{place / RUNTIME} is torn"
    python, entry = lines[0], str(Path(lines[1], *HOOK))
    command = [python, "-I", "-S", "-X", "utf8", entry]
    try:
        done = subprocess.run(command, input=EVENT, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{python} does not run: {error}"
    if done.returncode == 0 and done.stdout.strip() == b"{}":
        return ""
    return (
        f"{entry} fails: {done.stderr.decode('utf-8', 'replace').strip().rpartition(chr(10))[2] or done.stdout[:100]!r}"
    )


def switched_off(config: Path) -> str:
    """The host's own switch that keeps our hooks from running, "" where there is none."""
    document = _document(config / "settings.json")
    if document.get("disableAllHooks") is True:
        return '"disableAllHooks" is set'
    return f'"{PLUGIN}" is false' if _inner(document, "enabledPlugins").get(PLUGIN) is False else ""


def _inner(document: Document, key: str) -> Document:
    inner = document.get(key)
    return inner if isinstance(inner, dict) else {}


def register(config: Path, folder: Path, now: str) -> tuple[Kept, ...]:
    """Enter the plugin into the host's files; `now` in ISO 8601. A GitskillsError, and no change, where one is no JSON."""
    source = {"source": "directory", "path": str(folder)}

    def settings(document: Document) -> None:
        document.setdefault("extraKnownMarketplaces", {})[NAME] = {"source": source}
        document.setdefault("enabledPlugins", {})[PLUGIN] = True

    def marketplaces(document: Document) -> None:
        document[NAME] = {"source": source, "installLocation": str(folder), "lastUpdated": now}

    planned = [
        _planned(config / "settings.json", settings),
        _planned(config / "plugins" / "known_marketplaces.json", marketplaces),
    ]
    for kept in planned:
        _write(Path(kept.path), kept.after)
    return tuple(planned)


def unregister(config: Path, record: tuple[Kept, ...]) -> None:
    """Take the entry out again: a file that nobody changed since gets its old bytes back, any other only loses our lines."""
    for kept in record:
        _restore(Path(kept.path), kept)
    plugins = config / "plugins"
    for name in ("settings.json", "plugins/known_marketplaces.json", "plugins/installed_plugins.json"):
        _forget(config / name)
    shutil.rmtree(plugins / "cache" / NAME, ignore_errors=True)
    shutil.rmtree(built_folder(config), ignore_errors=True)
    for empty in (plugins / "cache", plugins / "data", plugins):
        with suppress(OSError):  # it is not empty, or not there
            empty.rmdir()


def _restore(place: Path, kept: Kept) -> None:
    said = _text(place)
    if said is None or not _says_the_same(said, kept):
        return
    if kept.existed:
        _write(place, kept.before)
    else:
        place.unlink()


def _says_the_same(said: str, kept: Kept) -> bool:
    """Whether a file says, our entries apart, what it said before."""
    if said == kept.after:
        return True
    left = _without_us(said)
    before = (json.loads(kept.before or "{}"),) if kept.existed else _EMPTY
    return left is not None and json.loads(left) in before


def _forget(place: Path) -> None:
    said = _text(place)
    left = _without_us(said) if said is not None else None
    if left is not None and left != said:
        _write(place, left)


def _without_us(said: str) -> str | None:
    """The file without our entries, untouched where there are none; None where it is no JSON object."""
    try:
        document = json.loads(said)
    except ValueError:
        return None
    if not isinstance(document, dict):
        return None
    return _dumped(document, like=said) if any(list(_removals(document))) else said


def _removals(document: Document) -> Iterator[bool]:
    for key, entry in (("extraKnownMarketplaces", NAME), ("enabledPlugins", PLUGIN), ("plugins", PLUGIN)):
        inner = document.get(key)
        if isinstance(inner, dict) and inner.pop(entry, None) is not None:
            if not inner and key != "plugins":
                del document[key]
            yield True
    yield document.pop(NAME, None) is not None


def _planned(place: Path, change: Callable[[Document], None]) -> Kept:
    before = _text(place)
    document = _document(place)
    try:
        change(document)
    except (AttributeError, TypeError) as error:
        raise GitskillsError(f"{place} does not look like Claude Code's own", "nothing was changed") from error
    return Kept(str(place), before is not None, before or "", _dumped(document, like=before or ""))


def _document(place: Path) -> Document:
    said = _text(place)
    try:
        document = json.loads(said) if said and said.strip() else {}
    except ValueError as error:
        raise GitskillsError(f"{place} is no JSON: {error}", "mend it first; nothing was changed") from error
    if not isinstance(document, dict):
        raise GitskillsError(f"{place} holds no JSON object", "mend it first; nothing was changed")
    return document


def _dumped(document: Document, like: str) -> str:
    """The document in the layout that its file has now."""
    found = _INDENT.search(like)
    ending = "\n" if not like or like.endswith("\n") else ""
    return json.dumps(document, indent=found[1] if found else "  ", ensure_ascii=False) + ending


def _text(place: Path) -> str | None:
    if not place.is_file():
        return None
    return place.read_bytes().decode("utf-8", "surrogateescape")


def _write(place: Path, said: str) -> None:
    """Whole or not at all; a link that the person made stays, and so does the file's mode."""
    target = place.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
    scratch = target.with_name(f".{target.name}.gitskills-new")
    scratch.write_bytes(said.encode("utf-8", "surrogateescape"))
    scratch.chmod(mode)
    scratch.replace(target)
