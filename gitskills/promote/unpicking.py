"""Taking one change out of a text that went on growing: the lines that it brought go, the lines that it took come back.

What later changes wrote stays as it is; where they wrote over the change itself, nothing is guessed.
"""

from __future__ import annotations

from difflib import SequenceMatcher


def unpicked(before: str, after: str, now: str) -> str | None:
    """`now` without the step from `before` to `after`; None where later changes touched the same lines."""
    old, new, lines = (text.splitlines(keepends=True) for text in (before, after, now))
    places = _places(new, lines)
    result, taken = list(lines), []
    for tag, first, last, start, end in SequenceMatcher(None, new, old, autojunk=False).get_opcodes():
        if tag != "equal":
            spot = _spot(places, first, last, len(lines))
            if spot is None:
                return None
            taken.append((*spot, old[start:end]))
    for start, end, back in reversed(taken):
        result[start:end] = back
    return "".join(result)


def foreign_lines(base: str, now: str) -> str:
    """The lines of `now` that did not come from `base`."""
    old, lines = base.splitlines(keepends=True), now.splitlines(keepends=True)
    kept = [
        line
        for tag, _, _, start, end in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes()
        if tag != "equal"
        for line in lines[start:end]
    ]
    return "".join(kept).strip("\n")


def _places(lines: list[str], now: list[str]) -> dict[int, int]:
    """Where each line that is still there stands now; the end counts as a line."""
    found = {len(lines): len(now), -1: -1}
    for block in SequenceMatcher(None, lines, now, autojunk=False).get_matching_blocks():
        found |= {block.a + step: block.b + step for step in range(block.size)}
    return found


def _spot(places: dict[int, int], first: int, last: int, length: int) -> tuple[int, int] | None:
    """The lines from `first` to `last` where they stand now, together; an empty run lies behind the line before it."""
    if first == last:
        behind, ahead = places.get(first - 1), places.get(first)
        if behind is not None:
            return behind + 1, behind + 1
        return (ahead, ahead) if ahead is not None and ahead <= length else None
    found = [places.get(number) for number in range(first, last)]
    start = found[0]
    if start is None or found != list(range(start, start + last - first)):
        return None
    return start, start + last - first
