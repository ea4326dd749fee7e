"""Local state is disposable: taken away at any moment, no lesson is lost, none lands twice, and no error is more than a sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from gitskills.app.doctor import examine
from gitskills.app.promote import promote
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills, status
from gitskills.app.waiting import unseen, waiting
from gitskills.app.why import why
from gitskills.errors import GitskillsError
from gitskills.state.births import read_births
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, lesson, outcomes, teach
from tests.support.using import live_through

MANY = 8
PATCH = Lesson(
    UV.name,
    "In the whole repository, too.",
    more={"action": "patch", "old_text": "project.", "new_text": "repository."},
)
LONG = Lesson(UV.name, UV.said, "Always use uv in this project.", "Add packages with uv.")

VANISHING = """
import random, shutil, sys, time
chance = random.Random(7)
print("ready", flush=True)
while True:
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    time.sleep(chance.uniform(0.01, 0.15))
"""


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    for key in ("birthsPerDay", "probationMax"):
        made.git("config", f"gitskills.{key}", "1000")
    return made


def lose(made: RepoBuilder) -> None:
    shutil.rmtree(made.path / ".git/gitskills", ignore_errors=True)


def everything_that_reads(made: RepoBuilder) -> None:
    context = here(made.path)
    status(context), list_skills(context, archived=True), waiting(context), unseen(context), examine(context)
    why(context, UV.name)


def statuses(made: RepoBuilder) -> dict[str, str]:
    return {line.name: line.status for line in list_skills(here(made.path), archived=False)}


STEPS: dict[str, Callable[[RepoBuilder], object]] = {
    "read": everything_that_reads,
    "drain": lambda made: drain(made.path),
    "replay": lambda made: teach(made.path, LONG),
    "teach": lambda made: teach(made.path, MIGRATE),
    "patch": lambda made: teach(made.path, PATCH),
    "roll back": lambda made: rollback(here(made.path), MIGRATE.name, "no"),
    "dry run": lambda made: promote(here(made.path), dry_run=True),
}


def all_steps(made: RepoBuilder, between: Callable[[RepoBuilder], None]) -> tuple[list[str], list[str]]:
    """What the branch says after every step, and what the host reads."""
    teach(made.path, LONG)
    for step in STEPS.values():
        between(made)
        step(made)
    between(made)
    drain(made.path)
    listed = made.git("ls-tree", "-r", "skills").split("\n")
    live = [str(path.relative_to(made.path)) for path in sorted((made.path / ".claude").rglob("*"))]
    return made.subjects("main..skills"), [row for row in listed if "evidence" not in row] + live


def test_losing_the_state_between_any_two_steps_changes_nothing_on_the_branch_or_before_the_host(
    made: RepoBuilder, tmp_path: Path
) -> None:
    other = RepoBuilder.with_commit(tmp_path / "other", home=Path.home())
    assert all_steps(made, lose) == all_steps(other, lambda _: None)
    made.fsck()


@pytest.mark.slow
def test_state_that_vanishes_all_the_time_loses_no_landed_lesson_and_lands_none_twice(made: RepoBuilder) -> None:
    command = [sys.executable, "-c", VANISHING, str(made.path / ".git/gitskills")]
    vanishing = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert vanishing.stdout is not None
    assert vanishing.stdout.readline() == b"ready\n"
    try:
        for number in range(MANY):
            with suppress(GitskillsError):  # one sentence; nothing else may come out
                teach(made.path, lesson(number))
    finally:
        vanishing.kill()
        vanishing.communicate()
    made.fsck()
    for number in range(MANY):
        assert outcomes(teach(made.path, lesson(number))) == ["landed"]
    names = sorted(lesson(number).name for number in range(MANY))
    assert sorted(made.subjects("main..skills")) == [f"skill: add {name}" for name in names]
    drain(made.path)
    assert [name for name in names if not (made.path / ".claude/skills" / name / "SKILL.md").exists()] == []


def test_a_skill_is_in_probation_until_enough_turns_have_passed_and_again_when_its_birth_is_lost(
    made: RepoBuilder,
) -> None:
    teach(made.path, UV)
    state = here(made.path).need_project().state
    assert statuses(made) == {UV.name: "probation"}
    live_through(state, 100, UV.name)
    assert statuses(made) == {UV.name: "active"}
    lose(made)
    assert statuses(made) == {UV.name: "probation"}
    drain(made.path)
    live_through(state, 100, UV.name)
    assert statuses(made) == {UV.name: "active"}


def test_lost_births_do_not_fill_the_nursery(made: RepoBuilder) -> None:
    teach(made.path, UV, MIGRATE)
    lose(made)
    drain(made.path)
    made.git("config", "gitskills.probationMax", "1")
    made.git("config", "gitskills.birthsPerDay", "1")
    assert outcomes(teach(made.path, lesson(1))) == ["landed"]
    assert outcomes(teach(made.path, lesson(2))) == ["waiting"]


def test_a_rollback_of_a_patch_leaves_the_birth_and_a_restored_skill_begins_again(made: RepoBuilder) -> None:
    teach(made.path, LONG)
    state = here(made.path).need_project().state
    live_through(state, 100, UV.name)
    teach(made.path, PATCH)
    rollback(here(made.path), made.tip("skills"), "no")
    assert statuses(made) == {UV.name: "active"}
    rollback(here(made.path), UV.name, "no")
    assert read_births(state) == {}
    rollback(here(made.path), made.tip("skills"), "after all")
    assert statuses(made) == {UV.name: "probation"}


def test_what_waited_is_lost_with_the_queue_and_can_be_proposed_again(made: RepoBuilder) -> None:
    made.git("config", "gitskills.landing", "review")
    assert outcomes(teach(made.path, UV)) == ["review"]
    lose(made)
    assert waiting(here(made.path)) == ()
    assert outcomes(teach(made.path, UV)) == ["review"]
    (item,) = waiting(here(made.path))
    lose(made)
    with pytest.raises(GitskillsError, match="waits no longer"):
        accept(here(made.path), item)
