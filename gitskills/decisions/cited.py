"""What of the code a decision speaks of: paths, and names in backticks. Only what is surely one is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitskills.model.decision import Decision

_SPAN = re.compile(r"(?<!`)`([^`\n]{2,120})`(?!`)")
_PATH = re.compile(r"(?:[\w.@+-]+/)+[\w.@+-]+|[\w@+-]+\.(?!\d)[A-Za-z][\w]{0,7}")
_SYMBOL = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?")
_PLAIN = re.compile(r"[a-z]+")  # a word of English, or a program's name: no code need hold it


@dataclass(frozen=True, slots=True)
class Cited:
    """Paths as they stand in the repository; symbols by their last part, as code would hold them."""

    paths: tuple[str, ...]
    symbols: tuple[str, ...]


def cited(record: Decision) -> Cited:
    """What the record's own words and its `files_touched` name."""
    paths, symbols = list(record.files_touched), []
    for span in _spans(record):
        if _SYMBOL.fullmatch(span) and not _PLAIN.fullmatch(span) and not _PATH.fullmatch(span):
            symbols.append(re.split(r"\.|::|#", span.removesuffix("()"))[-1])
        elif "/" in span and _PATH.fullmatch(span.rstrip("/")) and "://" not in span:
            paths.append(span.rstrip("/"))
    return Cited(tuple(dict.fromkeys(paths)), tuple(dict.fromkeys(symbols)))


def _spans(record: Decision) -> Iterator[str]:
    for text in (record.title, record.decision, record.consequences, record.notes):
        yield from (found.strip() for found in _SPAN.findall(text))
