"""The project takes the branch up: by merge, squash or rebase nothing is lost, and what it drops again doesn't come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.errors import GitskillsError
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, lesson, outcomes, rules, teach

pytestmark = pytest.mark.promise("L1", "U7")

PATCH = Lesson(
    UV.name,
    "And pin every version.",
    more={"action": "patch", "old_text": "Mind the lock.", "new_text": "Pin versions."},
)
LONG = Lesson(UV.name, UV.said, "Always use uv here. Mind the lock.")
TAKE = Callable[[RepoBuilder], None]


def by_merge(made: RepoBuilder) -> None:
    made.git("merge", "--quiet", "--no-edit", "--no-ff", "skills")


def by_fast_forward(made: RepoBuilder) -> None:
    made.git("merge", "--quiet", "--ff-only", "skills")


def by_squash(made: RepoBuilder) -> None:
    made.git("merge", "--quiet", "--squash", "skills")
    made.git("commit", "--quiet", "-m", "what was learned")


def by_rebase(made: RepoBuilder) -> None:
    made.commit("main went on", {"b.py": "1\n"})
    made.git("branch", "taken", "skills")
    made.git("rebase", "--quiet", "main", "taken")
    made.git("checkout", "--quiet", "main")
    made.git("merge", "--quiet", "--ff-only", "taken")
    made.git("branch", "-D", "taken")


EVERY_WAY = pytest.mark.parametrize(
    "take", [by_merge, by_fast_forward, by_squash, by_rebase], ids=lambda take: take.__name__
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, LONG, MIGRATE)) == ["landed", "landed"]
    return made


def live(made: RepoBuilder) -> list[str]:
    return sorted(place.parent.name for place in made.path.glob(".claude/skills/*/SKILL.md"))


def clear(made: RepoBuilder) -> None:
    """What a person does whom git tells that live copies are in the way."""
    made.git("clean", "-fdxq", ".claude")


@EVERY_WAY
def test_what_the_project_takes_up_is_all_there_and_no_longer_ours(made: RepoBuilder, take: TAKE) -> None:
    tip = made.tip("skills")
    clear(made)
    take(made)
    assert made.paths("main", ".claude/skills") == made.paths(tip, ".claude/skills")
    drain(made.path)
    assert made.git("status", "--short") == ""
    assert live(made) == sorted([UV.name, MIGRATE.name])
    assert {line.owner for line in list_skills(here(made.path), archived=False)} == {"project"}
    (intake,) = teach(made.path, PATCH)
    assert (outcomes([intake]), rules(intake)) == (["rejected"], {"ownership"})
    with pytest.raises(GitskillsError, match="belongs to the project"):
        rollback(here(made.path), UV.name, "no")
    assert outcomes(teach(made.path, lesson(3))) == ["landed"]
    assert made.git("status", "--short") == ""
    assert live(made) == sorted([UV.name, MIGRATE.name, lesson(3).name])


@EVERY_WAY
def test_what_the_project_drops_again_does_not_come_back(made: RepoBuilder, take: TAKE) -> None:
    clear(made)
    take(made)
    drain(made.path)
    made.git("rm", "--quiet", "-r", f".claude/skills/{UV.name}")
    made.git("commit", "--quiet", "-m", "we use something else now")
    drain(made.path)
    assert live(made) == [MIGRATE.name]
    assert outcomes(teach(made.path, lesson(3))) == ["landed"]
    assert live(made) == sorted([MIGRATE.name, lesson(3).name])
    assert made.git("status", "--short") == ""
    tip = made.tip("skills")
    assert outcomes(teach(made.path, PATCH)) == ["rejected"]
    assert outcomes(teach(made.path, Lesson(UV.name, "Packages come from the mirror."))) == ["rejected"]
    teach(made.path, LONG)  # the very same, as after a crash
    assert (made.tip("skills"), UV.name in live(made)) == (tip, False)
    made.git("revert", "--no-edit", "HEAD")
    drain(made.path)
    assert UV.name in live(made)


@EVERY_WAY
def test_a_second_taking_up_brings_what_was_learned_since_and_nothing_twice(made: RepoBuilder, take: TAKE) -> None:
    clear(made)
    take(made)
    assert outcomes(teach(made.path, lesson(3))) == ["landed"]
    clear(made)
    made.git("checkout", "--quiet", "main")
    by_merge(made)
    drain(made.path)
    assert live(made) == sorted([UV.name, MIGRATE.name, lesson(3).name])
    assert made.git("status", "--short") == ""
    made.fsck()


def test_what_was_taken_back_before_the_project_took_the_branch_up_stays_away(made: RepoBuilder) -> None:
    assert rollback(here(made.path), UV.name, "not so").commit
    clear(made)
    by_squash(made)
    drain(made.path)
    assert live(made) == [MIGRATE.name]
    assert outcomes(teach(made.path, UV)) == ["rejected"]
