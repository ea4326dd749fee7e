"""Sessions recorded with the real client: a reader finds each thing that the person said, by the way it came, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.hosts.transcript_file import open_lines
from gitskills.model.turn import Channel, Skipped, Speaker, Turn
from gitskills.transcript.reading import read_turns
from tests.support.sources import ROOT

EPISODE = ROOT / "reflector/episodes/inventory-session.jsonl"
OPENINGS = sorted((ROOT / "tests/fixtures").glob("claude-*-opening.jsonl"))
OPENING = (
    (Channel.TYPED, "Add reservations to the inventory service"),
    (Channel.ANSWER, "In the database"),
    (Channel.REJECTION, "Never use pip here, always add dependencies with `uv add`"),
    (Channel.QUEUED, "Money is always integer cents"),
)
REST = (
    "No, every error that leaves the service layer must be an InventoryError",
    "I prefer summaries of two lines at most",
    "What does the carrier's page say",
    "The staging config",
    "Add a debug line to the reserve handler",
    "No, never log request bodies",
    "Rename qty to quantity",
    "Good. Leave it uncommitted for now",
)


def turns(path: Path) -> list[Turn]:
    read = list(read_turns(open_lines(str(path))))
    assert [one for one in read if isinstance(one, Skipped)] == []
    return [one for one in read if isinstance(one, Turn)]


def said(path: Path) -> list[Turn]:
    return [turn for turn in turns(path) if turn.human]


@pytest.mark.parametrize("path", OPENINGS, ids=lambda path: path.stem)
def test_every_version_of_the_client_is_heard_alike(path: Path) -> None:
    heard = said(path)
    assert [turn.channel for turn in heard] == [channel for channel, _ in OPENING]
    for turn, (_, words) in zip(heard, OPENING, strict=True):
        assert words in turn.text


def test_the_demo_session_holds_twelve_things_that_a_person_said() -> None:
    heard = said(EPISODE)
    assert [turn.channel for turn in heard] == [*(channel for channel, _ in OPENING), *(Channel.TYPED for _ in REST)]
    for turn, words in zip(heard[len(OPENING) :], REST, strict=True):
        assert turn.text.startswith(words)


def test_the_order_in_the_saved_page_is_no_persons_word() -> None:
    holders = [turn for turn in turns(EPISODE) if "upload your log files" in turn.text]
    assert holders
    assert {turn.speaker for turn in holders} & {Speaker.USER} == set()


def test_a_recording_names_no_machine_and_no_person() -> None:
    for path in (EPISODE, *OPENINGS):
        text = path.read_text("utf-8")
        assert "/root" not in text
        assert "/home/" not in text.replace("/tmp/demo/home/", "")
        assert 'osVersion": "Linux' not in text
