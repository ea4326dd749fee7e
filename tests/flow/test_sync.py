"""Two clones and one remote: what one learned the other has, and nothing else ever leaves or arrives."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.sync import sync
from gitskills.model.sync import SyncReport
from tests.support.remotes import Team, team
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, teach

pytestmark = pytest.mark.promise("share-1")


def shared(made: RepoBuilder, name: str = "", *, push: bool = True, pull: bool = True) -> SyncReport:
    return sync(here(made.path), name, push=push, pull=pull, progress=lambda _done, _total: None)


def done(made: RepoBuilder) -> SyncReport:
    report = shared(made)
    assert report.stopped == ""
    return report


def live(made: RepoBuilder) -> list[str]:
    return sorted(place.parent.name for place in (made.path / ".claude/skills").glob("*/SKILL.md"))


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    return team(tmp_path)


def test_what_one_clone_learned_is_live_in_the_other(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    went = done(one)
    assert [subject for _, subject in went.went] == [f"skill: add {UV.name}"]
    came = done(other)
    assert came.came == went.went
    assert not came.merged
    assert live(other) == [UV.name]
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills") == came.tip


def test_both_learned_and_both_have_both(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    teach(other.path, MIGRATE)
    done(one)
    report = done(other)
    assert report.merged
    done(one)
    assert live(one) == live(other) == sorted([UV.name, MIGRATE.name])
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills")
    ours.bare.fsck()


def test_nothing_new_changes_nothing(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    done(one)
    again = done(one)
    assert again.came == again.went == ()
