"""The managed block in `.git/info/exclude`: everything outside it stays byte for byte as it was.

Its lines are the live skills that we wrote, by target: `/.claude/skills/<name>/`. The block's first line remembers what it
joined on to, so that taking it out leaves no trace. `None` stands for no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitskills.model.hookwords import TARGETS

BEGIN = b"# >>> gitskills: learned skills, kept out of `git status`"
END = b"# <<< gitskills"
JOINED = b" (no newline stood before this)"
ALONE = b" (no file stood here)"
BLOCK = re.compile(
    rb"(?m)^# >>> gitskills(?P<mark>[^\n]*)\n(?P<lines>(?:(?!# [<>]{3} gitskills)[^\n]*\n)*)# <<< gitskills[^\n]*(?:\n|\Z)"
)
LINE = re.compile(rb"(?m)^/(\.(?:%s)/skills/[^/\n]+)/\r?\n" % "|".join(TARGETS).encode())


def managed_paths(content: bytes) -> tuple[str, ...]:
    """The skills that the block names, each as `.<target>/skills/<name>`: what we once wrote to the live tree."""
    found = (path for block in BLOCK.finditer(content) for path in LINE.findall(block["lines"]))
    return tuple(path.decode("utf-8", "surrogateescape") for path in found)


def with_block(content: bytes | None, paths: Iterable[str], *, empty: bool = False) -> bytes | None:
    """The file with exactly `paths` in the block; with none, as if we had never been there (unless `empty` keeps it)."""
    rest, listed = _without_block(content), sorted(paths)
    if not listed and not empty:
        return rest
    joined = rest is not None and rest[-1:] not in {b"", b"\n"}
    mark = ALONE if rest is None else JOINED if joined else b""
    lines = b"".join(b"/" + path.encode("utf-8", "surrogateescape") + b"/\n" for path in listed)
    return (rest or b"") + (b"\n" if joined else b"") + BEGIN + mark + b"\n" + lines + END + b"\n"


def _without_block(content: bytes | None) -> bytes | None:
    """What is the user's; lines that somebody put inside the block are."""
    rest, alone = content or b"", content is None
    while (found := BLOCK.search(rest)) is not None:
        before, after = rest[: found.start()], LINE.sub(b"", found["lines"]) + rest[found.end() :]
        rest = (before.removesuffix(b"\n") if JOINED in found["mark"] and not after else before) + after
        alone = alone or ALONE in found["mark"]
    return None if alone and not rest else rest
