"""What an agent may say by itself: nothing that is a person's to say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, transcript

pytestmark = pytest.mark.promise("P5", "V14")


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())


@pytest.fixture
def agent(tmp_path: Path) -> dict[str, str]:
    return {"CLAUDECODE": "1", "CLAUDE_CONFIG_DIR": str(tmp_path / "host")}


def kept(tmp_path: Path, session: Path) -> Path:
    """The transcript among those that the host itself keeps."""
    place = tmp_path / "host/projects/shop/5f0c2a9e-7d41-4b9a-8f63-0d2f1a7c9e10.jsonl"
    place.parent.mkdir(parents=True)
    shutil.copy(session, place)
    return place


def test_what_an_agent_reads_off_a_transcript_of_its_own_making_waits(
    made: RepoBuilder, agent: dict[str, str], tmp_path: Path
) -> None:
    forged = transcript(tmp_path / "sessions", [UV])
    done = run(made.path, "learn", str(forged), "--reflector", "offline", **agent)
    assert "may have written that transcript" in done.stderr
    assert (done.stdout.split()[0], made.tip("skills")) == ("review", "")
    done = run(made.path, "propose", "-", "--transcript", str(forged), stdin=UV.line, **agent)
    assert (done.stdout.split()[0], made.tip("skills")) == ("review", "")
    hidden = json.dumps({**json.loads(UV.line), "evidence": [{"quote": UV.said, "transcript": str(forged)}]})
    assert run(made.path, "propose", "-", stdin=hidden, **agent).stdout.split()[0] == "review"
    assert made.tip("skills") == ""


def test_what_the_host_keeps_is_what_a_person_said_whoever_reads_it(
    made: RepoBuilder, agent: dict[str, str], tmp_path: Path
) -> None:
    place = kept(tmp_path, transcript(tmp_path / "sessions", [UV]))
    assert run(made.path, "learn", str(place), "--reflector", "offline", **agent).stdout.split()[0] == "landed"


def test_with_the_session_at_hand_no_other_transcript_is_quoted(
    made: RepoBuilder, agent: dict[str, str], tmp_path: Path
) -> None:
    forged = transcript(tmp_path / "sessions", [UV])
    inside = kept(tmp_path, transcript(tmp_path / "other", []))
    hidden = json.dumps({**json.loads(UV.line), "evidence": [{"quote": UV.said, "transcript": str(forged)}]})
    done = run(made.path, "propose", "-", "--session", stdin=hidden, **agent, CLAUDE_CODE_SESSION_ID=inside.stem)
    assert (done.returncode, made.tip("skills")) == (2, "")


@pytest.mark.parametrize("words", [("--accept",), ("--reject",), ("--keep",), ("--seen",)])
def test_only_a_person_answers_in_review(
    made: RepoBuilder, agent: dict[str, str], words: tuple[str, ...], tmp_path: Path
) -> None:
    made.git("config", "gitskills.landing", "review")
    run(made.path, "learn", str(transcript(tmp_path / "sessions", [UV])), "--reflector", "offline")
    name = json.loads(run(made.path, "review", "--json").stdout)["name"]
    asked = words if words == ("--seen",) else (*words, name)
    done = run(made.path, "review", *asked, **agent)
    assert (done.returncode, "only a person answers here" in done.stderr) == (1, True)
    assert made.tip("skills") == ""
    assert run(made.path, "review", *asked).returncode in {0, 1}


def test_an_agent_approves_nothing(made: RepoBuilder, agent: dict[str, str], tmp_path: Path) -> None:
    place = kept(tmp_path, transcript(tmp_path / "sessions", [UV]))
    done = run(made.path, "propose", "-", "--approve", "--transcript", str(place), stdin=UV.line, **agent)
    assert (done.returncode, made.tip("skills")) == (1, "")
