"""SKILL.md as a value: the fields of agentskills.io and the body. `parse(render(d)) == d` for every parsed `d`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gitskills.skillfile.fault import Fault, read_text
from gitskills.skillfile.mapping import Fields, Value, read_mapping, write_mapping

_DELIMITER = re.compile(r"^---[ \t]*$", re.MULTILINE)
_TEXT_FIELDS = ("name", "description", "license", "compatibility", "allowed-tools")


@dataclass(frozen=True, slots=True)
class Document:
    """`unknown` names fields that agentskills.io doesn't have; their values are not kept and `render` can't write them."""

    name: str
    description: str
    body: str
    license: str = ""
    compatibility: str = ""
    allowed_tools: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()


def render(document: Document) -> bytes:
    """The canonical file: quoted fields in fixed order, LF, no BOM, one blank line before the body, one newline at the end.

    Lone surrogates come out as bytes that `parse` refuses: a text that can't be written is caught by the rules.
    """
    fields: dict[str, Value] = {"name": document.name, "description": document.description}
    optional = {
        "license": document.license,
        "compatibility": document.compatibility,
        "allowed-tools": document.allowed_tools,
    }
    fields |= {key: text for key, text in optional.items() if text}
    fields["metadata"] = document.metadata
    body = normal_body(document.body)
    text = f"---\n{write_mapping(fields)}---\n" + (f"\n{body}\n" if body else "")
    return text.encode("utf-8", "surrogatepass")


def normal_body(text: str) -> str:
    """LF, no blank lines before, no white space behind."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip().lstrip("\n")


def parse(content: bytes) -> Document | Fault:
    """The document, or why it is none. Nothing is guessed: what two readers could take differently is a fault."""
    text = read_text(content)
    if isinstance(text, Fault):
        return text
    first = _DELIMITER.match(text)
    if first is None:
        return Fault("must begin with a line --- and the fields", 1)
    close = _DELIMITER.search(text, first.end())
    if close is None:
        return Fault("the fields are not closed by a line ---", 1)
    heading = text[first.end() + 1 : close.start()]
    if "---" in heading:
        return Fault("--- must not stand within the fields", 1 + heading[: heading.index("---")].count("\n") + 1)
    fields = read_mapping(heading)
    if isinstance(fields, Fault):
        return Fault(fields.reason, fields.line + 1 if fields.line else 0)
    return _document(fields, normal_body(text[close.end() :]))


def _document(fields: Fields, body: str) -> Document | Fault:
    texts: dict[str, str] = {}
    for key in _TEXT_FIELDS:
        value = fields.values.get(key, "")
        if key in fields.opaque or not isinstance(value, str):
            return Fault(f"{key} must be a string", fields.opaque.get(key, 0) + 1)
        texts[key] = value
    metadata = fields.values.get("metadata", {})
    if "metadata" in fields.opaque or isinstance(metadata, str):
        return Fault("metadata must map strings to strings", fields.opaque.get("metadata", 0) + 1)
    for key in ("name", "description"):
        if key not in fields.values:
            return Fault(f"the field {key} is missing", 1)
    known = {*_TEXT_FIELDS, "metadata"}
    return Document(
        name=texts["name"],
        description=texts["description"],
        body=body,
        license=texts["license"],
        compatibility=texts["compatibility"],
        allowed_tools=texts["allowed-tools"],
        metadata=metadata,
        unknown=tuple(sorted({*fields.values, *fields.opaque} - known)),
    )
