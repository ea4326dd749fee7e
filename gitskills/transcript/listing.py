"""What the host told a session of its skills: the whole list at first, later what came anew."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.model.turn import RawLine
from gitskills.transcript.records import decode, record_of, text_of

_MARK = b'"skill_listing"'
_NAME = re.compile(
    r"^- ([^\s:]+(?::[^\s:]+)?)(?::\s|$)", re.MULTILINE
)  # versions before 2.1.2xx name them in the text alone


@dataclass(frozen=True, slots=True)
class Listed:
    """Names as the host calls them; `whole` where the list replaces what was told before."""

    names: frozenset[str]
    whole: bool


def listed(line: RawLine) -> Listed | None:
    """The list that a record holds, None where it holds none."""
    if _MARK not in line.content:
        return None
    record = decode(line)
    if not isinstance(record, dict) or record.get("type") != "attachment" or record.get("isSidechain"):
        return None
    told = record_of(record.get("attachment"))
    if told.get("type") != "skill_listing":
        return None
    names = told.get("names")
    found = names if isinstance(names, list) else _NAME.findall(text_of(told.get("content")))
    return Listed(frozenset(name for name in found if isinstance(name, str)), told.get("isInitial") is True)
