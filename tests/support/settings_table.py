"""The README's table of settings, from the keys themselves: `python -m tests.support.settings_table` writes it."""

from __future__ import annotations

from gitskills.model.settings import KEYS, Key, Settings
from tests.support.readme import write_block


def table() -> str:
    """Markdown, one row a key, in the order of the keys."""
    rows = [f"| `{key.name}` | {_default(key)} | {_range(key)} | {key.help} |" for key in KEYS]
    return "\n".join(["| setting | default | may be | what it does |", "|---|---|---|---|", *rows])


def _default(key: Key) -> str:
    value = getattr(Settings(), key.field)
    if isinstance(value, bool):
        return key.choices[0 if value else 1]
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value) or "none"


def _range(key: Key) -> str:
    if key.choices:
        return ", ".join(key.choices)
    return f"{key.low:,} to {key.high:,}" if key.high else "any"


if __name__ == "__main__":
    write_block("settings", table())
