"""The readers against real sessions: what people said is found, what they didn't say is never theirs."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from gitskills.capture.windows import CapturePlan, episodes
from gitskills.hosts.transcript_file import open_lines
from gitskills.model.settings import Settings
from gitskills.model.turn import Channel, Skipped, Turn
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey
from tests.conftest import SHARED, SharedFolder

# The index counts an approved plan and the prompt that an agent gave to a sub-agent as a prompt; neither is a person's.
PLANS_AND_AGENTS = {
    "entireio-cli/multisession-warning.jsonl": 1,
    "entireio-cli/shell-completion.jsonl": 1,
    "claude-code-log/teammates-experiment.subagent-a4ca.jsonl": 1,
    "claude-history/nested-agents-review.agent-aae161c.jsonl": 1,
}
# Labels whose quote is the host's text in a person's record (a refusal without a reason, the editor's remark), a copy
# that is taken once from another line, and a synthetic record.
NOT_SAID = {"N019", "N022", "N023", "N072", "N167"}
PERSONS = {"user", "queued", "reject"}


def index() -> dict[str, int]:
    """Transcript → human turns."""
    path = SHARED / "transcripts" / "INDEX.md"
    rows = (
        [[cell.strip() for cell in line.split("|")] for line in path.read_text("utf-8").splitlines()]
        if path.exists()
        else []
    )
    return {row[1]: int(row[8]) for row in rows if len(row) > 9 and row[1].endswith(".jsonl")}


NAMES = sorted(index())


def labels() -> list[dict[str, str]]:
    path = SHARED / "transcripts" / "labels.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


@cache
def turns(path: Path) -> tuple[Turn | Skipped, ...]:
    return tuple(read_turns(open_lines(str(path))))


def fold(text: str) -> str:
    return " ".join(text.split())


def unchanged(text: str) -> tuple[str, int]:
    return text, 0


@pytest.mark.parametrize("name", NAMES)
def test_as_many_human_turns_are_found_as_a_reader_counted(shared: SharedFolder, name: str) -> None:
    found = turns(shared("transcripts", name))
    assert not [item for item in found if isinstance(item, Skipped)]
    channels = Counter(item.channel for item in found if isinstance(item, Turn) and item.human)
    assert channels[Channel.TYPED] + channels[Channel.QUEUED] == index()[name] - PLANS_AND_AGENTS.get(name, 0)


@pytest.mark.parametrize("label", labels(), ids=lambda label: label["id"])
def test_a_labelled_quote_is_its_speakers(shared: SharedFolder, label: dict[str, str]) -> None:
    found = turns(shared("transcripts", label["transcript"]))
    here = [item for item in found if isinstance(item, Turn) and item.line == int(label["line"])]
    saying = [turn for turn in here if fold(label["quote"]) in fold(turn.text)]
    speaker = label["speaker"]
    answer = speaker == "tool_result" and any(turn.channel is Channel.ANSWER for turn in here)
    if label["id"] in NOT_SAID:
        assert not any(turn.human for turn in saying)
    elif speaker in PERSONS or answer:
        assert any(turn.human for turn in saying)
    else:
        assert not any(turn.human for turn in saying)
        assert saying or speaker == "tool_use"


@pytest.mark.parametrize("name", NAMES)
def test_labelled_words_survive_into_a_window_of_bounded_size(shared: SharedFolder, name: str) -> None:
    path = str(shared("transcripts", name))
    seen = survey(open_lines(path))
    assert bool(seen.abandoned) == ("rewind" in name)
    settings = Settings()
    plan = CapturePlan(path, name, settings, abandoned=seen.abandoned, ours=seen.ours)
    windows = list(episodes(read_turns(open_lines(path)), unchanged, plan))
    for one in windows:
        assert sum(len(turn.text.encode()) for turn in one.window) <= settings.window_bytes
        assert sum(len(turn.text.encode()) for turn in one.digest) <= settings.digest_bytes
        assert all(len(turn.text.encode()) <= settings.record_bytes and not turn.arguments for turn in one.window)
    words = {(turn.line, fold(turn.text)) for one in windows for turn in one.window}
    for label in labels():
        if label["transcript"] == name and label["id"] not in NOT_SAID:
            assert any(line == int(label["line"]) and fold(label["quote"]) in text for line, text in words), label["id"]


def test_an_abandoned_branch_is_no_evidence_in_a_real_session(shared: SharedFolder) -> None:
    path = str(shared("transcripts", "claude-code-log/ideas-rewind-branches.jsonl"))
    plan = CapturePlan(path, "x", Settings(), abandoned=survey(open_lines(path)).abandoned)
    (one,) = episodes(read_turns(open_lines(path)), unchanged, plan)
    assert [turn.line for turn in one.window if turn.human] == [3, 38, 45, 52]
