"""Two teams' policies become one that forbids whatever either forbids."""

from __future__ import annotations

from collections.abc import Iterable

from gitskills.skillfile.fault import Fault, read_text
from gitskills.skillfile.mapping import Fields, read_yaml
from gitskills.skillfile.scalar import quote

NO_FIELDS = Fields()


def narrower(one: bytes, other: bytes) -> bytes:
    """The lists of both, each entry once. What can't be read gives way; if neither can, the same one stays everywhere."""
    sides = [_fields(content) for content in sorted((one, other))]
    first, second = sides
    if first is None or second is None:
        return max(one, other) if first is None else min(one, other)
    keys = sorted({*first.lists, *second.lists})
    lists = {key: sorted({*first.lists.get(key, ()), *second.lists.get(key, ())}) for key in keys}
    values = {key: text for side in (second, first) for key, text in side.values.items() if isinstance(text, str)}
    lines = [f"{key}: {quote(text)}\n" for key, text in sorted(values.items())]
    lines += [line for key, items in lists.items() for line in _listed(key, items)]
    return "".join(lines).encode()


def _listed(key: str, items: Iterable[str]) -> list[str]:
    return [f"{key}:\n", *(f"  - {quote(item)}\n" for item in items)]


def _fields(content: bytes) -> Fields | None:
    """The fields; None for what can't be read."""
    text = read_text(content)
    if isinstance(text, Fault):
        return None
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return NO_FIELDS
    fields = read_yaml(text, lists=True)
    return None if isinstance(fields, Fault) or fields.opaque else fields
