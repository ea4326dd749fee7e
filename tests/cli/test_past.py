"""Sessions of the past: read on request alone, offline first, and by a model only after its price was told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pexpect
import pytest

from gitskills.hosts.claude_code import transcripts_folder
from tests.cli.running import lines, run
from tests.cli.terminal import on_terminal
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import ScriptedChat, proposals
from tests.support.transcripts import TranscriptBuilder

pytestmark = pytest.mark.promise("S12")

RULE = "Always use uv instead of pip in this project, because the lock file must stay in step."
OTHER = "Never log request bodies, they hold personal data."
OLD = "Run the database migrations before the integration tests."


def said(folder: Path, name: str, words: str, day: str = "2026-05-01") -> Path:
    made = TranscriptBuilder()
    made.day = day
    made.user(words)
    made.agent("Understood.")
    place = transcripts_folder(str(folder))
    place.mkdir(parents=True, exist_ok=True)
    return made.write(place / f"{name}.jsonl")


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    tree = made.worktree(tmp_path / "tree", "-b", "other")
    said(made.path, "one", RULE)
    said(tree.path, "two", OTHER)
    said(made.path, "agent-1", "Always write tests first, said one agent to the other.")
    said(tmp_path / "elsewhere", "three", "Always write to another project.")
    return made


def learned(made: RepoBuilder) -> int:
    return len(made.subjects("main..skills"))


def test_every_session_of_every_working_folder_is_read_and_none_of_others(made: RepoBuilder) -> None:
    assert made.tip("skills") == ""
    done = run(made.path, "learn", "--history", "--json")
    assert [ruling["ruling"] for ruling in lines(done)] == ["landed", "landed"]
    assert (done.returncode, learned(made)) == (0, 2)
    assert run(made.path, "learn", "--history", "--json").stdout == ""  # nothing twice


def test_what_is_older_than_a_day_stays_unread_in_a_dry_run_too(made: RepoBuilder) -> None:
    old = said(made.path, "old", OLD, "2026-01-01")
    mixed = said(made.path, "mixed", "Always sign the release tags with the team key.", "2026-02-01")
    os.utime(old, (1_700_000_000, 1_700_000_000))
    for words in (("--dry-run",), ()):
        rulings = lines(run(made.path, "learn", "--history", "--since", "2026-03-01", "--json", *words))
        assert len(rulings) == 2
    assert mixed.stat().st_mtime > old.stat().st_mtime
    assert learned(made) == 2
    assert run(made.path, "learn", "--history", "--since", "spring").returncode == 2
    assert run(made.path, "learn", "--since", "2026-03-01", str(old)).returncode == 2
    assert run(made.path, "learn").returncode == 2


def test_before_a_model_its_price_is_told_and_without_a_yes_nothing_is_sent(made: RepoBuilder) -> None:
    with ScriptedChat([proposals(), proposals()]) as chat:
        made.git("config", "gitskills.openai.url", chat.url)
        done = run(made.path, "learn", "--history")
        assert chat.requests == []
        assert learned(made) == 2  # offline came first
        assert "would read 2 sessions in 2 runs: at most about" in done.stderr
        assert "nothing was sent" in done.stderr
        told = run(made.path, "learn", "--history", "--json", "--yes").stdout.splitlines()[0]
        assert len(chat.requests) == 2
    assert json.loads(told)["estimate"]["tokens"] > 1_000


def test_a_known_price_is_named(made: RepoBuilder) -> None:
    done = run(made.path, "learn", "--history", "-r", "anthropic")
    assert "tokens, about $" in done.stderr


def test_on_a_terminal_it_asks(made: RepoBuilder) -> None:
    with ScriptedChat([]) as chat:
        made.git("config", "gitskills.openai.url", chat.url)
        asked = on_terminal(made.path, "learn", "--history")
        asked.expect("Go on\\?")
        asked.sendline("n")
        asked.expect(pexpect.EOF)
        assert chat.requests == []
    assert learned(made) == 2


def test_where_the_host_keeps_nothing_it_says_so(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "empty", home=Path.home())
    done = run(made.path, "learn", "--history")
    assert (done.returncode, "no such session" in done.stderr) == (1, True)
