"""What a session is told at its start (LOOP L2), and what it is not asked again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gitskills.app.sessions.starting import prepare
from gitskills.model.hookwords import FACTS_BYTES
from tests.hooks.test_sessions import RULE, context_of
from tests.support.hooks import Host
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, lesson, teach


@pytest.fixture
def host(repo: RepoBuilder, tmp_path: Path) -> Iterator[Host]:
    repo.commit("first", {"README.md": "# A project\n"})
    for name, value in (("enabled", "true"), ("birthsPerDay", "1000"), ("probationMax", "1000")):
        repo.git("config", f"gitskills.{name}", value)
    made = Host(repo, tmp_path / "host")
    yield made
    made.quiet()


def prepared(host: Host, count: int) -> str:
    """What a start says once so many skills were learned."""
    teach(host.repo.path, *(lesson(number) for number in range(count)))
    prepare(here(host.repo.path), str(host.state))
    return context_of(host.start())


@pytest.mark.promise("L2")
def test_what_the_hosts_own_listing_says_is_not_said_again(host: Host) -> None:
    assert prepared(host, 12) == ""


@pytest.mark.promise("L2")
def test_what_the_hosts_listing_has_no_room_for_is_said_by_category_within_the_bound(host: Host) -> None:
    said = prepared(host, 110)
    assert 3_000 < len(said.encode()) <= FACTS_BYTES
    names = [line.split()[1] for line in said.splitlines() if line.startswith("- ")]
    assert names == sorted(names)
    (rest,) = [line for line in said.splitlines() if line.startswith("(")]
    assert len(names) + int(rest[1:].split()[0]) == 110
    assert all(f"[project]: Build {name.split('-')[0]}" in said for name in names)


@pytest.mark.promise("L2")
def test_what_is_said_stands_by_category_and_is_where_the_host_reads_it(host: Host) -> None:
    lessons = [replace(lesson(number), more={"category": "ab"[number % 2]}) for number in range(30)]
    teach(host.repo.path, *lessons)
    prepare(here(host.repo.path), str(host.state))
    head, *told = context_of(host.start()).splitlines()
    second = told.index("b:")
    categories = {one.name: one.more["category"] for one in lessons}
    assert (head[-1], told[0]) == (":", "a:")
    assert {categories[line.split()[1]] for line in told[1:second]} == {"a"}
    assert {categories[line.split()[1]] for line in told[second + 1 :]} == {"b"}
    host.quiet()
    gone = told[1].split()[1]
    shutil.rmtree(host.repo.path / ".claude/skills" / gone)
    prepare(here(host.repo.path), str(host.state))
    assert gone not in context_of(host.start())


def test_a_host_with_a_longer_list_is_told_less(host: Host) -> None:
    host.repo.git("config", "gitskills.host.contextTokens", "1000000")
    assert prepared(host, 40) == ""


def test_a_skill_that_was_taken_back_is_not_told_of_any_more(host: Host) -> None:
    prepared(host, 110)
    host.repo.git("update-ref", "refs/heads/skills", "skills~1")
    assert context_of(host.start()) == ""
    host.quiet()
    assert context_of(host.start()) != ""


def test_a_change_by_hand_on_the_branch_shows_at_the_next_start(host: Host) -> None:
    teach(host.repo.path, UV)
    live_copy = host.repo.path / ".claude/skills/uv-not-pip/SKILL.md"
    body = host.repo.show("skills:.claude/skills/uv-not-pip/SKILL.md") + b"\nAlso in scripts.\n"
    host.repo.commit_on("skills", "by hand", {".claude/skills/uv-not-pip/SKILL.md": body})
    host.start()
    host.quiet()
    assert live_copy.read_bytes() == body


def test_what_a_checkout_of_the_branch_and_back_took_away_is_there_again_after_a_start(host: Host) -> None:
    teach(host.repo.path, UV)
    prepare(here(host.repo.path), str(host.state))
    for branch in ("skills", "main"):
        host.repo.git("switch", "--quiet", branch)
    live_copy = host.repo.path / ".claude/skills/uv-not-pip/SKILL.md"
    assert not live_copy.exists()
    host.start()
    host.quiet()
    assert live_copy.is_file()


@pytest.mark.parametrize(("event", "word"), [("SessionStart", "claude"), ("Stop", "claude"), ("Stop", "agents")])
def test_an_edit_in_place_is_copied_before_git_can_take_it_away(host: Host, event: str, word: str) -> None:
    host.repo.git("config", "gitskills.targets", "claude,agents")
    teach(host.repo.path, UV)
    host.start()
    host.quiet()
    live_copy = host.repo.path / f".{word}/skills/uv-not-pip/SKILL.md"
    live_copy.write_bytes(live_copy.read_bytes() + b"\nMy own words.\n")
    host.hook(event)
    host.quiet()
    (copy,) = host.state.glob("edits/*.json")
    assert "uv-not-pip/SKILL.md" in copy.read_text("utf-8")
    before = (host.state / "start.json").stat().st_mtime_ns
    host.hook(event)
    host.quiet()
    assert (host.state / "start.json").stat().st_mtime_ns == before  # no job where nothing is new


@pytest.mark.promise("S5")
def test_a_start_does_not_wait_for_a_reflection(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    host.hook("SessionEnd")
    other = Host(host.repo, host.folder, "another-session")
    assert other.start() == {}
    host.quiet()
    assert host.repo.tip("skills")


def gitskills(host: Host, *words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gitskills", *words], cwd=host.repo.path, env=dict(os.environ) | variables,
        input=stdin, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.promise("S8")
def test_off_holds_before_the_next_byte_is_read_and_what_was_said_meanwhile_is_never_read(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    assert gitskills(host, "off").stdout == "gitskills is off in this repository\n"
    host.works(60, MIGRATE.said)
    host.hook("Stop")
    assert gitskills(host, "on").returncode == 0
    host.works(60, "Never log request bodies in the billing service.")
    host.hook("Stop")
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 1
    assert "request bodies" in host.repo.git("log", "-1", "--format=%B", "skills")


@pytest.mark.promise("S8")
def test_a_plain_git_config_switches_as_well(host: Host) -> None:
    host.start()
    host.repo.git("config", "gitskills.enabled", "no")
    host.works(60, RULE)
    host.hook("Stop")
    host.repo.git("config", "gitskills.enabled", "yes")
    host.hook("SessionEnd")
    host.quiet()
    assert host.repo.tip("skills") == ""


@pytest.mark.promise("S8")
def test_one_session_can_be_left_out(host: Host) -> None:
    host.start()
    other = Host(host.repo, host.folder, "another-session")
    other.start()
    done = gitskills(host, "off", "--session", CLAUDE_CODE_SESSION_ID=host.session)
    assert done.stdout == "gitskills is off in this session\n"
    for one, rule in ((host, RULE), (other, MIGRATE.said)):
        one.works(60, rule)
        one.hook("Stop")
        one.hook("SessionEnd")
    host.quiet()
    assert RULE not in host.repo.git("log", "--format=%B", "skills", check=False)
    assert [*host.state.glob("off/*")] == []


@pytest.mark.promise("S8")
def test_learning_alone_can_be_off(host: Host) -> None:
    said = prepared(host, 110)
    assert gitskills(host, "off", "learn").returncode == 0
    tip = host.repo.tip("skills")
    host.works(60, RULE)
    host.hook("Stop")
    host.quiet()
    assert host.repo.tip("skills") == tip
    assert context_of(host.start()) == said


def test_saying_yes_again_lets_nothing_go(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    for words in (("on",), ("init", "--no-plugin")):
        assert gitskills(host, *words).returncode == 0
    host.hook("SessionEnd")
    host.quiet()
    assert host.repo.tip("skills")


def test_a_switch_that_another_layer_overrules_says_so(host: Host) -> None:
    done = gitskills(host, "off", "--global")
    assert "another layer decides" in done.stdout
    assert host.repo.git("config", "--global", "gitskills.enabled") == "false"


@pytest.mark.promise("S8")
def test_a_switch_leaves_no_trace_in_git_status(host: Host) -> None:
    host.start()
    gitskills(host, "off", "--session", CLAUDE_CODE_SESSION_ID=host.session)
    gitskills(host, "off")
    assert host.repo.git("status", "--porcelain", "--ignored") == ""


@pytest.mark.parametrize("words", [("off", "dancing"), ("off", "--session")])
def test_a_switch_that_makes_no_sense_changes_nothing(host: Host, words: tuple[str, ...]) -> None:
    before = host.repo.git("config", "--list")
    assert gitskills(host, *words).returncode == 2
    assert host.repo.git("config", "--list") == before
