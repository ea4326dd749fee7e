"""A decision as a file and back: YAML front matter in fixed order, then the sections of an architecture decision record.

`parse(render(d)) == d` for every decision whose texts are `settled`. What two readers could take differently is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

from gitskills.decisions.vocabulary import DATES
from gitskills.model.decision import Decision
from gitskills.skillfile.fault import Fault, read_text
from gitskills.skillfile.mapping import Fields, read_yaml
from gitskills.skillfile.scalar import QUOTED, quote, unquote

ID = re.compile(r"[0-9]{4,9}")
_NUMBER = re.compile(r"[0-9]{1,9}")  # a longer one counts nothing, and Python may refuse to read it
LONGEST = 200_000  # characters of a record
SECTIONS = {
    "context": "Context",
    "decision": "Decision",
    "alternatives": "Alternatives considered",
    "consequences": "Consequences",
    "notes": "Notes",
}
_HINTS = get_type_hints(Decision)
FRONT = tuple(field.name for field in fields(Decision) if field.name not in SECTIONS)
_NAMES = "|".join(SECTIONS.values())
_HEADING = re.compile(rf"^## ({_NAMES})[ \t]*$", re.MULTILINE)
_LOOKS_SO = re.compile(rf"^(\\*)(?=## (?:{_NAMES})[ \t]*$)", re.MULTILINE)
_ESCAPED = re.compile(rf"^\\(?=\\*## (?:{_NAMES})[ \t]*$)", re.MULTILINE)
STEERING = re.compile(  # controls, line separators, what turns the writing's direction, tags that no eye sees
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
_DELIMITER = re.compile(r"^---[ \t]*$", re.MULTILINE)
_LINE = re.compile(rf"([a-z0-9_]+):(?: ({QUOTED}|\[\]|[a-z]+|\d+))?\n|  - ({QUOTED})\n")
_WORDS = {"null": None, "true": True, "false": False, "[]": ()}


def settled(text: str) -> str:
    """A section's text as it comes back from a file: LF, nothing that steers, nothing empty around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return STEERING.sub(" ", lines).encode("utf-8", "replace").decode().rstrip().lstrip("\n")


def render(decision: Decision) -> bytes:
    """The canonical file."""
    front = "".join(_field(name, getattr(decision, name)) for name in FRONT)
    body = "".join(
        f"\n## {heading}\n\n{text}\n"
        for name, heading in SECTIONS.items()
        if (text := _section(getattr(decision, name)))
    )
    return f"---\n{front}---\n\n# {decision.title}\n{body}".encode("utf-8", "replace")


def _field(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return f"{name}:\n" + "".join(f"  - {quote(item)}\n" for item in value) if value else f"{name}: []\n"
    if isinstance(value, bool):
        return f"{name}: {str(value).lower()}\n"
    if isinstance(value, int):
        return f"{name}: {value}\n"
    return f"{name}: {quote(str(value))}\n" if value else f"{name}: null\n"


def _section(value: str | tuple[str, ...]) -> str:
    """The text below a heading; a line that looks like a heading of ours is escaped, a list has a bullet an item."""
    if isinstance(value, tuple):
        return "\n".join("- " + item.replace("\n", "\n  ") for item in value)
    return _LOOKS_SO.sub(r"\1\\", value)


def parse(content: bytes) -> Decision | Fault:
    """The decision, or why the file is none."""
    text = read_text(content)
    if isinstance(text, Fault):
        return text
    if len(text) > LONGEST:
        return Fault(f"longer than {LONGEST} characters")
    first = _DELIMITER.match(text)
    close = _DELIMITER.search(text, first.end()) if first else None
    if first is None or close is None:
        return Fault("must begin with fields between two lines ---", 1)
    front = text[first.end() + 1 : close.start()]
    values = _canonical(front) or _by_yaml(front)
    if isinstance(values, Fault):
        return values
    if not ID.fullmatch(values["id"]):
        return Fault("id must be a text of four digits or more", 1)
    body = _body(text[close.end() + 1 :], str(values["title"]))
    return body if isinstance(body, Fault) else Decision(**values, **body)


def _canonical(front: str) -> dict[str, Any] | None:
    """The fields of a front matter that `render` wrote: much quicker than YAML, and proven by writing it again."""
    values: dict[str, Any] = {}
    name = ""
    for key, value, item in _LINE.findall(front):
        if not key:
            values[name] = (*values.get(name, ()), unquote(item))
            continue
        name = key
        if value:
            values[key] = _scalar(value)
    typed = {key: _typed(key, value) for key, value in values.items()} if tuple(values) == FRONT else {}
    sound = typed and not any(isinstance(value, Fault) for value in typed.values())
    return typed if sound and "".join(_field(key, value) for key, value in typed.items()) == front else None


def _scalar(value: str) -> object:
    if value.startswith('"'):
        return unquote(value)
    return int(value) if _NUMBER.fullmatch(value) else _WORDS.get(value, value)


def _by_yaml(front: str) -> dict[str, Any] | Fault:
    found = read_yaml(front, lists=True)
    if isinstance(found, Fault):
        return Fault(found.reason, found.line + 1 if found.line else 0)
    unknown = sorted({*found.values, *found.lists, *found.opaque} - set(FRONT))
    if unknown:
        return Fault(f"{unknown[0]!r} is no field of a decision", 1)
    typed: dict[str, Any] = {}
    for name, value in _read(found):
        typed[name] = _typed(name, value)
        if isinstance(typed[name], Fault):
            return Fault(typed[name].reason, found.opaque.get(name, 0) + 1)
    missing = [field.name for field in fields(Decision) if _is_required(field.name) and field.name not in typed]
    return Fault(f"the field {missing[0]} is missing", 1) if missing else typed


def _is_required(name: str) -> bool:
    return name in FRONT[: FRONT.index("related_runs")]


def _read(found: Fields) -> Iterator[tuple[str, object]]:
    """Every field with its value; a number or a truth value only where it is written as one."""
    yield from found.values.items()
    yield from found.lists.items()
    for name in found.opaque:
        plain = found.plain.get(name)
        if plain in {"", "~", "null"}:
            yield name, None
        elif plain in _WORDS or (plain and _NUMBER.fullmatch(plain)):
            yield name, _scalar(plain)
        else:
            yield name, plain if plain and name in DATES else object()


def _typed(name: str, value: object) -> object:
    """The value in the field's own type; "" and () for null."""
    kind = _HINTS[name]
    if kind in {bool, int}:
        return (
            value if type(value) is kind else Fault(f"{name} must be {'true or false' if kind is bool else 'a number'}")
        )
    if isinstance(kind, type) and issubclass(kind, str):
        text = "" if value is None else value
        if not isinstance(text, str):
            return Fault(f"{name} must be a text")
        return _one_of(name, kind, text) if issubclass(kind, Enum) else text
    items = () if value is None else value
    whole = isinstance(items, tuple) and all(isinstance(item, str) for item in items)
    return items if whole else Fault(f"{name} must be a list of texts, one a line")


def _one_of(name: str, kind: type[Enum], text: str) -> object:
    found = next((one for one in kind if one.value == text), None)
    return found or Fault(f"{name} {text!r} is none of {', '.join(str(one.value) for one in kind)}")


def _body(text: str, title: str) -> dict[str, Any] | Fault:
    parts = _HEADING.split(text)
    head = parts[0].strip()
    if head and head != f"# {title}".strip():
        return Fault(f"between the fields and the first section may stand # and the title alone, not {head[:40]!r}")
    by_heading = {heading: name for name, heading in SECTIONS.items()}
    values: dict[str, Any] = {}
    for heading, content in zip(parts[1::2], parts[2::2], strict=True):
        name = by_heading[heading]
        if name in values:
            return Fault(f"the section {heading} stands twice")
        plain = content.rstrip().lstrip("\n")
        values[name] = tuple(_items(plain)) if name == "alternatives" else _ESCAPED.sub("", plain)
    return values


def _items(text: str) -> Iterator[str]:
    """The items of a list; lines without a bullet belong to the one before."""
    for part in re.split(r"^- ", text, flags=re.MULTILINE):
        item = re.sub(r"\n  ", "\n", part).strip()
        if item:
            yield item


def plain_fields(decision: Decision) -> Mapping[str, object]:
    """All fields as JSON has them: `null` where there is none."""
    values = {field.name: getattr(decision, field.name) for field in fields(Decision)}
    return {
        name: list(value) if isinstance(value, tuple) else None if value == "" else value
        for name, value in values.items()
    }
