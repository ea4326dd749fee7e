"""Taking one change out of a text that went on growing: the lines that it brought go, the lines that it took come back.

What later changes wrote stays as it is; where they wrote over the change itself, nothing is guessed.
"""

from __future__ import annotations

from gitskills.skillfile.differences import steps


def unpicked(before: str, after: str, now: str) -> str | None:
    """`now` without the step from `before` to `after`; None where later changes touched the same lines."""
    old, new, lines = (text.splitlines(keepends=True) for text in (before, after, now))
    places = _places(new, lines)
    result, taken = list(lines), []
    for step in steps(new, old):
        if not step.same:
            spot = _spot(places, step.start, step.end, len(lines))
            if spot is None:
                return None
            taken.append((*spot, old[step.first : step.last]))
    for start, end, back in reversed(taken):
        result[start:end] = back
    return "".join(result)


def foreign_lines(base: str, now: str) -> str:
    """The lines of `now` that did not come from `base`."""
    old, lines = base.splitlines(keepends=True), now.splitlines(keepends=True)
    kept = [line for step in steps(old, lines) if not step.same for line in lines[step.first : step.last]]
    return "".join(kept).strip("\n")


def _places(lines: list[str], now: list[str]) -> dict[int, int]:
    """Where each line that is still there stands now; the end counts as a line."""
    found = {len(lines): len(now), -1: -1}
    for step in steps(lines, now):
        if step.same:
            found |= dict(zip(range(step.start, step.end), range(step.first, step.last), strict=True))
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
