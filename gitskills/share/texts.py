"""Three texts become one: what each side changed since the base, line by line, and where that clashes clause by clause.

The answer is the same whichever side is named first. What both wrote at the same place clashes, unless both only added there,
and what they added has nothing to do with each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitskills.skillfile.clauses import clauses_in
from gitskills.skillfile.differences import steps
from gitskills.skillfile.terms import terms

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_SENTENCE = re.compile(r"((?<=[.!?])[^\S\n]+|\n)")
ALIKE = 0.34  # share of the shorter addition's words from which two additions may be about one thing


@dataclass(frozen=True, slots=True)
class Change:
    """Pieces `start` to `end` of the base become `pieces`."""

    start: int
    end: int
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the base that one side changed, or both."""

    start: int
    end: int
    changes: tuple[tuple[Change, ...], tuple[Change, ...]]


def joined(base: str, one: str, other: str) -> str | None:
    """All that either side changed; None where that clashes."""
    texts = [_ended(text) for text in (base, one, other)]
    for cut in (_lines, _clauses):
        found = _joined(*(cut(text) for text in texts), winner=None)
        if found is not None and _holds(found, *texts[1:]):
            return found
    return None


def joined_code(base: str, one: str, other: str) -> str | None:
    """As git does it: also what both wrote side by side, or only added, clashes; None then."""
    pieces = (_lines(_ended(text)) for text in (base, one, other))
    return _joined(*pieces, winner=None, code=True)


def favouring(base: str, winner: str, other: str) -> str:
    """All that either side changed, line by line; where that clashes the winner's."""
    texts = [_ended(text) for text in (base, winner, other)]
    found = _joined(*map(_lines, texts), winner=0) or ""
    return found if _holds(found, *texts[1:]) else texts[1]


def _holds(made: str, one: str, other: str) -> bool:
    """Whether what both sides say is still said: of two alike in the base each may have taken out another."""
    return all({*cut(one)} & {*cut(other)} <= {*cut(made)} for cut in (_lines, _clauses))


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _joined(
    base: Sequence[str], one: Sequence[str], other: Sequence[str], *, winner: int | None, code: bool = False
) -> str | None:
    made, at = [], 0
    for place in _places(_changes(base, one), _changes(base, other), touching=code):
        text = _settled(base, place, winner, additions=not code)
        if text is None:
            return None
        made += [*base[at : place.start], text]
        at = place.end
    return "".join([*made, *base[at:]])


def _settled(base: Sequence[str], place: Place, winner: int | None, *, additions: bool) -> str | None:
    """What stands at a place afterwards; None for a clash."""
    sides = [changes for changes in place.changes if changes]
    texts = ["".join(_applied(base, place, changes)) for changes in sides]
    if len(texts) == 1 or texts[0] == texts[1]:
        return texts[0]
    if additions and place.start == place.end and apart(*texts):
        return "".join(sorted(texts))
    return None if winner is None else texts[winner]


def _applied(base: Sequence[str], place: Place, changes: Sequence[Change]) -> Iterator[str]:
    at = place.start
    for change in changes:
        yield from base[at : change.start]
        yield from change.pieces
        at = change.end
    yield from base[at : place.end]


def apart(one: str, other: str) -> bool:
    """Whether two texts are about different things, so that both can stand."""
    if {clause.key for clause in clauses_in(one)} & {clause.key for clause in clauses_in(other)}:
        return False
    words = set(terms(one)), set(terms(other))
    return len(words[0] & words[1]) < ALIKE * min(map(len, words))


def _changes(base: Sequence[str], text: Sequence[str]) -> list[Change]:
    return [
        Change(step.start, step.end, tuple(text[step.first : step.last])) for step in steps(base, text) if not step.same
    ]


def _places(one: Sequence[Change], other: Sequence[Change], *, touching: bool) -> Iterator[Place]:
    """Changes that overlap, together. Those that only touch are two places, unless they count as well."""
    listed = sorted(
        [
            (change.start, change.end, side, change)
            for side, all_of_it in enumerate((one, other))
            for change in all_of_it
        ],
        key=lambda row: row[:3],
    )
    held: list[tuple[int, Change]] = []
    start = end = 0
    for first, last, side, change in listed:
        if held and (first < end + touching or (first, last) == (start, end)):
            end = max(end, last)
        else:
            if held:
                yield _place(start, end, held)
            held, start, end = [], first, last
        held.append((side, change))
    if held:
        yield _place(start, end, held)


def _place(start: int, end: int, held: Sequence[tuple[int, Change]]) -> Place:
    mine, theirs = (tuple(change for side, change in held if side == wanted) for wanted in (0, 1))
    return Place(start, end, (mine, theirs))


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _clauses(text: str) -> list[str]:
    """Sentences, and the white space between them by itself; a line of code is whole."""
    pieces: list[str] = []
    code = False
    for line in _lines(text):
        fence = bool(_FENCE.match(line))
        pieces += [line] if code or fence else [piece for piece in _SENTENCE.split(line) if piece]
        code = code != fence
    return pieces
