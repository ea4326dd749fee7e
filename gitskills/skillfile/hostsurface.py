r"""What Claude Code would execute, read or rewrite in the body of a skill, and the escape for what can be escaped.

`$1`, `$0.10` and `$ARGUMENTS` become `\$…`, which the host shows as written. A command after `!`, `${CLAUDE_…}`, and `$1`
behind several backslashes have no escape: they are found by `live_surface` and refused. A file that is named behind `@` is
read into the request without a question, wherever it lies, in code too, where white space goes before (seen in 2.1.332).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PLACEHOLDER = re.compile(r"(?<!\\)\$(?=\d|ARGUMENTS)")
_ESCAPED = re.compile(r"(?<!\\)\\\$(?:\d|ARGUMENTS)")
_CODE = re.compile(r"^[ \t>]*(?P<fence>```+|~~~+).*?(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LIVE = re.compile(
    r"(?P<command>(?:(?<![^\s(\[{\"'>*_~|:;,-])|(?<=\n)|\A)!`[^`]+`)"
    r"|(?P<block>^[ \t>]*(?:```+|~~~+)[ \t]*!)"
    r"|(?P<variable>\$\{CLAUDE_\w*)"
    r"|(?P<backslashes>\\{2,}\$(?:\d|ARGUMENTS))",
    re.MULTILINE,
)
_MENTION = re.compile(r"(?<!\S)@(?:\"[^\"\n]+\"|[^\s`\"]*[\w/*])")
_OUTSIDE = re.compile(
    r"(?<!\S)@(?:\"[^\"\n]+\"|(?:~/|\.\w|\.\.?/|[^\s`\"]*/\.\./|[A-Za-z]:[\\/]|/(?:bin|dev|etc|home|mnt|opt|private|proc|root|run|srv|sys|tmp"
    r"|usr|var|Library|Users|Volumes)\b)[^\s`]*)"
)
_KEYS = """agent allowed-tools argument-hint arguments context disable-model-invocation disallowed-tools effort hooks
    mcp-servers model paths permission-mode shell user-invocable when_to_use"""
FRONTMATTER_KEYS = frozenset(_KEYS.split())


def escape_host_surface(body: str) -> str:
    """The body with every placeholder of the host escaped; what is escaped already stays as it is."""
    return _PLACEHOLDER.sub(r"\\$", body)


def mentions_as_code(body: str) -> str:
    """The body with `@…` of its prose as code, which the host leaves alone; in code it stays as it is."""
    code = [found.span() for found in _CODE.finditer(body)]

    def kept(found: re.Match[str]) -> bool:
        before = body[body.rfind("\n", 0, found.start()) + 1 : found.start()]
        return before.startswith(("    ", "\t")) or any(start <= found.start() < end for start, end in code)

    return _MENTION.sub(lambda found: found[0] if kept(found) else f"`{found[0]}`", body)


def mentions_outside(body: str) -> Iterator[str]:
    """Files outside of the project, hidden or quoted, that the host would read."""
    for found in _OUTSIDE.finditer(body):
        yield found[0]


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
