"""From one line of JSON, as `reflector/proposal.schema.json` describes it, to a `Proposal` or a reason why not."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import fastjsonschema

from gitskills.model.proposal import Action, BundledFile, Confidence, Dropped, Proposal, Quote, Scope

MAX_LINE = 1_000_000  # characters; a longer line is not a proposal

Validate = Callable[[object], object]


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that is no proposal; `line` counts from 1."""

    line: int
    reason: str


def compile_schema(text: str) -> Validate:
    """The check made from the schema's text."""
    compiled: Validate = fastjsonschema.compile(json.loads(text))
    return compiled


def read_line(number: int, line: str, validate: Validate) -> Proposal | Malformed:
    """One proposal; never raises on what stands in the line."""
    if len(line) > MAX_LINE:
        return Malformed(number, f"longer than {MAX_LINE:,} characters")
    try:
        document = json.loads(line)
        validate(document)
    except json.JSONDecodeError as error:
        return Malformed(number, f"not JSON: {error.msg} at column {error.colno}")
    except fastjsonschema.JsonSchemaValueException as error:
        return Malformed(number, str(error.message).removeprefix("data.").removeprefix("data "))
    except (ValueError, RecursionError):
        return Malformed(number, "nested too deeply, or a number without end")
    return _proposal(_well_formed(document))


def _proposal(document: Mapping[str, Any]) -> Proposal:
    plain = {
        name: document[name]
        for name in (
            "name", "category", "description", "body", "path",
            "old_text", "new_text", "absorbed_into", "reason", "reflector",
        )
        if name in document
    }  # fmt: skip
    return Proposal(
        action=Action(document["action"]),
        scope=Scope(document.get("scope", Scope.PROJECT)),
        confidence=Confidence(document.get("confidence", Confidence.EXPLICIT)),
        files=tuple(BundledFile(**file) for file in document.get("files", ())),
        absorbs=tuple(document.get("absorbs", ())),
        dropped=tuple(Dropped(**item) for item in document.get("dropped", ())),
        quotes=tuple(
            Quote(item["quote"], item.get("line", 0), item.get("transcript", ""))
            for item in document.get("evidence", ())
        ),
        **plain,
    )


def _well_formed(value: Any) -> Any:
    """The value with lone surrogates replaced: no encoder after this one may fail on them."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8") if not value.isascii() else value
    if isinstance(value, list):
        return [_well_formed(item) for item in value]
    if isinstance(value, dict):
        return {key: _well_formed(item) for key, item in value.items()}
    return value
