"""Blocks of the README that a script writes: between `<!-- NAME:begin -->` and `<!-- NAME:end -->`."""

from __future__ import annotations

import re

from tests.support.sources import ROOT

README = ROOT / "README.md"


def block(name: str, text: str) -> str:
    """What stands between the marks; a KeyError where there are none."""
    found = _pattern(name).search(text)
    if found is None:
        raise KeyError(f"README.md has no block {name}")
    return found.group("inside").strip("\n")


def with_block(name: str, inside: str, text: str) -> str:
    """`text` with other words between the marks."""
    block(name, text)
    return _pattern(name).sub(lambda found: f"{found.group('begin')}\n{inside}\n{found.group('end')}", text)


def write_block(name: str, inside: str) -> None:
    README.write_text(with_block(name, inside, README.read_text("utf-8")), "utf-8")


def _pattern(name: str) -> re.Pattern[str]:
    mark = re.escape(name)
    return re.compile(rf"(?P<begin><!-- {mark}:begin -->)(?P<inside>.*?)(?P<end><!-- {mark}:end -->)", re.DOTALL)
