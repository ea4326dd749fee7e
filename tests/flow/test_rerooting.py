"""The default branch's history was rewritten from the start: the branch moves over with the next landing and brings nothing back."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.check import check
from gitskills.app.promote import promote
from gitskills.app.rollback import rollback
from gitskills.app.why import why
from gitskills.errors import RepositoryFault
from gitskills.model.ruling import Severity
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, teach

LATER = Lesson("cents", "Prices are whole cents everywhere.")
PATCH = Lesson(
    UV.name,
    "And pin every version.",
    more={"action": "patch", "old_text": "Mind the lock.", "new_text": "Pin versions."},
)
LONG = Lesson(UV.name, UV.said, "Always use uv here. Mind the lock.")
HAND = ".claude/skills/mine/SKILL.md"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(
        tmp_path / "repo", {"README.md": "x\n", "key.pem": "secret\n", HAND: "mine\n"}, Path.home()
    )
    made.commit("more", {"src.py": "1\n"})
    assert outcomes(teach(made.path, LONG, MIGRATE)) == ["landed", "landed"]
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    return made


def rewrite(made: RepoBuilder) -> None:
    """All of main again, without the secret: no commit is the same."""
    made.git("checkout", "--quiet", "--orphan", "fresh")
    made.git("rm", "--quiet", "--cached", "key.pem")
    (made.path / "key.pem").unlink(missing_ok=True)
    made.write(HAND, "mine, better\n")
    made.git("add", HAND)
    made.git("commit", "--quiet", "-m", "first again")
    made.git("branch", "--quiet", "-M", "main")
    made.commit("second again", {"src.py": "2\n"})


def ours(made: RepoBuilder, revision: str) -> list[str]:
    rows = made.git("ls-tree", "-r", revision, ".claude", ".gitskills").split("\n")
    return [row for row in rows if not row.endswith(HAND)]


def test_the_branch_stands_on_the_new_history_and_reaches_nothing_of_the_old(made: RepoBuilder) -> None:
    before, subjects, kept = made.tip("skills"), made.subjects("main..skills"), ours(made, "skills")
    rewrite(made)
    assert made.run("merge-base", "main", "skills", check=False).returncode == 1
    untouched = made.fingerprint()
    assert outcomes(teach(made.path, LATER)) == ["landed"]
    assert made.git("merge-base", "main", "skills") == made.tip("main")
    assert made.subjects("main..skills") == [f"skill: add {LATER.name}", *subjects]
    assert "key.pem" not in made.git("log", "--format=", "--name-only", "skills")
    assert made.show(f"skills:{HAND}") == b"mine, better\n"
    assert made.show("skills:src.py") == b"2\n"
    assert set(kept) <= set(ours(made, "skills"))
    assert made.git("rev-parse", "skills@{1}") == before
    assert made.fingerprint() == untouched
    made.fsck()


def test_each_message_names_the_old_commit_and_its_trailers_are_whole(made: RepoBuilder) -> None:
    old = made.git("rev-list", "--reverse", "main..skills").split("\n")
    trailers = [made.git("log", "-1", "--format=%(trailers)%an%ae%at%cn%ce%ct", each) for each in old]
    rewrite(made)
    teach(made.path, LATER)
    new = made.git("rev-list", "--reverse", "main..skills~1").split("\n")
    assert [made.git("log", "-1", "--format=%(trailers)%an%ae%at%cn%ce%ct", each) for each in new] == trailers
    for was, now in zip(old, new, strict=True):
        assert f"\nRe-rooted from {was}.\n" in made.git("log", "-1", "--format=%B", now)
    report = check(here(made.path), "main..skills", staged=False)
    assert [found for _, _, found in report.findings if found.severity is Severity.REJECT] == []


def test_verdicts_owners_and_look_ups_follow(made: RepoBuilder) -> None:
    assert rollback(here(made.path), MIGRATE.name, "not so").commit
    patch = made.git("log", "-1", "--format=%H", "--grep=^skill: patch", "skills")
    assert rollback(here(made.path), patch, "no pins").commit
    no = made.git("rev-parse", "skills")
    rewrite(made)
    assert outcomes(teach(made.path, LATER)) == ["landed"]
    assert outcomes(teach(made.path, MIGRATE)) == ["rejected"]
    assert outcomes(teach(made.path, PATCH)) == ["rejected"]
    assert outcomes(teach(made.path, LONG)) == ["landed"]
    assert made.subjects("skills")[0] == f"skill: add {LATER.name}"
    moved = made.git("log", "-1", "--format=%H", f"--grep=Re-rooted from {no}", "skills")
    named = made.git("log", "-1", "--format=%B", moved).split("This reverts commit ")[1][:40]
    assert made.git("merge-base", "--is-ancestor", named, "skills") == ""
    assert rollback(here(made.path), moved, "pins after all").commit
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    assert why(here(made.path), UV.name).owner == "agent"


def test_a_rollback_lands_on_the_new_history_and_names_the_new_commit(made: RepoBuilder) -> None:
    patch = made.tip("skills")
    rewrite(made)
    assert rollback(here(made.path), patch, "no pins").commit
    assert made.git("merge-base", "main", "skills") == made.tip("main")
    named = made.git("log", "-1", "--format=%B", "skills").split("This reverts commit ")[1][:40]
    assert named == made.git("rev-parse", "skills~1") != patch
    assert outcomes(teach(made.path, PATCH)) == ["rejected"]


def test_merges_of_the_old_history_are_left_out_and_those_of_the_branch_itself_stay(
    made: RepoBuilder, tmp_path: Path
) -> None:
    made.git("branch", "side", "skills")
    side = made.worktree(tmp_path / "side", "side")
    side.git("rm", "--quiet", "-r", f".claude/skills/{MIGRATE.name}")
    side.git("commit", "--quiet", "-m", "not that one")
    side.git("checkout", "--quiet", "--detach")
    made.commit("on", {"src.py": "1.5\n", HAND: "mine, changed\n"})
    skills = made.worktree(tmp_path / "skills", "skills")
    skills.git("merge", "--quiet", "--no-edit", "main")
    skills.git("commit", "--quiet", "--allow-empty", "-m", "skill: pin x\n\nKept.\n\nSkill: x\nAction: pin")
    skills.git("merge", "--quiet", "--no-edit", "side")
    skills.git("checkout", "--quiet", "--detach")
    kept = ours(made, "skills")
    rewrite(made)
    assert outcomes(teach(made.path, LATER)) == ["landed"]
    assert ours(made, "skills~1") == kept
    assert made.show(f"skills:{HAND}") == b"mine, better\n"
    assert made.git("log", "--merges", "--format=%s", "main..skills") == "Merge branch 'side' into skills"
    assert "skill: pin x" in made.subjects("main..skills")
    assert "key.pem" not in made.git("log", "--format=", "--name-only", "skills")
    assert outcomes(teach(made.path, MIGRATE)) == ["rejected"]
    made.fsck()


def test_nothing_is_moved_while_nothing_lands(made: RepoBuilder) -> None:
    tip = made.tip("skills")
    rewrite(made)
    drain(made.path)
    promote(here(made.path), dry_run=True)
    assert outcomes(teach(made.path, Lesson("a:b", "Never use this name."))) == ["rejected"]
    assert made.tip("skills") == tip


def test_where_something_would_be_lost_a_person_is_asked(made: RepoBuilder) -> None:
    made.commit_on("skills", "stray", {"notes.txt": "mine\n"})
    tip = made.tip("skills")
    rewrite(made)
    with pytest.raises(RepositoryFault, match=r"notes\.txt"):
        teach(made.path, LATER)
    assert made.tip("skills") == tip


def test_an_amended_tip_of_the_default_branch_moves_nothing(made: RepoBuilder) -> None:
    tip = made.tip("skills")
    made.git("commit", "--quiet", "--amend", "-m", "more, said better")
    teach(made.path, LATER)
    assert made.git("rev-parse", "skills~1") == tip


def test_a_history_that_was_only_cut_off_moves_nothing(made: RepoBuilder, tmp_path: Path) -> None:
    clone = made.clone(tmp_path / "clone", "--depth=1", "--single-branch", "--branch=main")
    assert outcomes(teach(clone.path, LATER)) == ["landed"]
    tip = clone.tip("skills")
    for number in range(3):
        made.commit(f"more {number}", {"src.py": f"{number}\n"})
    clone.git("fetch", "--quiet", "--depth=1", "origin", "main")
    assert outcomes(teach(clone.path, Lesson("hash", "Name files after their hash."))) == ["landed"]
    assert clone.git("rev-parse", "skills~1") == tip


def test_in_a_bare_repository_without_reflogs_the_old_tip_is_still_found(made: RepoBuilder, tmp_path: Path) -> None:
    bare = made.clone(tmp_path / "bare.git", "--bare")
    old = bare.tip("skills")
    rewrite(made)
    bare.git("fetch", "--quiet", "--force", "origin", "main:main")
    bare.git("remote", "remove", "origin")
    assert outcomes(teach(bare.path, LATER)) == ["landed"]
    assert bare.git("merge-base", "main", "skills") == bare.tip("main")
    assert bare.git("rev-parse", "skills@{1}") == old
