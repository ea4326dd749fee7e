"""Counting what a session did, however long its backlog is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.app.sessions import tally
from gitskills.state.sessions import Row


def call(number: int) -> str:
    use = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "make"}}
    message = {"role": "assistant", "content": [use]}
    return json.dumps({"type": "assistant", "uuid": f"u{number}", "message": message}) + "\n"


@pytest.mark.promise("S2")
def test_a_backlog_too_long_for_one_go_is_counted_part_by_part_and_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript = tmp_path / "session.jsonl"
    transcript.write_text("".join(call(number) for number in range(100)), "utf-8")
    monkeypatch.setattr(tally, "MOST", transcript.stat().st_size // 4)
    row: Row = {"transcript": str(transcript), "offset": 0, "activity": 0}
    counts: list[int] = []
    while not counts or counts[-1] < 100:
        row = tally.tally(row)
        counts.append(int(str(row["activity"])))
    assert len(counts) == 4
    assert tally.tally(row) == row
