"""The built-in engine: find every rule's keys by plain search, then match each rule at its keys only.

Works on bytes that stand one for one for the text's characters, so that positions are the text's own. Linear: a key
search never looks back, and what a rule consumes is bounded or possessive behind a left edge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from gitskills.redact.rule import Rule, View
from gitskills.redact.rules import RULES

_DIGIT, _LOWER, _UPPER = b"0123456789", b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TABLES = {
    View.DIGITS: bytes.maketrans(_DIGIT, b"0" * 10),
    View.CAPITALS: bytes.maketrans(_DIGIT + _UPPER, b"0" * 10 + b"A" * 26),
    View.HEX: bytes.maketrans(_DIGIT + b"abcdefABCDEF", b"0" * 22),
}
_RUN_LETTERS = frozenset(_DIGIT + _LOWER + _UPPER + b"_-")
_RUN_TABLE = bytes(97 if byte in _RUN_LETTERS else 32 for byte in range(256))
_RUN = b"a" * 20
_SHORT_RUN = 8
_BESIDE = 8  # so much before a dot and a run is looked at too: prefixes such as `SG.`
_UUID_LENGTH, _HYPHEN = 36, 45
# A line that goes on: the backslash, plain or JSON-escaped, stands between two pieces of one word.
_CONTINUED = re.compile(rb"(?<=[A-Za-z0-9_+/=.-])(?:\\\r?\n|\\\\\\n)[ \t]{0,40}(?=[A-Za-z0-9_+/=.-])")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a rule found something; `rank` orders the names for a span that several rules share."""

    start: int
    end: int
    rule: str
    rank: int


@dataclass(frozen=True, slots=True)
class _Ready:
    """A rule ready to run."""

    rule: Rule
    rank: int
    pattern: re.Pattern[bytes]
    before: re.Pattern[bytes] | None
    group: int | str


@dataclass(frozen=True, slots=True)
class Hits:
    """Where one key of a rule stands, in ascending order."""

    ready: _Ready
    positions: Sequence[int]


@cache
def _ready() -> dict[View, dict[bytes, list[_Ready]]]:
    table: dict[View, dict[bytes, list[_Ready]]] = {view: {} for view in View}
    for rank, rule in enumerate(RULES):
        pattern = re.compile(rule.pattern.encode())
        before = re.compile(rule.before.encode()) if rule.before else None
        ready = _Ready(rule, rank, pattern, before, "secret" if "secret" in pattern.groupindex else 0)
        for key in rule.keys:
            table[rule.view].setdefault(key.encode(), []).append(ready)
    return table


def _positions(text: bytes, key: bytes) -> list[int]:
    found = []
    at = text.find(key)
    while at >= 0:
        found.append(at)
        at = text.find(key, at + 1)
    return found


def _run_places(shape: bytes) -> Iterator[tuple[int, int]]:
    """The long runs, and the shorter ones that an ellipsis or the text's end may have cut."""
    at = shape.find(_RUN)
    while at >= 0:
        end = shape.find(b" ", at)
        end = len(shape) if end < 0 else end
        yield at, end
        at = shape.find(_RUN, end)


def _cut_places(text: bytes, shape: bytes) -> Iterator[tuple[int, int]]:
    for end in [*_positions(text, b"..."), len(shape.rstrip(b" "))]:
        start = shape.rfind(b" ", max(0, end - len(_RUN)), end) + 1
        if _SHORT_RUN <= end - start < len(_RUN) and start:
            yield start, end


def _long_runs(text: bytes) -> tuple[bytes, list[int], list[int]]:
    """The long runs of token letters but UUIDs, and what stands right before each, all joined by spaces; where each
    piece begins there and in the text.
    """
    shape = text.translate(_RUN_TABLE)
    pieces, here, there, length = [b""], [0], [0], 1
    for at, end in chain(_run_places(shape), _cut_places(text, shape)):
        if end - at == _UUID_LENGTH and text[at + 8] == text[at + 13] == _HYPHEN:
            continue
        if text[at - 1 : at] == b".":
            start = max(at - _BESIDE, 0)
            pieces.append(text[start:at])
            here.append(length)
            there.append(start)
            length += at - start + 1
        pieces.append(text[at:end])
        here.append(length)
        there.append(at)
        length += end - at + 1
    return b" ".join(pieces), here, there


def _run_hits(text: bytes) -> Iterator[Hits]:
    joined, here, there = _long_runs(text)
    for key, users in _ready()[View.RUN].items():
        if key in joined:
            found = _positions(joined, key)
            shift = 1 if key.startswith(b" ") else 0
            runs = [(at + shift, bisect_right(here, at + shift) - 1) for at in found]
            positions = [there[run] + at - here[run] for at, run in runs]
            yield from (Hits(user, positions) for user in users)


def hits(text: bytes) -> list[Hits]:
    """Every place where a rule could begin."""
    found = list(_run_hits(text))
    views = {View.TEXT: text, View.FOLDED: text.lower()}
    views |= {view: text.translate(table) for view, table in _TABLES.items()}
    for view, form in views.items():
        for key, users in _ready()[view].items():
            if key in form:
                positions = _positions(form, key)
                found.extend(Hits(user, positions) for user in users)
    return found


def _match(ready: _Ready, text: bytes, form: bytes, at: int) -> tuple[int, int] | None:
    match = ready.pattern.match(form, at)
    if match is None:
        return None
    start, end = match.span(ready.group)
    lead = at
    if ready.before is not None:
        reach = ready.rule.reach
        behind = ready.before.match(form[max(0, at - reach) : at][::-1])
        if behind is None:
            return None
        if ready.group == 0:
            start = lead = at - behind.end()
    return (start, end) if ready.rule.accept(text[start:end], text[lead:start]) else None


def spans(text: bytes, found: Sequence[Hits]) -> list[Span]:
    """The secrets that begin at these hits."""
    folded = text.lower()
    result = []
    for each in found:
        ready, done = each.ready, -1
        form = folded if ready.rule.view is View.FOLDED else text
        for at in each.positions:
            if at < done:
                continue
            place = _match(ready, text, form, at)
            if place is not None:
                result.append(Span(*place, ready.rule.id, ready.rank))
                done = place[1]
    return result


def is_continued(text: bytes) -> bool:
    """Whether any line goes on behind a backslash."""
    return b"\\\n" in text or b"\\\\\\n" in text or (b"\r" in text and b"\\\r\n" in text)


def continued_spans(text: bytes) -> list[Span]:
    """Secrets that a line's continuation breaks in two; each logical line is read on its own."""
    result: list[Span] = []
    done = 0
    for joint in _CONTINUED.finditer(text):
        if joint.start() >= done:
            start = text.rfind(b"\n", 0, joint.start()) + 1
            done = _logical_end(text, joint.end())
            result.extend(_joined_spans(text, start, done))
    return result


def _logical_end(text: bytes, at: int) -> int:
    while True:
        end = text.find(b"\n", at)
        if end < 0:
            return len(text)
        if text[end - 1 : end] != b"\\" and text[end - 2 : end] != b"\\\r":
            return end
        at = end + 1


def _joined_spans(text: bytes, start: int, end: int) -> Iterator[Span]:
    pieces, here, there, length, last = [], [0], [start], 0, start
    for joint in _CONTINUED.finditer(text, start, end):
        pieces.append(text[last : joint.start()])
        length += joint.start() - last
        last = joint.end()
        here.append(length)
        there.append(last)
    pieces.append(text[last:end])
    line = b"".join(pieces)

    def back(at: int) -> int:
        piece = bisect_right(here, at) - 1
        return there[piece] + at - here[piece]

    for span in spans(line, hits(line)):
        yield Span(back(span.start), back(span.end - 1) + 1, span.rule, span.rank)
