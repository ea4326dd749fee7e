"""The samples of redaction rules as they would stand in a text."""

from __future__ import annotations

MARKS = dict.fromkeys(map(ord, "«»¦"))


def unmarked(sample: str) -> str:
    """The sample's text without its marks."""
    return sample.translate(MARKS)
