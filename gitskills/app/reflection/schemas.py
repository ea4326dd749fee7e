"""The schemas of what may be proposed: a model is shown them, and what comes back is held against them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from gitskills.hosts.assets import asset
from gitskills.propose.intake import Validate, compile_schema

PROPOSAL = "reflector/proposal.schema.json"
DECISION = "reflector/decision.schema.json"


def schema(name: str) -> dict[str, Any]:
    """As a value of its own, that the caller may cut down."""
    found: dict[str, Any] = json.loads(asset(name))
    return found


def list_of(word: str, item: dict[str, Any], most: int) -> dict[str, Any]:
    """The schema of an object that holds nothing but a list of such items under that word."""
    return {
        "type": "object",
        "properties": {word: {"type": "array", "maxItems": most, "items": item}},
        "required": [word],
        "additionalProperties": False,
    }


@cache
def validator(name: str) -> Validate:
    return compile_schema(asset(name))
