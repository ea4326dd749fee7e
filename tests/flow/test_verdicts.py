"""A person's no, by whatever commit it comes: the same lesson stays away in any spelling, and a person can take the no back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.rollback import rollback
from gitskills.app.waiting import waiting
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, here, outcomes, rules, teach

pytestmark = pytest.mark.promise("V11", "L1", "U7")

UNDO = Callable[[RepoBuilder, str], None]
PATCH = Lesson(
    UV.name,
    "And pin every version.",
    more={"action": "patch", "old_text": "Mind the lock.", "new_text": "Pin versions."},
)
LONG = Lesson(UV.name, UV.said, "Always use uv here. Mind the lock.")
SAME_NAME = Lesson(UV.name, "Packages come from the mirror.", "Take packages from the mirror.")
SAME_WORDS = Lesson("other-name", UV.said, "Something quite different is written here.", "Something different.")
SAME_CONTENT = Lesson("third-name", "This was said at another time.", LONG.body, LONG.said[:60])


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, LONG)) == ["landed"]
    return made


def branch(made: RepoBuilder, name: str = "skills") -> RepoBuilder:
    return made.worktree(made.path.parent / f"on-{name}", name)


def leave(folder: RepoBuilder) -> None:
    folder.git("checkout", "--quiet", "--detach")


def by_rollback(made: RepoBuilder, commit: str) -> None:
    assert rollback(here(made.path), commit, "not so").commit


def by_git_revert(made: RepoBuilder, commit: str) -> None:
    place = branch(made)
    place.git("revert", "--no-edit", commit)
    leave(place)


def by_hand(made: RepoBuilder, commit: str) -> None:
    """As git revert, in the person's own words."""
    place = branch(made)
    place.git("revert", "--no-commit", commit)
    place.git("commit", "--quiet", "-m", "we don't do that here")
    leave(place)


def by_merge(made: RepoBuilder, commit: str) -> None:
    """Reverted on a branch of one's own, while the skills branch went on, then merged."""
    made.git("branch", "review", "skills")
    place = branch(made, "review")
    place.git("revert", "--no-edit", commit)
    leave(place)
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]
    skills = branch(made)
    skills.git("merge", "--quiet", "--no-edit", "review")
    leave(skills)


def by_squash(made: RepoBuilder, commit: str) -> None:
    made.git("branch", "review", "skills")
    place = branch(made, "review")
    place.git("revert", "--no-edit", commit)
    leave(place)
    skills = branch(made)
    skills.git("merge", "--quiet", "--squash", "review")
    skills.git("commit", "--quiet", "-m", "cleaned up")
    leave(skills)


EVERY_WAY = pytest.mark.parametrize(
    "undo", [by_rollback, by_git_revert, by_hand, by_merge, by_squash], ids=lambda undo: undo.__name__
)


@pytest.mark.promise("V11")
@EVERY_WAY
@pytest.mark.parametrize(
    "again", [LONG, SAME_NAME, SAME_WORDS, SAME_CONTENT], ids=["all of it", "name", "words", "content"]
)
def test_a_lesson_taken_back_is_refused_by_name_words_and_content(made: RepoBuilder, undo: UNDO, again: Lesson) -> None:
    undo(made, made.tip("skills"))
    tip = made.tip("skills")
    (intake,) = teach(made.path, again)
    assert (outcomes([intake]), made.tip("skills")) == (["rejected"], tip)
    assert "verdict" in rules(intake)


SPELLINGS = [
    ("words", Lesson("other-name", "ALWAYS use UV instead of pip  in this project.", "Quite different.", "Different.")),
    ("words", Lesson("other-name", "Alw\u0430ys use uv instead of pip in this project.", "Quite different.", "Other.")),
    ("words", Lesson("other-name", "\uff21lways use uv instead of pip in this project.", "Quite different.", "Other.")),
    ("content", Lesson("other-name", "Said later.", "ALWAYS USE uv here.  mind the lock.", LONG.said.upper()[:60])),
]


@pytest.mark.promise("V11")
@pytest.mark.parametrize(("of", "again"), SPELLINGS)
def test_another_spelling_of_the_same_is_the_same(made: RepoBuilder, of: str, again: Lesson) -> None:
    by_git_revert(made, made.tip("skills"))
    (intake,) = teach(made.path, again)
    assert outcomes([intake]) == ["rejected"]
    assert intake.ruling is not None
    assert any(of in found.message for found in intake.ruling.violations if found.rule == "verdict")


@pytest.mark.promise("V11")
def test_what_is_only_near_goes_to_a_person(made: RepoBuilder) -> None:
    by_git_revert(made, made.tip("skills"))
    near = Lesson("pip-not-uv", "Take pip, never uv.", "Install with pip.", "Install with pip.")
    half = Lesson(
        "half-said", "Mirrors are slow.", "Wait for the mirrors.", "Wait for them.",
        more={"evidence": [{"quote": "Mirrors are slow."}, {"quote": UV.said}]},
    )  # fmt: skip
    both = teach(made.path, near, half, UV)
    assert outcomes(both)[:2] == ["review", "review"]
    assert {item.name for item in waiting(here(made.path))} == {"pip-not-uv", "half-said"}


@pytest.mark.promise("V11")
def test_what_has_nothing_to_do_with_it_lands(made: RepoBuilder) -> None:
    by_git_revert(made, made.tip("skills"))
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]


@pytest.mark.promise("V11")
@EVERY_WAY
def test_a_patch_taken_back_is_refused_alone(made: RepoBuilder, undo: UNDO) -> None:
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    undo(made, made.git("rev-parse", "skills"))
    (same,) = teach(made.path, PATCH)
    assert outcomes([same]) == ["rejected"]
    reworded = Lesson(PATCH.name, "Versions are pinned, I said.", more=PATCH.more)  # other words for the same change
    assert outcomes(teach(made.path, reworded)) == ["rejected"]
    other = Lesson(
        UV.name, "Commit the lock file too.", more={"action": "patch", "old_text": "Mind", "new_text": "Commit"}
    )
    assert outcomes(teach(made.path, other)) == ["landed"]
    assert "Commit the lock." in made.show(f"skills:.claude/skills/{UV.name}/SKILL.md").decode()


@pytest.mark.promise("V11")
@EVERY_WAY
def test_taking_the_no_back_forgives(made: RepoBuilder, undo: UNDO) -> None:
    add = made.tip("skills")
    undo(made, add)
    tree = made.git("rev-parse", f"{add}:.claude/skills/{UV.name}")
    if undo is by_merge:
        no = made.git("rev-parse", "skills^2")
        place = made.at(made.path.parent / "on-skills")
        place.git("checkout", "--quiet", "skills")
        place.git("revert", "--no-edit", no)
        leave(place)
    else:
        by_rollback(made, made.tip("skills"))
    assert made.git("rev-parse", f"skills:.claude/skills/{UV.name}") == tree
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    library_says = teach(made.path, Lesson("x-y", UV.said, "Quite different text.", "Different."))
    assert "verdict" not in rules(library_says[0])


@pytest.mark.promise("V11")
def test_putting_the_patch_back_forgives_it_and_the_next_no_holds_again(made: RepoBuilder) -> None:
    teach(made.path, PATCH)
    by_rollback(made, made.tip("skills"))
    by_rollback(made, made.tip("skills"))
    assert "Pin versions." in made.show(f"skills:.claude/skills/{UV.name}/SKILL.md").decode()
    assert outcomes(teach(made.path, PATCH)) == ["landed"]  # it stands: a look-up
    by_rollback(made, made.tip("skills"))
    assert outcomes(teach(made.path, PATCH)) == ["rejected"]


@pytest.mark.promise("V11")
def test_a_skill_archived_and_pruned_is_no_verdict_and_one_taken_back_stays_refused_after_the_pruning(
    made: RepoBuilder,
) -> None:
    add = made.tip("skills")
    place = branch(made)
    place.git("mv", f".claude/skills/{UV.name}", f"{UV.name}")
    (place.path / ".gitskills/archive").mkdir(parents=True)
    place.git("mv", UV.name, f".gitskills/archive/{UV.name}-00000000")
    place.git("commit", "--quiet", "-m", "put it away")
    leave(place)
    assert "verdict" not in rules(teach(made.path, SAME_NAME)[0])
    place.git("checkout", "--quiet", "skills")
    place.git("rm", "--quiet", "-r", f".gitskills/archive/{UV.name}-00000000")
    place.git("commit", "--quiet", "-m", f'Revert "add"\n\nThis reverts commit {add}.')
    leave(place)
    assert outcomes(teach(made.path, SAME_WORDS)) == ["rejected"]


@pytest.mark.promise("V11")
def test_pruning_the_archive_says_nothing_about_the_lesson(made: RepoBuilder) -> None:
    place = branch(made)
    (place.path / ".gitskills/archive").mkdir(parents=True)
    place.git("mv", f".claude/skills/{UV.name}", f".gitskills/archive/{UV.name}-00000000")
    place.git("commit", "--quiet", "-m", "put it away")
    place.git("rm", "--quiet", "-r", ".gitskills")
    place.git("commit", "--quiet", "-m", "prune")
    leave(place)
    assert outcomes(teach(made.path, LONG)) == ["landed"]


@pytest.mark.promise("V11")
def test_a_stranger_cannot_forgive(made: RepoBuilder) -> None:
    by_rollback(made, made.tip("skills"))
    no = made.tip("skills")
    made.git("config", "gitskills.trust", "mine")
    made.git("branch", "theirs", "skills")
    eve = branch(made, "theirs").with_environment(
        GIT_COMMITTER_EMAIL="eve@example.invalid", GIT_AUTHOR_EMAIL="eve@example.invalid"
    )
    eve.git("revert", "--no-edit", no)
    eve.git(
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        f"skill: forgive {UV.name}\n\nOh well.\n\nSkill: {UV.name}\nAction: forgive",
    )
    leave(eve)
    place = branch(made)
    place.git("merge", "--quiet", "--no-edit", "--no-ff", "theirs")
    leave(place)
    assert outcomes(teach(made.path, SAME_WORDS)) == ["rejected"]
