r"""What Claude Code would execute or rewrite in the body of a skill, and the escape for what can be escaped.

`$1`, `$0.10` and `$ARGUMENTS` become `\$…`, which the host shows as written. A command after `!` and `${CLAUDE_…}` have no
escape: they are found by `live_surface` and refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PLACEHOLDER = re.compile(r"(?<!\\)((?:\\\\)*)\$(?=\d|ARGUMENTS\b)")
_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\\$(?:\d|ARGUMENTS\b)")
_CODE = re.compile(r"^[ \t>]*(?P<fence>```+|~~~+).*?(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LIVE = re.compile(
    r"(?P<command>(?:(?<![^\s(\[{\"'>*_~|:;,-])|(?<=\n)|\A)!`[^`\n]+`)"
    r"|(?P<block>^[ \t>]*(?:```+|~~~+)[ \t]*!)"
    r"|(?P<variable>\$\{CLAUDE_\w*)",
    re.MULTILINE,
)
_KEYS = """agent allowed-tools argument-hint arguments context disable-model-invocation disallowed-tools effort hooks
    mcp-servers model paths permission-mode shell user-invocable when_to_use"""
FRONTMATTER_KEYS = frozenset(_KEYS.split())


def escape_host_surface(body: str) -> str:
    """The body with every placeholder of the host escaped; what is escaped already stays as it is."""
    return _PLACEHOLDER.sub(lambda found: f"{found[1]}\\$", body)


def live_surface(body: str) -> Iterator[tuple[str, int]]:
    """What can't be escaped: the text and its position."""
    for found in _LIVE.finditer(body):
        yield found[0].strip(), found.start()


def placeholders(body: str) -> Iterator[tuple[str, int]]:
    """What `escape_host_surface` would change: the text and its position."""
    for found in _PLACEHOLDER.finditer(body):
        end = body.find(" ", found.end())
        yield body[found.start() : found.end() + 1 if end < 0 else min(end, found.end() + 12)], found.start()


def escapes(body: str) -> Iterator[str]:
    """The placeholders that stand escaped in code, where no other host takes the backslash for anything but itself."""
    for code in _CODE.finditer(body):
        for found in _ESCAPED.finditer(code[0]):
            yield found[0]
