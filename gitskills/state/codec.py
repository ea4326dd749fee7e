"""Values of the model as JSON and back, strictly: an unknown field, a missing one or a wrong type is refused with its place."""

from __future__ import annotations

import base64
import binascii
import json
import types
from collections.abc import Hashable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

Value = TypeVar("Value")


class Malformed(ValueError):
    """Why a text is not the value that it should be."""


def encode(value: object) -> bytes:
    """A dataclass as one line of JSON in ASCII, so that lone surrogates survive."""
    return json.dumps(_plain(value), ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def decode(kind: type[Value], content: bytes) -> Value:
    """The value of a type that a text holds; Malformed says where it goes wrong."""
    try:
        plain = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from error
    return cast("Value", _build(kind, plain, kind.__name__))


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} has no form in the state")


def _build(kind: Any, plain: object, place: str) -> object:
    if get_origin(kind) is tuple:
        return _build_tuple(get_args(kind)[0], plain, place)
    if is_dataclass(kind):
        return _build_dataclass(cast("type[Any]", kind), plain, place)
    if issubclass(kind, Enum):
        return _build_enum(kind, plain, place)
    if kind is bytes:
        return _build_bytes(plain, place)
    if type(plain) is not kind:
        raise Malformed(f"{place} must be {kind.__name__}, not {type(plain).__name__}")
    return plain


def _build_tuple(kind: Any, plain: object, place: str) -> tuple[object, ...]:
    if not isinstance(plain, list):
        raise Malformed(f"{place} must be a list")
    return tuple(_build(kind, part, f"{place}[{number}]") for number, part in enumerate(plain))


def _build_enum(kind: type[Enum], plain: object, place: str) -> Enum:
    try:
        return kind(plain)
    except ValueError as error:
        raise Malformed(f"{place}: {error}") from error


def _build_bytes(plain: object, place: str) -> bytes:
    try:
        return base64.b64decode(cast("str", plain), validate=True)
    except (binascii.Error, TypeError, ValueError) as error:
        raise Malformed(f"{place} must be Base64") from error


def _build_dataclass(kind: type[Any], plain: object, place: str) -> object:
    if not isinstance(plain, dict):
        raise Malformed(f"{place} must be an object")
    known, hints = {field.name: field for field in fields(kind)}, _hints(cast("Hashable", kind))
    unknown = sorted(set(plain) - set(known))
    if unknown:
        raise Malformed(f"{place} has unknown fields: {', '.join(unknown)}")
    missing = [name for name, field in known.items() if name not in plain and _required(field)]
    if missing:
        raise Malformed(f"{place} lacks {', '.join(missing)}")
    return kind(**{name: _build(hints[name], part, f"{place}.{name}") for name, part in plain.items()})


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _hints(kind: Hashable) -> types.MappingProxyType[str, Any]:
    return types.MappingProxyType(get_type_hints(kind))
