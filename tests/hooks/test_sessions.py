"""From the first hook of a session to a commit: counting, handing over, reflecting, telling (LOOP S1–S9, L2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gitskills.state.directory import user_state
from tests.cli.running import lines, run
from tests.support.hooks import Host, dated
from tests.support.repos import RepoBuilder

RULE = "Always use uv instead of pip in this project."
OTHER_RULE = "Never log request bodies in the billing service."


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    repo.git("config", "gitskills.enabled", "true")
    return repo


@pytest.fixture
def host(project: RepoBuilder, tmp_path: Path) -> Iterator[Host]:
    made = Host(project, tmp_path / "host")
    yield made
    made.quiet()


def context_of(reply: dict[str, Any]) -> str:
    return str(reply.get("hookSpecificOutput", {}).get("additionalContext", ""))


@pytest.mark.promise("U1", "S5")
def test_a_session_too_short_to_reflect_on_is_counted_when_a_job_comes_by(host: Host) -> None:
    host.repo.git("config", "gitskills.activity", "3")
    host.start()
    host.works(3, RULE)
    host.hook("Stop")
    host.quiet()
    name = host.repo.subjects("skills")[0].removeprefix("skill: add ")
    host.hook("SessionEnd")
    short = Host(host.repo, host.folder, session="5f0c2a9e-0000-4000-8000-00000000beef")
    short.start()
    session = dated(short.session)
    session.user("Good morning.")
    session.listing(name)
    session.skill(name)
    session.agent("Done.")
    short.add(session)
    short.hook("Stop")
    short.hook("SessionEnd")
    assert short.row() is None
    (line,) = lines(run(host.repo.path, "list", "--json"))
    assert (line["name"], line["uses"], line["turns"]) == (name, 1, 1)
    assert list((host.state / "ended").iterdir()) == []


@pytest.mark.promise("S2", "L2")
def test_a_rule_said_once_is_a_skill_in_the_next_session(host: Host) -> None:
    assert host.start() == {}
    host.works(50, RULE)
    host.hook("Stop")
    host.quiet()
    assert host.repo.subjects("skills")[0].startswith("skill: add ")
    reply = Host(host.repo, host.folder, "another-session").start()
    assert "learned since the last look: " in reply["systemMessage"]
    assert reply["systemMessage"] in context_of(reply)
    assert Host(host.repo, host.folder, "third-session").start() == {}


@pytest.mark.promise("S2")
def test_below_the_threshold_nothing_is_handed_over_and_the_count_is_kept(host: Host) -> None:
    host.repo.git("config", "gitskills.decide", "false")
    host.start()
    host.works(49, RULE)
    host.hook("Stop")
    assert (host.row() or {})["activity"] == 49
    assert host.due() == []
    host.works(1)
    host.hook("Stop")
    assert (host.row() or {})["activity"] == 0
    host.quiet()
    assert host.repo.tip("skills")


@pytest.mark.promise("S1", "S3")
def test_talk_without_a_tool_call_never_counts(host: Host) -> None:
    host.repo.git("config", "gitskills.activity", "1")
    host.start()
    for _ in range(5):
        host.works(0, RULE)
        host.hook("Stop")
    assert (host.row() or {})["activity"] == 0
    host.hook("SessionEnd")
    host.quiet()
    assert (host.due(), host.row(), host.repo.tip("skills")) == ([], None, "")


@pytest.mark.promise("S1", "S4", "S6")
def test_what_a_side_chain_or_an_api_record_holds_never_counts(host: Host) -> None:
    host.start()
    session = dated(host.session)
    session.call("Read", file_path="/a")
    row = session.rows[-1]
    assert isinstance(row, dict)
    row["isSidechain"] = True
    session.raw({"type": "api-request-blob", "content": [{"type": "tool_use", "name": "Read"}]})
    session.result('a file that holds "tool_use"')
    host.add(session)
    host.hook("Stop")
    assert (host.row() or {})["activity"] == 0


@pytest.mark.promise("S3")
def test_the_tail_of_a_session_is_looked_at_when_it_ends(host: Host) -> None:
    host.start()
    host.works(1, RULE)
    host.hook("Stop")
    host.hook("SessionEnd")
    host.quiet()
    assert host.repo.tip("skills")
    assert (host.due(), host.row()) == ([], None)


@pytest.mark.promise("S3", "case-10")
def test_the_tail_of_a_killed_session_is_caught_up_by_the_next_start(host: Host) -> None:
    host.start()
    host.works(2, RULE)
    died(host)
    Host(host.repo, host.folder, "another-session").start()
    host.quiet()
    assert host.repo.tip("skills")
    assert host.row() is None


def died(host: Host) -> None:
    """The host of this session is gone: its process started at another time than the one with its number now."""
    place = host.state / "sessions" / f"{host.session}.json"
    row = json.loads(place.read_text("utf-8"))
    place.write_text(json.dumps(row | {"started": "1"}), "utf-8")


@pytest.mark.promise("S3")
def test_a_living_session_is_left_alone_by_others(host: Host) -> None:
    host.start()
    host.works(5, RULE)
    Host(host.repo, host.folder, "another-session").start()
    host.quiet()
    assert host.row() is not None
    assert host.repo.tip("skills") == ""


@pytest.mark.promise("S3")
def test_what_was_never_registered_is_never_read(host: Host) -> None:
    host.works(60, RULE)
    host.hook("Stop")
    host.hook("SessionEnd")
    host.quiet()
    assert (host.due(), host.repo.tip("skills")) == ([], "")


@pytest.mark.promise("S3")
def test_what_was_said_before_a_session_was_registered_is_never_read(host: Host) -> None:
    host.works(60, RULE)
    host.start("resume")
    host.works(50, OTHER_RULE)
    host.hook("Stop")
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 1
    assert "request bodies" in host.repo.git("log", "-1", "--format=%B", "skills")


@pytest.mark.promise("S3")
def test_a_fork_counts_and_teaches_only_what_is_its_own(host: Host) -> None:
    host.start()
    parent = host.works(50, RULE)
    host.hook("Stop")
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 1
    fork = Host(host.repo, host.folder, "forked-session")
    fork.start("fork")
    fork.add(parent)
    fork.works(3, OTHER_RULE)
    fork.hook("Stop")
    fork.hook("SessionEnd")
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 2
    assert "request bodies" in host.repo.git("log", "-1", "--format=%B", "skills")


def test_a_fork_is_not_charged_with_calls_made_before_it_began(host: Host) -> None:
    host.start("fork")
    old = dated(host.session)
    old.day = "2020-01-01"
    for number in range(60):
        old.exchange("Read", "x", file_path=f"/{number}")
    host.add(old)
    host.works(4)
    host.hook("Stop")
    assert (host.row() or {})["activity"] == 4


@pytest.mark.promise("S6", "case-9")
def test_our_own_child_never_triggers(host: Host) -> None:
    host.start()
    host.works(60, "[gitskills:reflection] Look for lessons.")
    host.hook("Stop")
    host.quiet()
    assert (host.due(), host.row(), host.repo.tip("skills")) == ([], None, "")


@pytest.mark.promise("S4")
def test_every_counter_is_exact_with_many_sessions_at_once(host: Host) -> None:
    hosts = [Host(host.repo, host.folder, f"session-{number:04d}") for number in range(12)]

    def play(one: Host) -> None:
        one.start()
        for _ in range(4):
            one.works(3)
            one.hook("Stop")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, hosts))
    assert [(one.row() or {})["activity"] for one in hosts] == [12] * 12


@pytest.mark.promise("S5")
def test_two_ends_at_once_are_reflected_on_once_each(host: Host) -> None:
    hosts = [Host(host.repo, host.folder, f"session-{letter * 4}") for letter in "ab"]
    for one, rule in zip(hosts, (RULE, OTHER_RULE), strict=True):
        one.start()
        one.works(3, rule)
        one.hook("Stop")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: one.hook("SessionEnd"), hosts))
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 2
    assert [one.due() for one in hosts] == [[], []]


@pytest.mark.promise("S9")
def test_a_repository_never_seen_gets_one_line_and_nothing_else(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("first", {"README.md": "# A project\n"})
    before = repo.fingerprint()
    host = Host(repo, tmp_path / "host")
    reply = host.start()
    assert all(f"/gitskills:{word}" in reply["systemMessage"] for word in ("on", "off"))
    assert "git config --global gitskills.enabled true" in reply["systemMessage"]
    assert "hookSpecificOutput" not in reply
    assert host.start() == {}
    host.works(60, RULE)
    assert host.hook("UserPromptSubmit") == host.hook("Stop") == host.hook("SessionEnd") == {}
    assert not host.state.exists()
    assert repo.fingerprint() == before


@pytest.fixture
def plain(repo: RepoBuilder, tmp_path: Path) -> Iterator[Host]:
    """A session in a folder that lies in no repository, of a person who said yes to all."""
    repo.git("config", "--global", "gitskills.enabled", "true")
    folder = tmp_path / "plain"
    folder.mkdir()
    made = Host(repo.at(folder), tmp_path / "host")
    yield made
    made.quiet()
    assert list(folder.iterdir()) == []


@pytest.mark.promise("S11")
def test_outside_a_repository_only_what_holds_everywhere_is_kept_and_nothing_is_made_there(plain: Host) -> None:
    plain.start()
    plain.works(1, RULE)
    plain.works(50, "In all my projects, I prefer summaries of two lines at most.")
    plain.hook("Stop")
    plain.quiet()
    state = user_state().root
    (held,) = [json.loads(place.read_text("utf-8"))["proposal"] for place in state.glob("review/*.json")]
    assert (held["scope"], "summaries" in held["description"]) == ("user", True)
    told = Host(plain.repo, plain.folder, "another-session").start()
    assert f"waiting for your yes or no: {held['name']}" in told["systemMessage"]


@pytest.mark.promise("S11")
@pytest.mark.parametrize(
    ("key", "value"), [("gitskills.enabled", None), ("gitskills.enabled", "false"), ("gitskills.userScope", "off")]
)
def test_outside_a_repository_nothing_is_read_without_a_yes_for_all(plain: Host, key: str, value: str | None) -> None:
    words = ["config", "--global", *([key, value] if value else ["--unset", key])]
    plain.repo.git(*words)
    plain.works(60, RULE)
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
        assert plain.hook(event) == {}
    assert not (plain.data_folder / "gitskills").exists()


def test_a_no_that_is_said_for_this_repository_holds_against_a_global_yes(host: Host) -> None:
    host.repo.git("config", "--global", "gitskills.enabled", "true")
    host.repo.git("config", "gitskills.enabled", "false")
    assert host.start() == {}
    assert not host.state.exists()


@pytest.mark.parametrize("where", ["", "src/deep", "linked worktree", "bare"])
def test_it_is_found_from_anywhere_in_it(project: RepoBuilder, tmp_path: Path, where: str) -> None:
    if where == "linked worktree":
        place = project.worktree(tmp_path / "linked", "--detach")
    elif where == "bare":
        place = project.clone(tmp_path / "bare.git", "--bare")
        place.git("config", "gitskills.enabled", "true")
    else:
        place = project.at(project.path / where)
        place.path.mkdir(parents=True, exist_ok=True)
    host = Host(place, tmp_path / "host")
    host.start()
    assert host.row() is not None


def test_a_session_that_changes_its_folder_stays_where_it_began(host: Host, tmp_path: Path) -> None:
    host.variables = {"CLAUDE_PROJECT_DIR": str(host.repo.path)}
    host.start()
    host.works(3)
    host.hook("Stop", cwd=str(tmp_path))
    assert (host.row() or {})["activity"] == 3


@pytest.mark.promise("L2")
def test_the_next_prompt_tells_what_was_learned_meanwhile_once(host: Host) -> None:
    host.start()
    assert host.hook("UserPromptSubmit") == {}
    host.works(50, RULE)
    host.hook("Stop")
    host.quiet()
    reply = host.hook("UserPromptSubmit")
    assert "learned since the last look" in reply["systemMessage"]
    assert host.hook("UserPromptSubmit") == {}
