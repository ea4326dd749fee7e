"""The optional second engine: kingfisher's maintained rules, offline only, loaded at the first text.

Its validator and revoker, which use the network, are never touched. Its rule cache goes where the caller says, or nowhere.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, util
from typing import Any

from gitskills.errors import EnvironmentFault
from gitskills.redact.accept import OURS, is_placeholder
from gitskills.redact.floor import Span
from gitskills.redact.masks import KINGFISHER
from gitskills.redact.rules import RULES

_PACKAGE = "kingfisher_sdk"
_STAND_IN = b"*"


@cache
def present() -> bool:
    return util.find_spec(_PACKAGE) is not None


@cache
def _scanner(cache_folder: str) -> Any:
    sdk = import_module(_PACKAGE)
    try:
        rules = sdk.Rules(confidence="low", cache=bool(cache_folder), cache_dir=cache_folder or None)
        return sdk.Scanner(rules, base64=False, dedup=False, redact=False)
    except (OSError, RuntimeError, TypeError, ValueError) as fault:
        raise _broken(fault) from fault


def _broken(fault: Exception) -> EnvironmentFault:
    return EnvironmentFault(
        f"The secret scanner failed ({type(fault).__name__}), so nothing is let through.",
        "Reinstall kingfisher-secret-scanner, or remove it to use the built-in rules alone.",
    )


def spans(text: bytes, cache_folder: str) -> list[Span]:
    """Where kingfisher finds secrets; of what it can't read, nothing passes."""
    scanner = _scanner(cache_folder)
    try:
        found = [finding.location for finding in scanner.scan(text.replace(OURS, _STAND_IN))]
    except (RuntimeError, TypeError, ValueError) as fault:
        raise _broken(fault) from fault
    places = sorted({(place["start_offset"], place["end_offset"]) for place in found})
    return [Span(start, end, KINGFISHER, len(RULES)) for start, end in places if not is_placeholder(text[start:end])]
