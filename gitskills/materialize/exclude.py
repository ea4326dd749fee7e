"""The managed block in `.git/info/exclude`: everything outside it stays byte for byte as it was.

The block's first line remembers what it joined on to, so that taking it out leaves no trace. `None` stands for no file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

BEGIN = b"# >>> gitskills: learned skills, kept out of `git status`"
END = b"# <<< gitskills"
JOINED = b" (no newline stood before this)"
ALONE = b" (no file stood here)"
BLOCK = re.compile(
    rb"(?m)^# >>> gitskills(?P<mark>[^\n]*)\n(?P<lines>(?:(?!# [<>]{3} gitskills)[^\n]*\n)*)# <<< gitskills[^\n]*(?:\n|\Z)"
)
LINE = re.compile(rb"(?m)^/\.claude/skills/([^/\n]+)/\r?\n")


def managed_names(content: bytes) -> tuple[str, ...]:
    """The skills that the block names: what we once wrote to the live tree."""
    found = (name for block in BLOCK.finditer(content) for name in LINE.findall(block["lines"]))
    return tuple(name.decode("utf-8", "surrogateescape") for name in found)


def with_block(content: bytes | None, names: Sequence[str], *, empty: bool = False) -> bytes | None:
    """The file with exactly `names` in the block; with none, as if we had never been there (unless `empty` keeps it)."""
    rest = _without_block(content)
    if not names and not empty:
        return rest
    joined = rest is not None and rest[-1:] not in {b"", b"\n"}
    mark = ALONE if rest is None else JOINED if joined else b""
    lines = b"".join(b"/.claude/skills/" + name.encode("utf-8", "surrogateescape") + b"/\n" for name in sorted(names))
    return (rest or b"") + (b"\n" if joined else b"") + BEGIN + mark + b"\n" + lines + END + b"\n"


def _without_block(content: bytes | None) -> bytes | None:
    """What is the user's; lines that somebody put inside the block are."""
    rest, alone = content or b"", content is None
    while (found := BLOCK.search(rest)) is not None:
        before, after = rest[: found.start()], LINE.sub(b"", found["lines"]) + rest[found.end() :]
        rest = (before.removesuffix(b"\n") if JOINED in found["mark"] and not after else before) + after
        alone = alone or ALONE in found["mark"]
    return None if alone and not rest else rest
