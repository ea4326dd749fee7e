"""The managed block in `.git/info/exclude`: everything outside it stays byte for byte as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence

BEGIN = b"# >>> gitskills: learned skills; `gitskills uninstall` removes this block\n"
END = b"# <<< gitskills\n"
BLOCK = re.compile(rb"(?m)^# >>> gitskills[^\n]*\n(?:[^\n]*\n)*?# <<< gitskills\n?")
LINE = re.compile(rb"(?m)^/\.claude/skills/([^/\n]+)/$")


def managed_names(content: bytes) -> tuple[str, ...]:
    """The skills that the block names: what we once wrote to the live tree."""
    return tuple(name.decode() for block in BLOCK.findall(content) for name in LINE.findall(block))


def with_block(content: bytes, names: Sequence[str]) -> bytes:
    """The file with exactly `names` in the block; with none, as if we had never been there."""
    rest = BLOCK.sub(b"", content)
    if not names:
        return rest
    if rest and not rest.endswith(b"\n"):
        rest += b"\n"
    lines = b"".join(b"/.claude/skills/" + name.encode() + b"/\n" for name in sorted(names))
    return rest + BEGIN + lines + END
