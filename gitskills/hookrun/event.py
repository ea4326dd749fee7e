"""The host's side of a hook: one JSON object in, one out. Standard input is read to its end, whatever it is."""

from __future__ import annotations

import json
import os

CHUNK = 1 << 16
LONGEST = 16 << 20  # a prompt may be long; what is longer is no event

Row = dict[str, object]


def read_event() -> Row:
    """The event, or an empty one where it is none."""
    parts: list[bytes] = []
    size = 0
    while not os.isatty(0) and (part := os.read(0, CHUNK)):
        size += len(part)
        if size <= LONGEST:
            parts.append(part)
    if size > LONGEST:
        return {}
    try:
        found = json.loads(b"".join(parts).decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def say(reply: Row) -> None:
    """Answer the host, in ASCII, so that no locale matters."""
    os.write(1, json.dumps(reply).encode("ascii") + b"\n")


def told(event: str, facts: str, to_person: str = "") -> Row:
    """A reply that gives the session's agent facts, and the person a line."""
    reply: Row = {}
    if to_person:
        reply["systemMessage"] = to_person
    if facts:
        reply["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": facts}
    return reply
