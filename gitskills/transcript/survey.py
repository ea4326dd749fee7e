"""A first pass over a whole transcript: which prompts were taken back, and whether the session is one of our own.

Claude Code's records form a tree. A prompt that hangs on a record from which an earlier prompt descends rewound the
conversation: the earlier prompt and all that came of it is abandoned. Some hundred bytes are kept for each record.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from gitskills.model.turn import RawLine
from gitskills.transcript import OUR_MARK
from gitskills.transcript.reading import dialect_of
from gitskills.transcript.records import Record, blocks_of, decode, record_of, text_of
from gitskills.transcript.wrappers import injected, shell_input, shell_output


@dataclass(frozen=True, slots=True)
class Survey:
    """`abandoned` holds line numbers; `ours` is true where a prompt of ours was given to the session's agent."""

    abandoned: frozenset[int] = frozenset()
    ours: bool = False


@dataclass(slots=True)
class _Segment:
    """A prompt and everything up to the next prompt on its branch. `root` is the line that the prompt hangs on."""

    root: int
    children: list[int] = field(default_factory=list)
    dead: bool = False


def survey(lines: Iterable[RawLine]) -> Survey:
    """The whole transcript's shape; `lines` must begin at its first line."""
    tree = _Tree()
    ours = False
    for line in lines:
        record = decode(line)
        if isinstance(record, dict) and dialect_of(record) == "claude":
            tree.add(line.line, record)
        else:
            tree.skip(line.line)
        ours = ours or (OUR_MARK.encode() in line.content and isinstance(record, dict) and marked(record))
    return Survey(tree.abandoned(), ours)


def marked(record: Record) -> bool:
    """Whether the record hands our own prompt to an agent (a file that merely contains the mark doesn't)."""
    message = record_of(record.get("message")) or record_of(record.get("payload"))
    if message.get("role") not in ("user", "system", "developer"):
        return False
    return any(OUR_MARK in text_of(block.get("text")) for block in blocks_of(message.get("content")))


class _Tree:
    """Lines by parent and by segment; segment 0 is whatever hangs on no prompt."""

    def __init__(self) -> None:
        self._lines: dict[int, int] = {}
        self._parent = array("q", [0])
        self._segment = array("q", [0])
        self._segments = [_Segment(0)]

    def skip(self, line: int) -> None:
        """A line outside the tree belongs to where the session stood."""
        self._fill(line, self._segment[-1], 0)

    def add(self, line: int, record: Record) -> None:
        uuid = text_of(record.get("uuid"))
        if not uuid or record.get("isSidechain"):
            self.skip(line)
            return
        parent = text_of(record.get("parentUuid")) or text_of(record.get("logicalParentUuid"))
        above = self._lines.get(_key(parent), 0) if parent else 0
        segment = self._segment[above] if above else 0
        if _prompt(record):
            segment = self._begin(above, segment)
        self._fill(line, segment, above)
        self._lines[_key(uuid)] = line

    def abandoned(self) -> frozenset[int]:
        return frozenset(line for line, segment in enumerate(self._segment) if self._segments[segment].dead)

    def _fill(self, line: int, segment: int, above: int) -> None:
        while len(self._segment) <= line:  # lines before the first one that was given stay at 0
            self._segment.append(0)
            self._parent.append(0)
        self._segment[line], self._parent[line] = segment, above

    def _begin(self, above: int, segment: int) -> int:
        """A new prompt below the line `above`: earlier prompts that descend from that line are abandoned."""
        if above:
            for child in self._segments[segment].children:
                if self._descends(self._segments[child].root, above):
                    self._bury(child)
            self._segments[segment].children.append(len(self._segments))
        self._segments.append(_Segment(above, dead=self._segments[segment].dead))
        return len(self._segments) - 1

    def _descends(self, line: int, above: int) -> bool:
        while line > above:
            line = self._parent[line]
        return line == above

    def _bury(self, number: int) -> None:
        waiting = [number]
        while waiting:
            segment = self._segments[waiting.pop()]
            if not segment.dead:
                segment.dead = True
                waiting += segment.children


def _key(uuid: str) -> int:
    return int.from_bytes(hashlib.blake2b(uuid.encode(), digest_size=7).digest())


def _prompt(record: Record) -> bool:
    """A prompt that a person sent: neither a tool's result nor anything that the host put there."""
    if record.get("type") != "user" or record.get("isMeta") or record.get("isCompactSummary"):
        return False
    blocks = blocks_of(record_of(record.get("message")).get("content"))
    if any(block.get("type") == "tool_result" for block in blocks):
        return False
    texts = [text_of(block.get("text")) for block in blocks]
    return not all(injected(text) or shell_input(text) or shell_output(text) or not text.strip() for text in texts)
