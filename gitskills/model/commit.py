"""A commit as the ledger needs it: who, when, what it says, and which watched folders it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Trailers = Mapping[
    str, tuple[str, ...]
]  # the last paragraph of a message: values by key, in the order in which they stand


def first(trailers: Trailers, key: str) -> str:
    """The first value of a key, "" where there is none."""
    return next(iter(trailers.get(key, ())), "")


@dataclass(frozen=True, slots=True)
class FolderChange:
    """A folder directly below a watched root whose tree id differs from the first parent's ("" = absent)."""

    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """`folders` are against the first parent; `time` is the committer's, UNIX seconds."""

    oid: str
    parents: tuple[str, ...]
    author_email: str
    committer_email: str
    time: int
    message: str
    folders: tuple[FolderChange, ...] = ()
    paths_outside: bool = False  # the commit changes something beside the watched roots
