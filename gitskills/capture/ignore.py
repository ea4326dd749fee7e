"""`.gitskillsignore`: files whose content never crosses, by whatever tool it was read or written (LOOP C8).

Fails closed: a call or a result that mentions such a file goes as a whole, unless its own path says that it is another
file's. Patterns are gitignore's.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pathspec import GitIgnoreSpec

from gitskills.model.turn import Channel, Turn
from gitskills.transcript.sources import is_command

Ignored = Callable[[str], bool]

_WORD = re.compile(r"(?:\\.|[^\s'\"`|;&<>(){},:=\\])+")
_QUOTED = re.compile(r"'([^'\n]{1,400})'|\"([^\"\n]{1,400})\"")
_FOLDER = re.compile(r"(?:^|[\s;&|(])(?:cd|pushd|git\s+-C)\s+(['\"]?)([^\s;&|'\"]+)\1")
_SINGLE = frozenset({"read", "edit", "multiedit", "write", "notebookedit", "notebookread", "read_file", "write_file"})
_LONGEST = 400
_MOST_KNOWN = 50_000
_MOST_WITHHELD = 4_000


def nothing_ignored(_path: str) -> bool:
    """The rule where there is no ignore file."""
    return False


def ignore_rule(patterns: Iterable[str], roots: Iterable[str]) -> Ignored:
    """Whether a path is named by the patterns of an ignore file in each of `roots` (main and linked worktrees).

    An absolute path elsewhere (a worktree that is gone, another mount) is looked at by each of its ends, a bare file
    name by the patterns' last parts: where the agent's shell stood is not known.
    """
    lines = [line for pattern in patterns for line in pattern.splitlines()]
    spec = GitIgnoreSpec.from_lines(lines)
    names = GitIgnoreSpec.from_lines(_last_parts(lines))
    places = tuple(posixpath.normpath(root) + "/" for root in roots)

    def ignored(path: str) -> bool:
        path = posixpath.normpath(path.replace("\\", "/"))
        if "/" not in path and names.match_file(path):
            return True
        return any(spec.match_file(form) or spec.match_file(form + "/") for form in _forms(path, places))

    return ignored


def _last_parts(patterns: Iterable[str]) -> Iterator[str]:
    """File names that patterns end in; a mere word or a wildcard alone would be found everywhere."""
    for pattern in patterns:
        name = pattern.strip().rpartition("/")[2]
        if pattern[:1] not in ("!", "#") and "." in name and name.strip("*?.[]"):
            yield name


def _forms(path: str, places: tuple[str, ...]) -> Iterator[str]:
    """Ways to read a path from the repository's root."""
    inside = next((path.removeprefix(place) for place in places if path.startswith(place)), "")
    if inside:
        yield inside
    elif path.startswith(("/", "~", "$", "..")) or re.match(r"[A-Za-z]:/", path):
        parts = path.split("/")
        yield from ("/".join(parts[start:]) for start in range(1, len(parts)) if parts[start] not in ("", ".."))
    elif path != ".":
        yield path
        if path.startswith(("a/", "b/")):  # as a diff writes it
            yield path[2:]


class Screen:
    """Takes out what is ignored; a call's id makes its result go too."""

    def __init__(self, ignored: Ignored) -> None:
        self._active = ignored is not nothing_ignored
        self._ignored = ignored
        self._known: dict[str, bool] = {}
        self._withheld: dict[str, str] = {}

    def turn(self, turn: Turn) -> Turn:
        """The turn, or the same one with a mark in place of its content."""
        if not self._active or turn.channel not in (Channel.CALL, Channel.RESULT, Channel.ERROR, Channel.SHELL):
            return turn
        path = self._named(turn)
        if not path:
            return turn
        if turn.call_id and turn.channel is Channel.CALL:
            self._remember(turn.call_id, path)
        return replace(turn, text=f"[withheld: .gitskillsignore names {path}]", arguments={}, locator=path)

    def _named(self, turn: Turn) -> str:
        """The ignored path that a turn is about, "" where there is none."""
        if turn.channel is not Channel.CALL and (path := self._withheld.pop(turn.call_id, "")):
            return path
        if turn.tool.casefold() in _SINGLE and turn.locator:
            return turn.locator if self._is_ignored(turn.locator) else ""
        texts = [turn.locator, turn.text, *_strings(turn.arguments)]
        shell = is_command(turn.tool)
        return next((path for text in texts for path in _candidates(text, shell=shell) if self._is_ignored(path)), "")

    def _remember(self, call_id: str, path: str) -> None:
        self._withheld[call_id] = path
        if len(self._withheld) > _MOST_WITHHELD:
            del self._withheld[next(iter(self._withheld))]

    def _is_ignored(self, path: str) -> bool:
        if path not in self._known:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[path] = self._ignored(path)
        return self._known[path]


def _strings(value: object) -> Iterator[str]:
    """Every string in a call's arguments."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _candidates(text: str, *, shell: bool) -> Iterator[str]:
    """Whatever in a text may name a file: the text itself, its words, what stands in quotes, words below a `cd`."""
    if len(text) <= _LONGEST and "\n" not in text:
        yield text
    words = {word for match in _WORD.finditer(text) if (word := _bare(match[0]))}
    words |= {one or other for one, other in _QUOTED.findall(text)}
    yield from sorted(words)
    if shell and len(text) < 100_000:
        for _, folder in _FOLDER.findall(text):
            yield from sorted(posixpath.join(folder, word) for word in words)


def _bare(word: str) -> str:
    """A word of a command without the marks around a path, "" where it can't be one."""
    word = re.sub(r"\\(.)", r"\1", word).lstrip("@+").rstrip(".!?")
    return word if 0 < len(word) <= _LONGEST and any(letter.isalnum() for letter in word) else ""
