"""Where two commits say different things: whole folders below the roots of skills and archive, elsewhere as little as possible.

Folders that are equal are never read, so that the cost grows with what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitskills.git.port import Repository, TreeEntry
from gitskills.model.decision import DECISIONS_ROOT
from gitskills.model.skill import ROOTS

_ABOVE = frozenset({"", *(root[:cut] for root in (*ROOTS, DECISIONS_ROOT) for cut in (root.find("/"), len(root)))})


@dataclass(frozen=True, slots=True)
class Three:
    """What stands at one path of two lines, and of all the commits from which they parted. None: nothing."""

    bases: tuple[TreeEntry | None, ...]
    one: TreeEntry | None
    other: TreeEntry | None

    @property
    def settled(self) -> bool:
        """Whether one line alone has changed it."""
        return (self.one in self.bases) != (self.other in self.bases)

    @property
    def changed(self) -> TreeEntry | None:
        """What the line that alone has changed it made of it; where both have, the same choice everywhere."""
        if self.settled:
            return self.other if self.one in self.bases else self.one
        return max(self.one, self.other, key=lambda entry: entry.oid if entry is not None else "")


def differing(repo: Repository, bases: Sequence[str], one: str, other: str) -> dict[str, Three]:
    """By path what differs between two commits that parted at `bases`."""
    return dict(_within(repo, "", _listings(repo, bases, one, other)))


Listing = dict[str, TreeEntry]


def _listings(repo: Repository, bases: Sequence[str], one: str, other: str) -> tuple[list[Listing], Listing, Listing]:
    return [_listing(repo, base) for base in bases], _listing(repo, one), _listing(repo, other)


def _listing(repo: Repository, tree: str) -> Listing:
    return {entry.name: entry for entry in repo.entries(tree, "")} if tree else {}


def _within(
    repo: Repository, folder: str, listings: tuple[list[Listing], Listing, Listing]
) -> Iterator[tuple[str, Three]]:
    bases, one, other = listings
    for name in sorted({*one, *other}):
        three = Three(tuple(base.get(name) for base in bases), one.get(name), other.get(name))
        path = f"{folder}/{name}" if folder else name
        if three.one == three.other:
            continue
        if folder in ROOTS or not _opened(path, three):
            yield path, three
            continue
        trees = [_tree(entry) for entry in three.bases]
        yield from _within(repo, path, _listings(repo, trees, _tree(three.one), _tree(three.other)))


def _opened(path: str, three: Three) -> bool:
    """Whether to look inside: where ours begin always, elsewhere where both lines have changed a folder."""
    sides = [entry for entry in (three.one, three.other) if entry is not None]
    if any(entry.kind != "tree" for entry in sides):
        return False
    return path in _ABOVE or path.startswith(f"{DECISIONS_ROOT}/") or (len(sides) == 2 and not three.settled)


def _tree(entry: TreeEntry | None) -> str:
    return entry.oid if entry is not None and entry.kind == "tree" else ""
