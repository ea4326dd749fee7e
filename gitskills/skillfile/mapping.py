"""A YAML mapping of strings, one level of nesting at most: read with ruamel.yaml event by event, written canonically.

Whatever could make two readers see two things is refused: duplicate and merge keys, anchors, aliases, tags, flow
collections, directives, further documents, scalars that YAML takes for numbers, dates or truth values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gitskills.skillfile.fault import Fault
from gitskills.skillfile.scalar import QUOTED, quote, unquote

Value = str | Mapping[str, str]
LONGEST = 16_000  # characters: a frontmatter is a heading, not a document

_KEY = r"[a-z_][a-z_-]*"
_CANONICAL = re.compile(rf"(?:{_KEY}: {QUOTED}\n|{_KEY}:\n(?:  {QUOTED}: {QUOTED}\n)+)+")
_LINE = re.compile(rf"({_KEY}):(?: ({QUOTED}))?\n|  ({QUOTED}): ({QUOTED})\n")
_STRING_TAG = "tag:yaml.org,2002:str"


@dataclass(frozen=True, slots=True)
class Fields:
    """`values` are the strings and maps of strings; `opaque` names keys whose value is neither (never read further).

    `lists` stays empty unless lists were asked for; so does `plain`, which holds numbers and their like as they are written.
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    opaque: Mapping[str, int] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plain: Mapping[str, str] = field(default_factory=dict)


def write_mapping(values: Mapping[str, Value]) -> str:
    """Top-level keys in the order given and bare, everything else quoted; an empty map is left out."""
    lines: list[str] = []
    for key, value in values.items():
        if isinstance(value, str):
            lines.append(f"{key}: {quote(value)}\n")
        elif value:
            lines.append(f"{key}:\n")
            lines.extend(f"  {quote(inner)}: {quote(text)}\n" for inner, text in value.items())
    return "".join(lines)


def read_mapping(text: str) -> Fields | Fault:
    """The fields, by the quick way where `write_mapping` wrote them, else by ruamel.yaml (which costs milliseconds)."""
    if len(text) > LONGEST:
        return Fault(f"longer than {LONGEST} characters")
    return _read_canonical(text) or read_yaml(text)


def _read_canonical(text: str) -> Fields | None:
    if not _CANONICAL.fullmatch(text):
        return None
    values: dict[str, Value] = {}
    inner: dict[str, str] = {}
    for key, scalar, inner_key, inner_scalar in _LINE.findall(text):
        if key:
            inner = {}
            values[key] = (unquote(scalar) or "") if scalar else inner
        else:
            inner[unquote(inner_key) or ""] = unquote(inner_scalar) or ""
    return Fields(values) if write_mapping(values) == text else None


class _Refused(Exception):
    def __init__(self, reason: str, event: Any) -> None:
        super().__init__(reason)
        self.fault = Fault(reason, event.start_mark.line + 1 if event.start_mark else 0)


def read_yaml(text: str, *, lists: bool = False) -> Fields | Fault:
    """The fields by ruamel.yaml alone; with `lists` a value may be a block sequence of strings."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 2)
    try:
        return _Reader(yaml, yaml.parse(text), lists=lists).read()
    except _Refused as refused:
        return refused.fault
    except (YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not readable"
        return Fault(f"no valid YAML: {problem}", mark.line + 1 if mark else 0)


class _Plain(str):
    """A scalar that YAML does not read as a string."""

    __slots__ = ()


class _Reader:
    """Walks the events of one document; anything outside the subset raises `_Refused`."""

    def __init__(self, yaml: Any, events: Iterator[Any], *, lists: bool) -> None:
        self._resolver = yaml.resolver
        self._lists = lists
        self._events = events

    def read(self) -> Fields:
        self._expect("StreamStartEvent")
        event = self._next()
        if type(event).__name__ == "StreamEndEvent":
            raise _Refused("holds no fields", event)
        if event.version or event.tags:
            raise _Refused("YAML directives are not allowed", event)
        fields = self._mapping()
        self._expect("DocumentEndEvent")
        self._expect("StreamEndEvent")
        return fields

    def _next(self) -> Any:
        event = next(self._events)
        if getattr(event, "anchor", None):
            raise _Refused("YAML anchors and aliases are not allowed", event)
        if getattr(event, "tag", None) and type(event).__name__ != "DocumentStartEvent":
            raise _Refused("YAML tags are not allowed", event)
        return event

    def _expect(self, name: str) -> Any:
        event = self._next()
        if type(event).__name__ != name:
            raise _Refused("must be one mapping of fields", event)
        return event

    def _mapping(self) -> Fields:
        self._block(self._expect("MappingStartEvent"))
        values: dict[str, Value] = {}
        opaque: dict[str, int] = {}
        lists: dict[str, tuple[str, ...]] = {}
        plain: dict[str, str] = {}
        while (event := self._next()) and type(event).__name__ != "MappingEndEvent":
            key = self._key(event, {**values, **opaque, **lists})
            value = self._value()
            if value is None or isinstance(value, _Plain):
                opaque[key] = event.start_mark.line + 1
                plain |= {key: str(value)} if value is not None else {}
            elif isinstance(value, tuple):
                lists[key] = value
            else:
                values[key] = value
        return Fields(values, opaque, lists, plain)

    def _key(self, event: Any, seen: Mapping[str, object]) -> str:
        if type(event).__name__ != "ScalarEvent":
            raise _Refused("a key must be a plain word", event)
        key = str(event.value)
        if key == "<<" and not event.style:
            raise _Refused("YAML merge keys are not allowed", event)
        if key in seen:
            raise _Refused(f"the key {key!r} stands twice", event)
        return key

    def _value(self) -> Value | tuple[str, ...] | None:
        event = self._next()
        kind = type(event).__name__
        if kind == "ScalarEvent":
            text = self._text(event)
            return _Plain(event.value) if text is None and self._lists else text
        if kind == "SequenceStartEvent" and self._lists and event.flow_style:
            return self._nothing(event)
        self._block(event)
        if kind == "MappingStartEvent":
            return self._inner()
        if kind == "SequenceStartEvent" and self._lists:
            return self._items()
        self._skip(1)
        return None

    def _nothing(self, event: Any) -> tuple[str, ...]:
        """`[]`: YAML has no other way to write a list of nothing."""
        if type(self._next()).__name__ != "SequenceEndEvent":
            self._block(event)
        return ()

    def _inner(self) -> Mapping[str, str] | None:
        values: dict[str, str] = {}
        sound = True
        while (event := self._next()) and type(event).__name__ != "MappingEndEvent":
            key = self._key(event, values)
            value = self._next()
            if type(value).__name__ == "ScalarEvent":
                text = self._text(value)
                sound = sound and text is not None
                values[key] = text or ""
            else:
                self._block(value)
                self._skip(1)
                sound = False
        return values if sound else None

    def _items(self) -> tuple[str, ...] | None:
        items: list[str | None] = []
        while (event := self._next()) and type(event).__name__ != "SequenceEndEvent":
            scalar = type(event).__name__ == "ScalarEvent"
            items.append(self._text(event) if scalar else None)
            if not scalar:
                self._block(event)
                self._skip(1)
        return None if None in items else tuple(item for item in items if item is not None)

    def _text(self, event: Any) -> str | None:
        """A scalar that every YAML version reads as a string; None for numbers, dates, truth values and nothing."""
        from ruamel.yaml.nodes import ScalarNode

        if any("\ud800" <= char <= "\udfff" for char in event.value):
            raise _Refused("surrogates are no characters", event)
        if event.style:
            return str(event.value)
        tag = self._resolver.resolve(ScalarNode, event.value, event.implicit)
        return str(event.value) if str(tag) == _STRING_TAG and event.value else None

    def _skip(self, depth: int) -> None:
        while depth:
            kind = type(self._next()).__name__
            depth += kind.endswith("StartEvent")
            depth -= kind in {"MappingEndEvent", "SequenceEndEvent"}

    def _block(self, event: Any) -> None:
        if getattr(event, "flow_style", None):
            raise _Refused("YAML flow collections ({…}, […]) are not allowed", event)
