"""A decision is on record behind the turn in which it was made, and the next session is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import lines, run
from tests.hooks.test_sessions import context_of
from tests.support.hooks import Host
from tests.support.repos import RepoBuilder

SQLITE = "Let's go with sqlite as the database for orders, because we have one writer."
POSTGRES = "Actually, use postgres as the database instead of sqlite."


@pytest.fixture
def host(repo: RepoBuilder, tmp_path: Path) -> Iterator[Host]:
    repo.commit("first", {"README.md": "# A project\n"})
    repo.git("config", "gitskills.enabled", "true")
    made = Host(repo, tmp_path / "host")
    yield made
    made.quiet()


def says(host: Host, words: str) -> None:
    host.works(0, words)
    host.hook("Stop")
    host.quiet()


def titles(host: Host) -> list[str]:
    return [str(line["title"]) for line in lines(run(host.repo.path, "decisions", "list", "--json"))]


@pytest.mark.promise("dec-D1", "dec-W9", "dec-H1", "dec-H2")
def test_what_a_person_settles_is_on_record_after_that_turn_and_the_next_session_is_told(host: Host) -> None:
    host.start()
    says(host, SQLITE)
    (subject,) = host.repo.subjects("skills")[:1]
    assert subject.startswith("decision: record ")
    (title,) = titles(host)
    assert title in context_of(Host(host.repo, host.folder, "another-session").start())


@pytest.mark.promise("dec-D1", "dec-O2")
def test_what_is_decided_anew_takes_the_old_ones_place(host: Host) -> None:
    host.start()
    says(host, SQLITE)
    says(host, POSTGRES)
    assert host.repo.subjects("skills")[0].startswith("decision: supersede ")
    (title,) = titles(host)
    assert "postgres" in title
    told = context_of(Host(host.repo, host.folder, "another-session").start())
    assert title in told
    assert "sqlite as" not in told


@pytest.mark.promise("dec-W7", "dec-L4")
def test_the_same_words_are_looked_at_once_and_recorded_once(host: Host) -> None:
    host.start()
    says(host, SQLITE)
    tip = host.repo.tip("skills")
    host.hook("Stop")
    host.quiet()
    host.works(50)
    host.hook("Stop")
    host.quiet()
    assert [one for one in host.repo.subjects("skills") if one.startswith("decision:")] == [
        host.repo.git("show", "-s", "--format=%s", tip)
    ]


@pytest.mark.promise("S8", "dec-H7")
@pytest.mark.parametrize("where", ["--repo", "--session"])
def test_switched_off_nothing_is_recorded_and_what_was_said_meanwhile_never_is(host: Host, where: str) -> None:
    host.start()
    inside = {"CLAUDE_CODE_SESSION_ID": host.session}
    assert run(host.repo.path, "off", where, "decide", **inside).returncode == 0
    says(host, SQLITE)
    assert run(host.repo.path, "on", where, "decide", **inside).returncode == 0
    says(host, "Thanks, use it well.")
    assert titles(host) == []
    says(host, POSTGRES)
    assert len(titles(host)) == 1


@pytest.mark.promise("S8")
def test_learning_can_be_off_while_decisions_are_on(host: Host) -> None:
    host.repo.git("config", "gitskills.learn", "false")
    host.start()
    host.works(50, f"Always use uv instead of pip in this project. {SQLITE}")
    host.hook("Stop")
    host.quiet()
    assert len(titles(host)) == 1
    assert [one for one in host.repo.subjects("skills") if one.startswith("skill:")] == []
    host.repo.git("config", "gitskills.learn", "true")
    host.works(50)
    host.hook("Stop")
    host.quiet()
    assert [one for one in host.repo.subjects("skills") if one.startswith("skill:")] == []


@pytest.mark.promise("S3", "dec-D1")
def test_what_was_settled_in_a_session_that_was_killed_is_found_at_the_next_start(host: Host) -> None:
    host.start()
    host.works(0, SQLITE)
    place = host.state / "sessions" / f"{host.session}.json"
    place.write_text(json.dumps({**(host.row() or {}), "started": "long ago"}), "utf-8")  # its process is another's now
    Host(host.repo, host.folder, "another-session").start()
    host.quiet()
    assert len(titles(host)) == 1


@pytest.mark.promise("dec-0")
def test_what_an_agent_declares_by_itself_is_told_to_nobody_until_a_person_accepts_it(host: Host) -> None:
    host.start()
    session_words = "I'll use redis for the job queue because the jobs must survive a restart."
    host.works(50, "Add a job queue, please.", answer=session_words)
    host.hook("Stop")
    host.quiet()
    assert Host(host.repo, host.folder, "another-session").start() == {} or "redis" not in context_of(
        Host(host.repo, host.folder, "third-session").start()
    )
    for line in lines(run(host.repo.path, "decisions", "list", "--json")):
        assert run(host.repo.path, "decisions", "validate", str(line["id"])).returncode == 0


@pytest.mark.promise("dec-0", "dec-O8")
def test_what_is_decided_or_taken_back_by_hand_is_told_or_not_at_the_very_next_start(host: Host) -> None:
    host.start()
    host.quiet()
    for session, words, told in (
        ("session-one", ("decide", "--title", "Use SQLite", "--primary-tag", "data", "--entity", "storage"), True),
        ("session-two", ("decisions", "revoke", "1", "-m", "no"), False),
    ):
        assert run(host.repo.path, *words).returncode == 0
        assert ("Use SQLite" in context_of(Host(host.repo, host.folder, session).start())) is told
        host.quiet()


@pytest.mark.promise("dec-W12")
def test_what_was_to_hold_until_yesterday_is_told_no_more_though_nothing_else_moved(host: Host) -> None:
    host.start()
    host.quiet()
    words = ("--title", "Use SQLite", "--primary-tag", "data", "--entity", "storage", "--valid-until", "2099-01-01")
    run(host.repo.path, "decide", *words)
    prepared = host.state / "start.json"
    assert "Use SQLite" in context_of(Host(host.repo, host.folder, "session-one").start())
    prepared.write_text(prepared.read_text("utf-8").replace("2099-01-01", "2020-01-01"), "utf-8")
    assert "Use SQLite" not in context_of(Host(host.repo, host.folder, "session-two").start())


@pytest.mark.promise("S3", "dec-D1")
def test_what_was_settled_in_a_turn_that_never_stopped_is_on_record_when_the_session_ends(host: Host) -> None:
    host.start()
    host.works(0, SQLITE)
    host.hook("SessionEnd")
    host.quiet()
    assert len(titles(host)) == 1


@pytest.mark.promise("C4", "dec-D1")
def test_a_turn_longer_than_one_run_is_noticed_to_its_end(host: Host) -> None:
    host.repo.git("config", "gitskills.window.bytes", "2000")
    host.repo.git("config", "gitskills.window.perRun", "1")
    host.start()
    host.works(40, "Look around first, please, and use the map.")
    says(host, SQLITE)
    assert len(titles(host)) == 1
