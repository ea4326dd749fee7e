"""What a person does to learned skills: an empty live tree says nothing, and an edit, wherever it is made, is theirs and is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.check import check
from gitskills.app.forgive import forgive
from gitskills.app.preview import preview
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.app.waiting import waiting
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, teach, transcript

pytestmark = pytest.mark.promise("U7", "L1")

FOLDER = f".claude/skills/{UV.name}"
PATCH = Lesson(
    UV.name,
    "And pin every version, please.",
    more={"action": "patch", "old_text": "Mind the lock.", "new_text": "Mind the lock.\n\nPin every version."},
)
LONG = Lesson(UV.name, UV.said, "Always use uv here.\n\nMind the lock.")


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, LONG, MIGRATE)) == ["landed", "landed"]
    return made


def verdicts(made: RepoBuilder) -> int:
    context = here(made.path)
    return len(read_ledger(context, context.need_project(), made.tip("skills")).verdicts)


def live(folder: Path) -> list[str]:
    return sorted(place.parent.name for place in folder.glob(".claude/skills/*/SKILL.md"))


def by_clean(made: RepoBuilder) -> Path:
    made.git("clean", "-fdxq")
    return made.path


def by_removal(made: RepoBuilder) -> Path:
    shutil.rmtree(made.path / ".claude")
    return made.path


def by_stash(made: RepoBuilder) -> Path:
    made.git("stash", "--all")
    return made.path


def by_switching(made: RepoBuilder) -> Path:
    """To a branch that tracks such a folder: git writes over the excluded files, and takes them along when it leaves."""
    made.git("branch", "elsewhere", "skills")
    made.git("checkout", "--quiet", "--force", "elsewhere")
    made.git("checkout", "--quiet", "--force", "main")
    assert live(made.path) == []
    return made.path


def by_worktree(made: RepoBuilder) -> Path:
    tree = made.worktree(made.path.parent / "tree", "-b", "work")
    tree.write(".claude/settings.json", "{}")
    return tree.path


def one_folder(made: RepoBuilder) -> Path:
    shutil.rmtree(made.path / FOLDER)
    return made.path


@pytest.mark.parametrize(
    "empty", [by_clean, by_removal, by_stash, by_switching, by_worktree, one_folder], ids=lambda empty: empty.__name__
)
def test_an_empty_live_tree_is_no_verdict_and_is_written_again(
    made: RepoBuilder, empty: Callable[[RepoBuilder], Path]
) -> None:
    tip = made.tip("skills")
    folder = empty(made)
    assert UV.name not in live(folder)
    drain(folder)
    assert live(folder) == sorted([UV.name, MIGRATE.name])
    assert (made.tip("skills"), verdicts(made), waiting(here(folder))) == (tip, 0, ())
    assert outcomes(teach(made.path, PATCH)) == ["landed"]


def edited(made: RepoBuilder, content: bytes) -> None:
    made.commit_on("skills", "in my own words", {f"{FOLDER}/SKILL.md": content})


def owner(made: RepoBuilder) -> str:
    return next(line.owner for line in list_skills(here(made.path), archived=False) if line.name == UV.name)


def test_an_edit_on_the_branch_is_the_persons_shows_at_the_host_and_is_changed_with_a_yes_alone(
    made: RepoBuilder,
) -> None:
    text = made.show(f"skills:{FOLDER}/SKILL.md")
    edited(made, text + b"\nAsk Ada where the mirror is.\n")
    drain(made.path)
    assert "Ask Ada" in (made.path / FOLDER / "SKILL.md").read_text()
    assert owner(made) == "adopted"
    assert outcomes(teach(made.path, PATCH)) == ["review"]
    (item,) = waiting(here(made.path))
    commit = accept(here(made.path), item).commit
    both = made.show(f"skills:{FOLDER}/SKILL.md").decode()
    assert "Ask Ada" in both
    assert "Pin every version." in both
    assert rollback(here(made.path), commit, "not every one").commit
    assert made.show(f"skills:{FOLDER}/SKILL.md") == text + b"\nAsk Ada where the mirror is.\n"
    assert (owner(made), "Ask Ada" in (made.path / FOLDER / "SKILL.md").read_text()) == ("adopted", True)
    made.fsck()


@pytest.mark.parametrize("how", ["bom", "crlf", "both"])
def test_what_an_editor_adds_to_a_file_on_the_branch_loses_nothing_and_holds_nothing_up(
    made: RepoBuilder, how: str
) -> None:
    text = made.show(f"skills:{FOLDER}/SKILL.md")
    saved = text.replace(b"\n", b"\r\n") if how != "bom" else text
    edited(made, b"\xef\xbb\xbf" + saved if how != "crlf" else saved)
    drain(made.path)
    assert waiting(here(made.path)) == ()
    assert (made.path / FOLDER / "SKILL.md").read_text() == text.decode()
    assert verdicts(made) == 0
    (intake,) = teach(made.path, PATCH)
    assert outcomes([intake])[0] in {"landed", "review"}
    for item in waiting(here(made.path)):
        assert accept(here(made.path), item).outcome == "landed"
    after = made.show(f"skills:{FOLDER}/SKILL.md").decode()
    assert "Pin every version." in after
    assert "Always use uv here." in after
    assert check(here(made.path), "skills~1..skills", staged=False).findings == ()


def test_an_edit_in_place_becomes_the_persons_and_is_still_there_when_the_project_takes_the_branch_up(
    made: RepoBuilder,
) -> None:
    place = made.path / FOLDER / "SKILL.md"
    place.write_text(place.read_text() + "\nAsk Ada where the mirror is.\n")
    drain(made.path)
    (item,) = waiting(here(made.path))
    assert accept(here(made.path), item).outcome == "landed"
    assert owner(made) == "adopted"
    made.git("clean", "-fdxq")
    made.git("merge", "--quiet", "--squash", "skills")
    made.git("commit", "--quiet", "-m", "what was learned")
    drain(made.path)
    assert "Ask Ada" in place.read_text()
    place.write_text(place.read_text() + "\nAnd where the other one is.\n")  # of the project now: an edit like any
    drain(made.path)
    assert waiting(here(made.path)) == ()
    assert "other one" in place.read_text()
    assert made.git("status", "--short").strip() == f"M {FOLDER}/SKILL.md"


def test_an_edit_that_waits_while_the_branch_is_taken_up_is_not_lost(made: RepoBuilder) -> None:
    place = made.path / FOLDER / "SKILL.md"
    place.write_text(place.read_text() + "\nAsk Ada where the mirror is.\n")
    drain(made.path)
    made.git("checkout", "--quiet", "--force", "--detach", "skills")  # git writes over excluded files
    made.git("checkout", "--quiet", "main")
    drain(made.path)
    (item,) = waiting(here(made.path))
    assert "Ask Ada" in item.detail
    assert accept(here(made.path), item).outcome == "landed"
    assert "Ask Ada" in place.read_text()


def test_the_reflector_is_told_what_a_person_took_back_until_it_is_forgiven(made: RepoBuilder) -> None:
    session = str(transcript(Path.home() / "another", [MIGRATE]))
    rollback(here(made.path), UV.name, "we moved to poetry")
    assert f"{UV.name}: we moved to poetry" in preview(here(made.path), session)
    assert forgive(here(made.path), UV.name, "and back").commit
    assert UV.name not in preview(here(made.path), session)
