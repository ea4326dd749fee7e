"""The prompt of a reflector: ours, or the person's own from `gitskills.promptDir`. Our mark stands in each."""

from __future__ import annotations

from pathlib import Path

from gitskills.app.context import Context
from gitskills.errors import EnvironmentFault
from gitskills.hosts.assets import asset
from gitskills.transcript import OUR_MARK

FOLDER = "reflector/prompts"
REFLECT, CURATE = "reflect.md", "curate.md"
LONGEST = 32_000  # bytes


def prompt(context: Context, name: str = REFLECT) -> str:
    """The system prompt. A person's own folder must hold the reflector's; of the others ours stands in."""
    folder = context.settings.prompt_dir
    text = _own(context, folder, name) if folder else asset(f"{FOLDER}/{name}")
    return text if OUR_MARK in text else f"{OUR_MARK}\n\n{text}"


def _own(context: Context, folder: str, name: str) -> str:
    root = context.project.repo.work_dir if context.project else None
    place = Path(root or context.folder) / Path(folder).expanduser() / name
    hint = "see gitskills.promptDir"
    if name != REFLECT and not place.is_file():
        return asset(f"{FOLDER}/{name}")
    if not place.is_file():
        raise EnvironmentFault(f"there is no prompt {place}", hint)
    content = place.read_bytes()
    if len(content) > LONGEST:
        raise EnvironmentFault(f"{place} is longer than {LONGEST:,} bytes", hint)
    return content.decode("utf-8", "replace")
