"""While somebody's work depends on the branch staying put, it stays put; and a name that isn't ours is never written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitskills.git.port import Busy, Landed, Repository
from tests.support.adapters import open_repository
from tests.support.changes import skill
from tests.support.repos import RepoBuilder

pytestmark = [pytest.mark.promise("L1", "case-15", "share-7"), pytest.mark.usefixtures("adapter")]


@pytest.fixture
def made(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# Project\n"})
    land(repo, "one")
    land(repo, "two")
    return repo


def opened(made: RepoBuilder) -> Repository:
    return open_repository(str(made.path))


def land(made: RepoBuilder, name: str) -> None:
    repo = opened(made)
    batch = repo.batch("skills", repo.tip("skills") or repo.default_tip())
    batch.add(skill(name))
    assert isinstance(batch.land(), Landed)


def refuses(made: RepoBuilder, folder: Path) -> str:
    """Why landing is refused now; the branch hasn't moved."""
    repo = opened(made)
    before = made.tip("skills")
    busy = repo.busy("skills")
    batch = repo.batch("skills", repo.tip("skills"))
    batch.add(skill("three"))
    assert batch.land() == busy
    assert isinstance(busy, Busy)
    assert busy.folder == str(folder)
    assert made.tip("skills") == before
    return busy.why


def test_nobody_uses_the_branch(made: RepoBuilder) -> None:
    assert opened(made).busy("skills") is None


def test_checked_out_in_the_main_worktree(made: RepoBuilder) -> None:
    made.git("checkout", "--quiet", "skills")
    assert "checked out" in refuses(made, made.path)


def test_checked_out_in_a_linked_worktree(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "linked", "skills")
    assert "checked out" in refuses(made, linked.path)
    assert "checked out" in refuses(linked, linked.path)


def test_checked_out_beside_a_bare_repository(made: RepoBuilder, tmp_path: Path) -> None:
    bare = made.clone(tmp_path / "bare.git", "--bare")
    linked = bare.worktree(tmp_path / "beside", "skills")
    assert "checked out" in refuses(bare, linked.path)


def test_the_head_of_a_bare_repository_is_no_checkout(made: RepoBuilder, tmp_path: Path) -> None:
    bare = made.clone(tmp_path / "bare.git", "--bare")
    bare.git("symbolic-ref", "HEAD", "refs/heads/skills")
    assert opened(bare).busy("skills") is None


def test_an_unborn_head_on_the_branch_counts(tmp_path: Path) -> None:
    unborn = RepoBuilder.create(tmp_path / "unborn")
    unborn.git("symbolic-ref", "HEAD", "refs/heads/skills")
    busy = opened(unborn).busy("skills")
    assert busy is not None
    assert busy.folder == str(unborn.path)


def test_a_deleted_worktree_holds_nothing_up(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "linked", "skills")
    shutil.rmtree(linked.path)
    assert opened(made).busy("skills") is None


def test_a_worktree_on_an_unplugged_disk_does(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "linked", "skills")
    made.git("worktree", "lock", str(linked.path))
    linked.path.rename(tmp_path / "unplugged")
    assert "checked out" in refuses(made, linked.path)


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
def test_being_rebased_where_head_is_detached(made: RepoBuilder, tmp_path: Path, backend: str) -> None:
    linked = made.worktree(tmp_path / "linked", "skills")
    made.commit("conflict", {".claude/skills/one/SKILL.md": "another one\n"})
    assert linked.run("rebase", backend, "main", check=False).returncode != 0
    assert linked.git("symbolic-ref", "--quiet", "HEAD", check=False) == ""
    assert "rebased" in refuses(made, linked.path)
    linked.git("rebase", "--abort")


def test_about_to_be_moved_by_a_rebase_of_another_branch(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("branch", "above", "skills")
    above = made.worktree(tmp_path / "above", "above")
    above.commit("conflict", {"README.md": "above\n"})
    made.commit("conflict", {"README.md": "below\n"})
    assert above.run("rebase", "--update-refs", "main", check=False).returncode != 0
    assert "rebase" in refuses(made, above.path)
    above.git("rebase", "--abort")


def test_being_bisected(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "linked", "skills")
    linked.git("bisect", "start", "skills", "main")
    assert linked.git("symbolic-ref", "--quiet", "HEAD", check=False) == ""
    assert "bisect" in refuses(made, linked.path)
    linked.git("bisect", "reset")


def test_a_branch_in_use_is_free_again_when_left(made: RepoBuilder) -> None:
    made.git("checkout", "--quiet", "skills")
    assert opened(made).busy("skills")
    made.git("checkout", "--quiet", "main")
    assert opened(made).busy("skills") is None
    land(made, "three")


def test_a_worktree_whose_name_is_not_utf8(made: RepoBuilder, tmp_path: Path) -> None:
    linked = made.worktree(tmp_path / "caf\udce9 x", "skills")
    assert opened(made).worktrees() == (str(made.path), str(linked.path))
    assert "checked out" in refuses(made, linked.path)


# --- whose branch is it ----------------------------------------------------------------------------------------------


def test_an_absent_branch_and_our_own_are_free(made: RepoBuilder, tmp_path: Path) -> None:
    assert opened(made).blocked("skills") == ""
    assert opened(made).blocked("lessons") == ""
    assert opened(RepoBuilder.create(tmp_path / "unborn")).blocked("skills") == ""


def test_a_branch_of_that_name_of_somebody_elses_is_not_ours(repo: RepoBuilder) -> None:
    repo.commit("first", {"README.md": "x"})
    repo.git("branch", "skills")
    assert "was written by gitskills" in opened(repo).blocked("skills")
    repo.commit_on("skills", "my skills page", {"skills.html": "<p>"})
    assert "was written by gitskills" in opened(repo).blocked("skills")


@pytest.mark.parametrize("pack", [False, True])
def test_refs_that_leave_no_room_are_named(repo: RepoBuilder, pack: bool) -> None:
    repo.commit("first", {"README.md": "x"})
    repo.git("branch", "skills/foo")
    repo.git("branch", "team")
    if pack:
        repo.git("pack-refs", "--all")
    assert "refs/heads/skills/foo" in opened(repo).blocked("skills")
    assert "refs/heads/team " in opened(repo).blocked("team/skills")


@pytest.mark.parametrize("name", ["a..b", "-x~", "a b", "x.lock", "", "a//b", "@{"])
def test_a_name_that_git_refuses_is_refused(repo: RepoBuilder, name: str) -> None:
    assert "no name that git allows" in opened(repo).blocked(name)


def test_another_name_for_a_branch_is_not_ours(made: RepoBuilder) -> None:
    made.git("symbolic-ref", "refs/heads/learned", "refs/heads/main")
    assert "another name" in opened(made).blocked("learned")


def test_a_persons_commit_on_top_does_not_make_the_branch_foreign(made: RepoBuilder) -> None:
    made.commit_on("skills", "edit", {".claude/skills/one/SKILL.md": "mine\n"})
    assert opened(made).blocked("skills") == ""


def test_a_branch_that_main_took_up_whole_is_still_ours(made: RepoBuilder) -> None:
    made.git("merge", "--quiet", "--ff-only", "skills")
    assert opened(made).blocked("skills") == ""
    made.commit_on("skills", "edit", {".claude/skills/one/SKILL.md": "mine\n"})
    made.git("merge", "--quiet", "--ff-only", "skills")
    assert opened(made).blocked("skills") == ""


def test_a_branch_that_a_colleague_forked_from_such_a_main_is_not(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("merge", "--quiet", "--ff-only", "skills")
    made.commit("more", {"b": "b"})
    clone = made.clone(tmp_path / "clone", "--branch=main")
    clone.git("branch", "learned")
    assert "was written by gitskills" in opened(clone).blocked("learned")


# --- the default branch ----------------------------------------------------------------------------------------------


def test_without_a_remote_the_default_branch_is_main_whatever_is_checked_out(made: RepoBuilder) -> None:
    made.git("checkout", "--quiet", "-b", "feature")
    made.commit("feature", {"f": "f"})
    assert opened(made).default_tips() == (made.tip("main"),)


def test_the_remote_tracking_tip_comes_before_unpushed_work(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("branch", "--move", "main", "trunk")
    clone = made.clone(tmp_path / "clone")
    pushed, unpushed = clone.git("rev-parse", "HEAD"), clone.commit("unpushed", {"u": "u"})
    assert opened(clone).default_tip() == pushed
    assert opened(clone).default_tips() == (pushed, unpushed)


def test_init_default_branch_is_honoured(repo: RepoBuilder) -> None:
    repo.git("symbolic-ref", "HEAD", "refs/heads/develop")
    develop = repo.commit("first", {"a": "a"})
    repo.git("checkout", "--quiet", "-b", "main")
    repo.commit("second", {"b": "b"})
    assert opened(repo).default_tip() == repo.tip("main")
    repo.git("config", "init.defaultBranch", "develop")
    assert opened(repo).default_tip() == develop


def test_the_only_branch_there_is_will_do(repo: RepoBuilder) -> None:
    repo.git("symbolic-ref", "HEAD", "refs/heads/live")
    live = repo.commit("first", {"a": "a"})
    assert opened(repo).default_tips() == (live,)


def test_an_unborn_repository_has_no_default_tip(repo: RepoBuilder) -> None:
    assert opened(repo).default_tip() == ""
    assert opened(repo).default_tips() == ()
