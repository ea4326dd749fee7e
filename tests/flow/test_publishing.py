"""`doctor` warns of whatever would publish the branch by the way, without asking the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.doctor import examine
from gitskills.app.status import status
from gitskills.app.sync import sync
from gitskills.model.review import Probe
from gitskills.model.sync import Standing
from tests.support.remotes import Team, team
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, teach

pytestmark = pytest.mark.promise("share-1")


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    return team(tmp_path)


def found(made: RepoBuilder, name: str) -> list[Probe]:
    return [probe for probe in examine(here(made.path)) if probe.name == name]


def shared(made: RepoBuilder) -> None:
    assert sync(here(made.path), "", push=True, pull=True, progress=lambda _done, _total: None).stopped == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("push.default", "matching"),
        ("remote.origin.mirror", "true"),
        ("remote.origin.mirror", "yes"),
        ("remote.origin.push", "refs/heads/*:refs/heads/*"),
        ("remote.origin.push", "+refs/*:refs/*"),
        ("remote.origin.push", ":"),
        ("remote.origin.push", "skills"),
        ("remote.origin.push", "refs/heads/skills:refs/heads/other"),
        ("alias.publish", "push --all origin"),
        ("alias.copy", "!git push --mirror backup && echo done"),
    ],
)
def test_settings_under_which_a_plain_push_carries_the_branch_are_named(key: str, value: str, ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    assert found(one, "push") == []
    one.git("config", key, value)
    (probe,) = found(one, "push")
    assert probe.ok is None
    assert probe.hint
    assert key in probe.sentence or key.removeprefix("alias.") in probe.sentence


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("push.default", "simple"),
        ("remote.origin.mirror", "false"),
        ("remote.origin.push", "refs/heads/main:refs/heads/main"),
        ("remote.origin.push", "HEAD:refs/for/main"),
        ("remote.origin.push", "refs/heads/topic/*:refs/heads/topic/*"),
        ("alias.up", "push origin main"),
    ],
)
def test_settings_that_leave_the_branch_here_are_fine(key: str, value: str, ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    one.git("config", key, value)
    assert found(one, "push") == []


def test_what_the_hint_says_silences_it(ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    one.git("config", "remote.origin.push", "refs/heads/*")
    (probe,) = found(one, "push")
    assert probe.hint == "git config --add remote.origin.push '^refs/heads/skills'"
    one.git("config", "--add", "remote.origin.push", "^refs/heads/skills")
    assert found(one, "push") == []


def test_a_branch_that_is_on_a_remote_that_nobody_chose_is_named(ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    teach(one.path, UV)
    one.git("push", "--quiet", "origin", "skills")
    (probe,) = found(one, "push")
    assert "origin has a branch skills" in probe.sentence
    assert "git config gitskills.remote origin" in probe.hint
    assert "git push origin --delete skills" in probe.hint
    one.git("config", "gitskills.remote", "origin")
    assert found(one, "push") == []
    assert [probe.ok for probe in found(one, "sharing")] == [True]


@pytest.mark.promise("case-17")
def test_a_remote_whose_default_branch_it_became_is_named(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    shared(one)
    one.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/skills")
    assert [probe.ok for probe in found(one, "push")] == [False]


def test_a_chosen_remote_that_can_t_be_used_is_named(ours: Team) -> None:
    one = ours.clone("one")
    one.git("remote", "rename", "origin", "team")
    assert [probe.ok for probe in found(one, "sharing")] == [False]


def test_status_says_how_far_apart_the_two_are_as_of_the_last_fetch(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    assert status(here(one.path)).sharing == Standing("origin")
    teach(one.path, UV)
    assert status(here(one.path)).sharing == Standing("origin", ahead=1)
    shared(one)
    shared(other)
    teach(one.path, MIGRATE)
    shared(one)
    assert status(here(one.path)).sharing == Standing("origin")
    other.git("fetch", "--quiet")
    assert status(here(other.path)).sharing == Standing("origin", behind=1)
    one.git("config", "--unset", "gitskills.remote")
    assert status(here(one.path)).sharing is None
