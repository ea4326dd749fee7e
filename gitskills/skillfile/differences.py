"""How one sequence of lines becomes another, in bounded time: a text of one line again and again would take hours to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_PAIRS = 1_000_000  # of like pieces; where there are more, all that differs is one step


@dataclass(frozen=True, slots=True)
class Step:
    """`old[start:end]` becomes `new[first:last]`; `same` where that changes nothing."""

    same: bool
    start: int
    end: int
    first: int
    last: int


def steps(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    """All of `old` and all of `new` in order, what is the same and what is not."""
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    made = [Step(True, 0, head, 0, head)] if head else []
    if _pairs(left, right) > MOST_PAIRS:
        made.append(Step(False, head, head + len(left), head, head + len(right)))
    else:
        made += [
            Step(tag == "equal", head + start, head + end, head + first, head + last)
            for tag, start, end, first, last in SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        ]
    return [*made, Step(True, len(old) - tail, len(old), len(new) - tail, len(new))] if tail else made


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _pairs(old: Sequence[str], new: Sequence[str]) -> int:
    """How often a piece of one is a piece of the other: what comparing them costs."""
    counts = Counter(new)
    return sum(counts[piece] for piece in old)
