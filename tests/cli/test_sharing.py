"""`gitskills sync` as people and scripts meet it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pexpect
import pytest

from tests.cli.running import GITSKILLS, lines, run
from tests.cli.terminal import on_terminal
from tests.support.remotes import Team, http, silent, team
from tests.support.teaching import MIGRATE, UV, teach

pytestmark = pytest.mark.promise("share-1")


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    return team(tmp_path)


def test_it_tells_what_went_what_came_and_what_became_of_both(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    said = run(one.path, "sync")
    assert said.returncode == 0, said.stderr
    assert "1 commit to origin:" in said.stdout
    assert f"skill: add {UV.name}" in said.stdout
    assert run(one.path, "sync").stdout == "skills is the same here and on origin\n"
    teach(other.path, MIGRATE)
    said = run(other.path, "sync")
    assert "1 commit from origin:" in said.stdout
    assert "merged with what was learned here" in said.stdout
    (read,) = lines(run(one.path, "sync", "origin", "--json"))
    assert read["tip"] == other.tip("skills") == ours.bare.tip("skills")
    assert read["came"][0]["subject"] == f"skill: add {MIGRATE.name}"
    assert (read["stopped"], read["refused"], read["held"]) == ("", [], [])


def test_where_nothing_was_learned_it_says_so(ours: Team) -> None:
    done = run(ours.clone("one").path, "sync")
    assert (done.returncode, done.stdout) == (0, "nothing was learned yet, neither here nor on origin\n")


def test_where_none_is_chosen_the_command_that_chooses_is_said_and_the_code_is_2(ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    done = run(one.path, "sync", "origin")
    assert done.returncode == 2
    assert "git config gitskills.remote origin" in done.stderr


def test_a_commit_that_is_refused_is_shown_with_rule_and_path_and_the_code_is_1(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    run(one.path, "sync")
    one.git("branch", "theirs", "skills")
    bad = one.commit_on("theirs", "innocent \x1b[31m", {"setup.py": "print(1)\n"})
    one.git("push", "--quiet", "origin", "theirs:skills")
    done = run(other.path, "sync")
    assert done.returncode == 1
    assert f"refused  {bad[:12]} setup.py" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    (read,) = lines(run(other.path, "sync", "--json"))
    assert [(found["commit"], found["place"], found["rule"]) for found in read["refused"]] == [
        (bad, "setup.py", "paths")
    ]


def test_status_points_to_sync(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    assert "1 here and not on origin  (see `gitskills sync`)" in run(one.path, "status").stdout
    (read,) = lines(run(one.path, "status", "--json"))
    assert read["sharing"] == {"remote": "origin", "ahead": 1, "behind": 0}


def test_a_remote_that_says_nothing_or_asks_ends_in_one_sentence_and_code_3(ours: Team) -> None:
    one = ours.clone("one")
    with silent() as url:
        one.git("remote", "set-url", "origin", url)
        done = run(one.path, "sync", GITSKILLS_SYNC_SECONDS="1")
    assert done.returncode == 3
    assert "did not answer within 1 seconds" in done.stderr
    assert "git ls-remote origin" in done.stderr
    with http(ours.bare, login=True) as url:
        one.git("remote", "set-url", "origin", url)
        done = run(one.path, "sync")
    assert done.returncode == 3
    assert "wants a login" in done.stderr


def test_on_a_terminal_nobody_is_asked_for_a_password_and_a_bar_is_shown(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    with http(ours.bare, login=True) as url:
        one.git("remote", "set-url", "origin", url)
        child = on_terminal(one.path, "sync", GIT_TERMINAL_PROMPT="1")
        child.expect(pexpect.EOF)
        assert "sync origin" in child.before
        assert "wants a login" in child.before
        child.close()
        assert child.exitstatus == 3


def test_two_syncs_of_one_clone_take_turns(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    both = [subprocess.Popen([*GITSKILLS, "sync", "--json"], cwd=one.path, stdout=subprocess.PIPE) for _ in range(2)]
    sent = [json.loads(process.communicate()[0])["went"] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(map(len, sent)) == [0, 1]


def test_the_user_s_own_hook_s_words_reach_them(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    hook = one.path / ".git/hooks/pre-push"
    hook.write_text("#!/bin/sh\necho the build is red >&2\nexit 1\n")
    hook.chmod(0o755)
    done = run(one.path, "sync")
    assert done.returncode == 1
    assert "the build is red" in done.stderr
