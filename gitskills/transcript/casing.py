"""The first letter of a sentence that is made of parts."""

from __future__ import annotations


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """A small first letter, unless it begins with a name: "GraphQL", "API" and "TypeScript" stay as they are."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first[1:].islower() or len(first) == 1 else text
