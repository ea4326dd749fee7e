"""Which skills a tool call reads: by the host's own reader, or by a command line whose words name a file of theirs.

What only lists, writes, moves or deletes reads nothing.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator

from gitskills.model.skill import SKILLS_ROOT
from gitskills.model.turn import Turn
from gitskills.model.usage import Shelf
from gitskills.transcript.sources import command_of, is_command

_READERS = frozenset({"read", "notebookread", "view_image", "read_file"})
_COMMANDS = frozenset(
    "cat bat head tail less more nl tac grep egrep fgrep rg ag awk cut sort uniq wc jq yq diff cmp od xxd hexdump"
    " strings source . sh bash zsh dash python python3 node perl ruby uv".split()
)
_PASSED = frozenset({"sudo", "command", "exec", "time", "env", "nice", "xargs"})
_BETWEEN = re.compile(r"&&|\|\||[;|\n&()]")
_ASSIGNED = re.compile(r"\w+=")
_HEREDOC = re.compile(r"(?<!<)<<-?[ \t]*(['\"]?)(\w+)\1[^\n]*\n.*?(?:^[ \t]*\2$|\Z)", re.MULTILINE | re.DOTALL)
_WRITES = re.compile(r"\d?>>?\|?\s*[^\s&;|]+")
_HOMES = ("~/", "$HOME/", "${HOME}/")


def read_by(call: Turn, shelf: Shelf) -> frozenset[str]:
    """Names of the skills a file of which the call would show."""
    if is_command(call.tool):
        return frozenset(_in_command(command_of(call.arguments), call.cwd, shelf))
    if call.tool.casefold() not in _READERS:
        return frozenset()
    place = next((call.arguments[key] for key in ("file_path", "path") if key in call.arguments), "")
    name = _owner(place, call.cwd, shelf) if isinstance(place, str) else ""
    return frozenset({name} if name else ())


def _in_command(command: str, cwd: str, shelf: Shelf) -> Iterator[str]:
    """Part by part; `cd` counts for the parts behind it."""
    if not any(posixpath.basename(folder) in command for folder in shelf.folders) and SKILLS_ROOT not in cwd:
        return
    for part in _BETWEEN.split(_HEREDOC.sub("\n", command)):
        words = _words(_WRITES.sub(" ", part))
        while words and (words[0] in _PASSED or _ASSIGNED.match(words[0])):
            words = words[1:]
        if not words:
            continue
        verb, rest = words[0], words[1:]
        if verb == "cd":
            cwd = posixpath.join(cwd, _plain(rest[0], shelf)) if rest else shelf.home
        elif posixpath.basename(verb) in _COMMANDS or _prints(verb, rest):
            yield from filter(None, (_owner(word, cwd, shelf) for word in rest))
        elif name := _owner(verb, cwd, shelf):
            yield name  # a script of the skill that is run


def _prints(verb: str, rest: list[str]) -> bool:
    """`sed` reads, unless it changes files in place."""
    return verb == "sed" and not any(word.startswith(("-i", "--in-place")) for word in rest)


def _words(part: str) -> list[str]:
    part = part.replace("<", " ")
    try:
        return shlex.split(part)
    except ValueError:  # a quote that ends in another part
        return [word.strip("'\"") for word in part.split()]


def _plain(path: str, shelf: Shelf) -> str:
    for short in _HOMES:
        if path.startswith(short) and shelf.home:
            return posixpath.join(shelf.home, path.removeprefix(short))
    return path


def _owner(path: str, cwd: str, shelf: Shelf) -> str:
    """The skill in whose folder a path lies, "" where it lies in none."""
    place = posixpath.normpath(posixpath.join(cwd, _plain(path, shelf)))
    for folder in shelf.folders:
        if place.startswith(f"{folder}/"):
            name, _, file = place.removeprefix(f"{folder}/").partition("/")
            if file and name in shelf.names:
                return name
    return ""
