"""What of a text is covered by placeholders, and the text with each cover shrunk to one byte.

All engines look at the shrunk form only, so what they find depends on the cover's places, never on its length or
name: looking again at what was redacted finds nothing new.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gitskills.redact.accept import OURS
from gitskills.redact.floor import Span
from gitskills.redact.rules import RULES

KINGFISHER = "kingfisher"
_KNOWN = frozenset(rule.id for rule in RULES) | {KINGFISHER}
_PLACEHOLDER = re.compile(r"\[redacted:([a-z0-9-]{2,40})\]")
_PREFIX = "[redacted:"
_LEAST_REST = 4


@dataclass(frozen=True, slots=True)
class Mask:
    """A covered place; `rule` is empty for a placeholder that the text came with."""

    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A text with its masks shrunk, and the way back to the places in the longer one."""

    text: bytes
    here: tuple[int, ...] = (0,)
    there: tuple[int, ...] = (0,)

    def back(self, at: int) -> int:
        piece = bisect_right(self.here, at) - 1
        return self.there[piece] + at - self.here[piece]

    def forth(self, at: int) -> int:
        """A place of the longer text in this one; -1 if it is under a mask."""
        piece = bisect_right(self.there, at) - 1
        place = self.here[piece] + at - self.there[piece]
        hidden = piece + 1 < len(self.here) and place >= self.here[piece + 1] - 1
        return -1 if hidden else place

    def back_end(self, end: int) -> int:
        """The place behind what ends here; a shrunk mask ends where the mask does."""
        last = end - 1
        if self.text[last:end] == OURS:
            piece = bisect_right(self.here, last)
            return self.there[piece] if piece < len(self.there) else self.back(last) + 1
        return self.back(last) + 1


def encoded(text: str) -> bytes:
    """One byte for every character, so that places agree; NUL is kept for our own use."""
    return text.encode("ascii", "replace").replace(OURS, b"\x01")


def existing(text: str) -> list[Mask]:
    """The placeholders that the text came with: only those with a name that a rule of ours has."""
    if _PREFIX not in text:
        return []
    return [Mask(*match.span(), "") for match in _PLACEHOLDER.finditer(text) if match[1] in _KNOWN]


def shrink(text: bytes, masks: Sequence[Mask]) -> Shrunk:
    if not masks:
        return Shrunk(text)
    pieces: list[bytes] = []
    here, there, length, last = [0], [0], 0, 0
    for mask in masks:
        if mask.start > last or not pieces:
            pieces += [text[last : mask.start], OURS]
            length += mask.start - last + 1
            here.append(length)
            there.append(mask.end)
        else:
            there[-1] = mask.end
        last = mask.end
    pieces.append(text[last:])
    return Shrunk(b"".join(pieces), tuple(here), tuple(there))


def worth(text: bytes, span: Span) -> bool:
    """Whether a span covers more than placeholders and a few signs beside them."""
    secret = text[span.start : span.end]
    if OURS not in secret and text[span.start - 1 : span.start] != OURS:
        return bool(secret)
    return sum(chr(byte).isalnum() for byte in secret) >= _LEAST_REST


def covered(masks: Iterable[Mask], spans: Iterable[Span]) -> list[Mask]:
    """The masks with these spans added; what overlaps becomes one, named by the first rule in order."""
    old = [(mask.start, mask.end, len(RULES) + 1, mask.rule) for mask in masks]
    new = [(span.start, span.end, span.rank, span.rule) for span in spans]
    result: list[tuple[int, int, int, str]] = []
    for start, end, rank, rule in sorted(old + new):
        if result and start < result[-1][1]:
            before = result[-1]
            rank, rule = min((before[2], before[3]), (rank, rule))  # noqa: PLW2901
            result[-1] = (before[0], max(before[1], end), rank, rule)
        else:
            result.append((start, end, rank, rule))
    return [Mask(start, end, rule) for start, end, _rank, rule in result]


def placeholder(rule: str) -> str:
    return f"{_PREFIX}{rule}]"
