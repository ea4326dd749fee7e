"""Making gitskills live in Claude Code for this person, and taking it out again without a trace."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gitskills.hosts.claude_code import config_folder
from gitskills.hosts.claude_plugin import Kept, register, registered, unregister, write_plugin
from gitskills.state import clock
from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import user_folder
from gitskills.state.durable import private_folder, read_whole, remove, write_whole

RESTART = "it begins with Claude Code's next start"


@dataclass(frozen=True, slots=True)
class Record:
    """What was changed in one configuration folder of the host."""

    config: str
    kept: tuple[Kept, ...]


def plugin_folder() -> Path:
    """Where the plugin of this person lies; the host runs it from there."""
    return user_folder() / "claude-plugin"


def install() -> tuple[str, ...]:
    """Write the plugin and enter it with the host; again is as good as once. Sentences about what was done."""
    config = config_folder()
    if not config.is_dir() and shutil.which("claude") is None:
        return (
            "Claude Code was not found, so nothing was changed for it; run `gitskills init` again once it is there",
        )
    place = plugin_folder()
    private_folder(place)
    write_plugin(place, (_interpreter(), str(Path(__file__).resolve().parents[2])))
    if registered(config) == str(place):
        return (f"Claude Code knows gitskills already ({config / 'settings.json'})",)
    kept = register(config, place, clock.now().strftime("%Y-%m-%dT%H:%M:%S.000Z"))
    write_whole(_record(config), encode(Record(str(config), kept)))
    changed = " and ".join(item.path for item in kept)
    return (f"registered with Claude Code in {changed}; {RESTART}", "`gitskills uninstall` takes that back")


def uninstall() -> tuple[str, ...]:
    """Take gitskills out of the host, file by file as it was before; learned skills and the branch stay."""
    config = config_folder()
    record = _read_record(config)
    if record is None and not registered(config):
        _tidy()
        return ("Claude Code does not know gitskills; nothing was changed",)
    unregister(config, record.kept if record else ())
    remove(_record(config))
    _tidy()
    return (f"taken out of {config}",)


def _tidy() -> None:
    """The plugin goes with the last record of it, and so does each folder of ours that is empty then."""
    if not any(_records().iterdir()):
        shutil.rmtree(plugin_folder(), ignore_errors=True)
        for empty in (_records(), user_folder()):
            with suppress(OSError):  # the person's own skills are kept there
                empty.rmdir()


def _interpreter() -> str:
    """The interpreter itself, past the shims that choose one anew at every start; an environment's own stays."""
    named = sys.executable
    return named if sys.prefix != sys.base_prefix else os.path.realpath(named)


def _records() -> Path:
    return private_folder(private_folder(user_folder()) / "installed")


def _record(config: Path) -> Path:
    """One for each configuration folder of the host: a person may have several."""
    return _records() / f"{hashlib.sha256(os.fsencode(config)).hexdigest()[:16]}.json"


def _read_record(config: Path) -> Record | None:
    try:
        content = read_whole(_record(config))
        return decode(Record, content) if content is not None else None
    except (OSError, Malformed):
        return None
