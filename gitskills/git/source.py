"""Raw objects as both adapters give them: what kind each is, and the bytes that git hashes."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol


class Kind(IntEnum):
    """What an object is, by the numbers that packs use."""

    COMMIT = 1
    TREE = 2
    BLOB = 3
    TAG = 4


class Objects(Protocol):
    """Where objects are read; a KeyError for one that is not there."""

    def read(self, oid: str, /) -> tuple[int, bytes]: ...


class WritableObjects(Objects, Protocol):
    """Where objects are made, too: `str` of what `write` gives is the id."""

    def write(self, kind: int, content: bytes, /) -> object: ...
