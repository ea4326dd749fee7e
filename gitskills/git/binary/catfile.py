"""Objects as `git cat-file --batch` gives them; of a partial clone, git fetches what is missing.

They are asked for by id alone, as a name could hold a line end.
"""

from __future__ import annotations

from collections.abc import Mapping

from gitskills.git.conversation import Conversation
from gitskills.git.source import Kind

_REMEMBERED = 64


class CatFile:
    """Reads objects of one repository by a process that lives as long as this does."""

    def __init__(self, folder: str, environment: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        self._environment = environment
        self._talk: Conversation | None = None
        self._recent: dict[str, tuple[int, bytes]] = {}

    def read(self, oid: str, /) -> tuple[int, bytes]:
        if oid not in self._recent:
            self._remember(oid, self._asked(oid))
        return self._recent[oid]

    def _remember(self, oid: str, found: tuple[int, bytes]) -> None:
        while len(self._recent) >= _REMEMBERED:
            del self._recent[next(iter(self._recent))]
        self._recent[oid] = found

    def _asked(self, oid: str) -> tuple[int, bytes]:
        if not (oid.isascii() and oid.isalnum()):
            raise KeyError(oid)
        talk, self._talk = self._talk or self._started(), None  # what fails midway is not spoken to again
        talk.say(oid.encode() + b"\n")
        words = talk.line().split(b" ")
        if len(words) != 3:
            self._talk = talk
            raise KeyError(f"the object {oid} is missing")
        content = talk.take(int(words[2]) + 1)[:-1]
        self._talk = talk
        return Kind[words[1].decode().upper()], content

    def _started(self) -> Conversation:
        return Conversation(self._folder, "cat-file", "--batch", environment=self._environment)
