"""Paths in a text that is about to be cut away, so that the mark in its place still says what it was about."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST = 10

_TOKEN = re.compile(r"[^\s'\"`,;()\[\]{}<>|=\\]+")
_LINE = re.compile(r":\d+(?:[:-]\d+)?\Z")
_SEGMENTS = re.compile(r"(?:~|\.{1,2})?/?(?:[\w.@+-]+/)*[\w.@+-]+")
_VERSION = re.compile(r"v?\d+(?:\.\w+)+(?:-[\w.]+)?")
_EXTENSION = re.compile(r"[^.].*\.([A-Za-z][A-Za-z0-9]{0,7})|\.[A-Za-z][\w-]+(?:\.[A-Za-z]\w*)*")
_KNOWN = re.compile(
    "bash|c|cc|cfg|conf|cpp|cs|css|csv|env|go|gradle|h|hpp|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|log|lua|md"
    "|mjs|php|pl|proto|ps1|py|pyi|rb|rs|rst|sass|scala|scss|sh|sql|svelte|svg|swift|tf|toml|ts|tsv|tsx|txt|vue|xml"
    "|yaml|yml|zig",
    re.IGNORECASE,
)
_NAMES = re.compile(
    "Brewfile|Containerfile|Dockerfile|Gemfile|Jenkinsfile|[Jj]ustfile|LICENSE|[Mm]akefile|Procfile|Rakefile|Vagrantfile"
)


def harvest(text: str) -> list[str]:
    """Up to `MOST` distinct paths in the order in which they stand."""
    found: dict[str, None] = {}
    for token in filter(path_like, _tokens(text)):
        found[token] = None
        if len(found) == MOST:
            break
    return list(found)


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        yield match[0].lstrip("@").rstrip(".:!?*&")


def path_like(token: str) -> bool:
    """A file name with an extension, a place with a line number, or a rooted path of two segments and more."""
    if not 2 < len(token) < 400 or "://" in token or token.endswith("..."):
        return False
    path = _LINE.sub("", token)
    if not _SEGMENTS.fullmatch(path) or _VERSION.fullmatch(path):
        return False
    folder, _, name = path.rpartition("/")
    if path.startswith(("/", "~/")) and path.count("/") >= 2:
        return True
    if _NAMES.fullmatch(name):
        return True
    extension = _EXTENSION.fullmatch(name)
    if extension is None:
        return bool(path != token and folder)
    # without a folder or a line a dotted name may be code: only well-known extensions count
    known = _KNOWN.fullmatch(extension[1] or "") is not None and name.count(".") <= 2
    return bool(folder) or path != token or known
