"""The text files that come with gitskills: prompts, schema, weights, episodes, templates."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def asset_path(name: str) -> Path:
    """Where a file such as `reflector/proposal.schema.json` lies: inside the installed package, or beside it in a checkout."""
    packaged = _PACKAGE / "assets" / name
    return packaged if packaged.exists() else _PACKAGE.parent / name


@cache
def asset(name: str) -> str:
    """The text of such a file."""
    return asset_path(name).read_text("utf-8")
