"""What a merge commit may do: unite its sides and nothing else. What neither of them holds is judged like any commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gitskills.model.ruling import Severity, Violation

ID = "joins"
SENTENCE = "A merge unites two sides: it smuggles nothing in and loses nothing."
HINT = "merge again from its parents, and commit what else is to change as a commit of its own"
MOST_PARENTS = 2


@dataclass(frozen=True, slots=True)
class Side:
    """The live folders (name → tree) of one commit, and the names of what it holds in the archive."""

    live: Mapping[str, str]
    archived: frozenset[str] = frozenset()


def judge_join(merged: Side, parents: tuple[Side, ...], base: Side) -> Iterator[Violation]:
    """`base` is what the sides come from; empty where they began apart."""
    if len(parents) > MOST_PARENTS:
        yield _reject(f"it has {len(parents)} parents: only two can be merged", "")
        return
    one, other = parents
    for name in sorted({*merged.live, *one.live, *other.live}):
        now, left, right = (side.live.get(name, "") for side in (merged, one, other))
        if left == right and now not in (left, *_archived(merged, name)):
            yield _reject(f"it changes {ascii(name)[1:-1]}, which both sides hold alike", name)
        elif not now and left != right and not _let_go(name, (merged, one, other), base):
            yield _reject(f"it loses {ascii(name)[1:-1]}, which only one side changed", name)


def _archived(side: Side, name: str) -> tuple[str, ...]:
    return ("",) if name in side.archived else ()


def _let_go(name: str, sides: tuple[Side, Side, Side], base: Side) -> bool:
    """Whether the folder is in the archive now, or one side had taken it away."""
    merged, one, other = sides
    return name in merged.archived or (name in base.live and not (one.live.get(name) and other.live.get(name)))


def _reject(message: str, path: str) -> Violation:
    return Violation(ID, message, Severity.REJECT, HINT, path)
