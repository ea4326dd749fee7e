"""Does Claude Code reach us: each link of the chain from its settings to the answer of a hook, proven by trying it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gitskills.errors import GitskillsError
from gitskills.hosts.claude_code import config_folder
from gitskills.hosts.claude_plugin import RUNTIME, broken_hook, built_folder, registered, switched_off
from gitskills.model.review import Probe
from gitskills.state.environment import without_repository

AGAIN = "gitskills init"


def links() -> Iterator[Probe]:
    """From the host's settings to a hook's answer; the first broken link is the last one told."""
    config = config_folder()
    try:
        named = registered(config)
    except GitskillsError as fault:
        yield Probe("plugin", False, fault.sentence, fault.hint)
        return
    if why := switched_off(config):
        yield Probe(
            "plugin", False, f"{why} in {config / 'settings.json'}: no session reaches gitskills", "take that out"
        )
        return
    if not named:
        yield Probe("plugin", None, f"Claude Code does not know gitskills ({config / 'settings.json'})", AGAIN)
        return
    place = Path(named)
    launcher = place / "hooks" / "launch.sh"
    if not launcher.is_file():
        yield Probe("plugin", False, f"Claude Code is told of {place}, but there is no plugin", AGAIN)
        return
    yield Probe("plugin", True, f"Claude Code starts {place}")
    data = built_folder(config)
    if not any((folder / RUNTIME).is_file() for folder in (data, place)):
        said = next((words for name in ("missing", "missing.said") if (words := _said(data / name))), "")
        yield Probe("runtime", False, said or "its Python environment is not built yet", "it is tried at each start")
        return
    why = broken_hook(data if (data / RUNTIME).is_file() else place, without_repository())
    yield Probe("hook", not why, why or "a hook answers as Claude Code needs it", AGAIN if why else "")


def _said(place: Path) -> str:
    return place.read_text("utf-8", "replace").strip() if place.is_file() else ""
