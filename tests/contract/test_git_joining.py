"""Two lines in one merge commit whose tree the caller says in full, and a branch that is moved to what is there already."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.git.port import Busy, Landed, TreeEntry
from gitskills.model.changeset import ChangeSet, Message, Write
from tests.support.adapters import open_repository
from tests.support.repos import RepoBuilder

pytestmark = [pytest.mark.promise("share-2", "share-7"), pytest.mark.usefixtures("adapter")]


@pytest.fixture
def made(repo: RepoBuilder) -> RepoBuilder:
    """Two branches that parted: skills has a/x and run.sh, theirs a/y, b and a link."""
    repo.commit("first", {"README.md": "# Project\n"})
    for branch in ("skills", "theirs"):
        repo.git("branch", branch)
    repo.commit_on("skills", "ours", {"a/x": "1\n", "old": "1\n"})
    repo.git("checkout", "--quiet", "theirs")
    repo.write("run.sh", "#!/bin/sh\n", executable=True)
    (repo.path / "link").symlink_to("README.md")
    repo.git("add", ".")
    repo.commit("theirs", {"a/y": "2\n"})
    repo.git("checkout", "--quiet", "main")
    return repo


def entries(made: RepoBuilder) -> dict[str, TreeEntry]:
    return {entry.name: entry for entry in open_repository(str(made.path)).entries(made.tip("theirs"), "")}


def test_a_merge_holds_what_the_caller_says_and_has_both_parents(made: RepoBuilder) -> None:
    there = entries(made)
    repo = open_repository(str(made.path))
    ours, other = made.tip("skills"), made.tip("theirs")
    batch = repo.batch("skills", ours)
    placed = {"old": None, "a": None, "c/y": there["a"], "run.sh": there["run.sh"], "link": there["link"]}
    batch.unite(other, placed, ChangeSet(Message("Merge"), writes=(Write("a/z", b"3\n"),), deletes=("c/y/none",)))
    landed = batch.land()
    assert isinstance(landed, Landed)
    assert made.git("log", "-1", "--format=%P", "skills").split() == [ours, other]
    assert made.paths("skills") == ["README.md", "a/z", "c/y/y", "link", "run.sh"]
    assert made.git("ls-tree", "skills", "run.sh").startswith("100755")
    assert made.git("ls-tree", "skills", "link").startswith("120000")
    made.fsck()


def test_a_submodule_is_placed_as_it_is(made: RepoBuilder) -> None:
    entry = TreeEntry("sub", made.tip("main"), "commit")
    batch = open_repository(str(made.path)).batch("skills", made.tip("skills"))
    batch.unite(made.tip("theirs"), {"sub": entry}, ChangeSet(Message("Merge")))
    assert isinstance(batch.land(), Landed)
    assert made.git("ls-tree", "skills", "sub").startswith("160000 commit")


def test_all_places_where_two_lines_parted_are_named(made: RepoBuilder) -> None:
    repo = open_repository(str(made.path))
    ours, theirs = made.tip("skills"), made.tip("theirs")
    assert repo.merge_bases(ours, theirs) == (made.tip("main"),)
    tree = made.git("rev-parse", "skills^{tree}")
    both = [
        made.git("commit-tree", tree, "-p", one, "-p", other, "-m", "m")
        for one, other in ((ours, theirs), (theirs, ours))
    ]
    assert repo.merge_bases(*both) == tuple(sorted((ours, theirs)))
    alone = made.git("commit-tree", tree, "-m", "alone")
    assert repo.merge_bases(ours, alone) == ()


def test_a_branch_is_moved_to_a_commit_that_is_here_only_from_where_it_was(made: RepoBuilder) -> None:
    repo = open_repository(str(made.path))
    ours, theirs = made.tip("skills"), made.tip("theirs")
    assert repo.advance("skills", theirs, theirs) is False
    assert made.tip("skills") == ours
    assert repo.advance("skills", ours, theirs) is True
    assert made.tip("skills") == theirs
    assert repo.advance("fresh", "", ours) is True
    assert made.tip("fresh") == ours
    assert repo.made_here("skills") == repo.made_here("fresh") == frozenset()  # nobody here made those


def test_a_branch_that_somebody_works_on_is_not_moved(made: RepoBuilder, tmp_path: Path) -> None:
    place = made.worktree(tmp_path / "work", "skills")
    ours = made.tip("skills")
    found = open_repository(str(made.path)).advance("skills", ours, made.tip("theirs"))
    assert isinstance(found, Busy)
    assert found.folder == str(place.path)
    assert made.tip("skills") == ours
