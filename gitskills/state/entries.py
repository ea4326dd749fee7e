"""A folder of independent entries, one file each, in order of arrival. What can't be read is set aside with its reason.

Files that gitskills didn't name are neither read, nor moved, nor deleted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from gitskills.state import clock
from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import move_into, read_whole, remove, write_once, write_whole

Value = TypeVar("Value")

ASIDE = "aside"
_NAME = re.compile(r"[0-9a-f]{8,64}\.json")
_LONGEST = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that could not be read, and why."""

    name: str
    reason: str


class Entries(Generic[Value]):
    """The entries of one kind. An id is a content hash, so that the same entry twice is one."""

    def __init__(self, state: StateDirectory, folder: str, kind: type[Value]) -> None:
        self._state = state
        self._folder = folder
        self._kind = kind

    def add(self, entry_id: str, value: Value) -> str:
        """Keep an entry until it is settled; its id."""
        name = _name(entry_id)
        # the file's own time puts arrivals in order, so that an entry is found, added and settled without a listing
        write_once(self._state.folder(self._folder) / name, encode(value), clock.nanoseconds())
        return entry_id

    def entries(self) -> Iterator[tuple[str, Value]]:
        """What is there now, oldest first. Later arrivals are for the next call."""
        for place in self._places():
            value = self._read(place)
            if value is not None:
                yield place.stem, value

    def get(self, entry_id: str) -> Value | None:
        """The entry of that id, None where there is none."""
        return self._read(self._state.peek(self._folder) / _name(entry_id))

    def settle(self, *entry_ids: str) -> None:
        """These entries are dealt with: take them away."""
        folder = self._state.peek(self._folder)
        remove(*(folder / _name(entry_id) for entry_id in entry_ids))

    def aside(self) -> tuple[Aside, ...]:
        """What was set aside, oldest first."""
        folder = self._state.peek(self._folder, ASIDE)
        reasons = sorted(folder.glob("*.reason")) if folder.is_dir() else []
        return tuple(
            Aside(place.stem, (read_whole(place) or b"").decode("utf-8", "replace").strip()) for place in reasons
        )

    def __len__(self) -> int:
        return len(self._places())

    def _places(self) -> list[Path]:
        folder = self._state.peek(self._folder)
        if not folder.is_dir():
            return []
        with os.scandir(folder) as listed:
            found = [(_arrival(entry), entry.name) for entry in listed if _NAME.fullmatch(entry.name)]
        return [folder / name for _, name in sorted(found)]

    def _read(self, place: Path) -> Value | None:
        try:
            content = read_whole(place)
            return self._decode(content) if content is not None else None  # another process may have settled it
        except (OSError, Malformed) as error:
            self._set_aside(place, str(error))
            return None

    def _decode(self, content: bytes) -> Value:
        if len(content) > _LONGEST:
            raise Malformed(f"longer than {_LONGEST} bytes")
        return decode(self._kind, content)

    def _set_aside(self, place: Path, reason: str) -> None:
        folder = self._state.folder(self._folder, ASIDE)
        write_whole(folder / f"{place.name}.reason", reason.encode("utf-8", "backslashreplace") + b"\n")
        move_into(place, folder)


def _name(entry_id: str) -> str:
    name = f"{entry_id}.json"
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{entry_id!r} is no id of an entry")
    return name


def _arrival(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns
    except FileNotFoundError:
        return 0  # settled meanwhile; reading it will say so
