"""Cuts that are seen: what is taken away leaves its size, a digest and the paths in it. No character is ever halved."""

from __future__ import annotations

import hashlib
import re

from gitskills.transcript.locators import harvest

_HALF_TOKEN = re.compile(r"\A\S+")
_TAIL_SHARE = 4  # of a text clipped at both ends the last quarter stays


def cut(text: str, chars: int) -> str:
    """The first `chars` characters and the mark for the rest."""
    if len(text) <= chars:
        return text
    return text[:chars] + mark(text[chars:], text[chars - 1 : chars])


def clip(text: str, limit_bytes: int, *, both_ends: bool = False) -> str:
    """At most `limit_bytes` of UTF-8, the mark included; with `both_ends` the middle goes."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit_bytes:
        return data.decode()
    whole = data.decode()
    room = limit_bytes
    while True:
        tail = room // _TAIL_SHARE if both_ends else 0
        head_text = data[: room - tail].decode("utf-8", "ignore")
        tail_text = data[len(data) - tail :].decode("utf-8", "ignore") if tail else ""
        removed = whole[len(head_text) : len(whole) - len(tail_text)]
        result = head_text + mark(removed, head_text[-1:], limit_bytes // 2) + tail_text
        excess = len(result.encode()) - limit_bytes
        if excess <= 0:
            return result
        if room == 0:
            return data[:limit_bytes].decode("utf-8", "ignore")
        room = max(0, room - excess)


def mark(removed: str, before: str = "", most_bytes: int = 2_000) -> str:
    """What stands where `removed` was; `before` is the character that the cut left in front of it."""
    rest = removed
    if before and not before.isspace() and not removed[:1].isspace():
        rest = _HALF_TOKEN.sub("", removed, count=1)  # half a path is no path
    sha = hashlib.sha256(removed.encode("utf-8", "replace")).hexdigest()[:4]
    size = f"…[+{removed.count(chr(10))} lines, {len(removed)} chars, {sha}"
    paths = harvest(rest)
    while paths and len(", ".join(paths).encode()) > most_bytes:
        paths.pop()
    return f"{size}; paths: {', '.join(paths)}]" if paths else f"{size}]"
