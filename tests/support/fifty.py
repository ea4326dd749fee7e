"""Real sessions, each cut behind its fiftieth tool call: what one reflection is due for (LOOP S2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

CALLS = 50
LARGEST = 4_000_000  # bytes of a session that is looked at


def fifty_calls(sessions: Path, into: Path) -> Iterator[Path]:
    """Copies below `into` of the sessions that have so many calls."""
    for session in sorted(sessions.rglob("*.jsonl")):
        if session.stat().st_size > LARGEST:
            continue
        lines, calls = [], 0
        for line in session.read_bytes().splitlines(keepends=True):
            lines.append(line)
            calls += _calls(line)
            if calls >= CALLS:
                place = into / f"{session.stem}.jsonl"
                place.write_bytes(b"".join(lines))
                yield place
                break


def _calls(line: bytes) -> int:
    """Tool calls in a record of the host's or of another's: both name them so."""
    if b'"tool_use"' not in line and b'"function_call"' not in line:
        return 0
    try:
        row = json.loads(line)
    except ValueError:
        return 0
    if not isinstance(row, dict) or row.get("type") not in {"assistant", "response_item"}:
        return 0
    return line.count(b'"type":"tool_use"') + line.count(b'"type": "tool_use"') + line.count(b'"type":"function_call"')
