"""What the branch says: folders, files, history folder by folder, and undoing one commit in memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitskills.errors import RepositoryFault
from gitskills.git.port import Conflict, Landed, Repository, TreeEntry
from gitskills.model.changeset import ChangeSet, Message
from gitskills.model.commit import FolderChange
from gitskills.model.skill import SkillFile
from tests.support.adapters import open_repository
from tests.support.changes import archive, removal, skill
from tests.support.repos import RepoBuilder

pytestmark = [pytest.mark.promise("L1", "share-7"), pytest.mark.usefixtures("adapter")]

ROOTS = (".claude/skills", ".gitskills/archive", ".gitskills/decisions")


@pytest.fixture
def made(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# Project\n"})
    return repo


def opened(made: RepoBuilder) -> Repository:
    return open_repository(str(made.path))


def land(made: RepoBuilder, *changes: ChangeSet) -> tuple[str, ...]:
    repo = opened(made)
    batch = repo.batch("skills", repo.tip("skills") or repo.default_tip())
    for change in changes:
        batch.add(change)
    landed = batch.land()
    assert isinstance(landed, Landed)
    return landed.commits


def test_all_files_of_a_folder_with_modes_and_links(made: RepoBuilder) -> None:
    made.write("x/run.sh", "#!/bin/sh\n", executable=True)
    made.write("x/deep/by\udcfete", b"\x00\xff")
    (made.path / "x/link").symlink_to("run.sh")
    made.git("add", "-A")
    made.commit("files")
    repo = opened(made)
    tree = made.git("rev-parse", "HEAD:x")
    assert repo.files(tree) == {
        "run.sh": SkillFile(b"#!/bin/sh\n", executable=True),
        "deep/by\udcfete": SkillFile(b"\x00\xff"),
        "link": SkillFile(b"run.sh", link=True),
    }
    assert [(entry.name, entry.kind, entry.executable) for entry in repo.entries(made.tip("main"), "x")] == [
        ("deep", "tree", False),
        ("link", "link", False),
        ("run.sh", "blob", True),
    ]
    assert repo.blob(made.tip("main"), "x/deep/by\udcfete") == b"\x00\xff"


def test_a_submodule_is_shown_and_not_read(made: RepoBuilder, tmp_path: Path) -> None:
    inner = RepoBuilder.with_commit(tmp_path / "inner")
    made.git("update-index", "--add", "--cacheinfo", f"160000,{inner.tip('main')},x/sub")
    made.commit("sub")
    repo = opened(made)
    assert repo.entries(made.tip("main"), "x") == (TreeEntry("sub", inner.tip("main"), "commit"),)
    assert repo.files(made.git("rev-parse", "HEAD:x")) == {}
    assert repo.entries(made.tip("main"), "x/sub") == ()


def test_two_folders_differ_by_what_only_one_of_them_holds(made: RepoBuilder) -> None:
    made.commit("many", {f"x/f{number}": "same" for number in range(30)} | {"x/deep/a": "a", "x/old": "o"})
    old = made.git("rev-parse", "HEAD:x")
    made.git("rm", "-q", "x/old")
    made.commit("others", {"x/f7": "other", "x/deep/a": "b", "x/new": "n"})
    new = made.git("rev-parse", "HEAD:x")
    repo = opened(made)
    gone, come = repo.unequal(old, new)
    assert (sorted(gone), sorted(come)) == (["deep", "f7", "old"], ["deep", "f7", "new"])
    assert come["deep"] == TreeEntry("deep", made.git("rev-parse", "HEAD:x/deep"), "tree")
    assert repo.unequal(new, old) == (come, gone)
    assert repo.unequal(new, new) == ({}, {})
    assert repo.unequal("", new)[1].keys() == {entry.name for entry in repo.entries(new, "")}


def test_what_is_absent_is_empty(made: RepoBuilder) -> None:
    repo, tip = opened(made), made.tip("main")
    assert repo.entries(tip, "nowhere") == repo.entries("", "") == repo.entries(tip, "README.md/x") == ()
    assert repo.blob(tip, "nowhere/at/all") is None
    assert repo.blob(tip, "") is None
    assert repo.tip("nowhere") == repo.resolve("nowhere") == ""


def test_a_missing_object_is_one_sentence(made: RepoBuilder) -> None:
    blob = made.git("rev-parse", "HEAD:README.md")
    (made.path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(RepositoryFault, match="could not read a file"):
        opened(made).blob(made.tip("main"), "README.md")
    with pytest.raises(RepositoryFault, match="could not read a file"):
        opened(made).read_blob(blob)


def test_revisions_are_gits_own(made: RepoBuilder) -> None:
    second = made.commit("second find me", {"a": "a"})
    made.git("tag", "-a", "-m", "t", "v1")
    repo = opened(made)
    for revision in ("HEAD", "main", "v1", "@", second[:8], ":/find me", "main@{0}", "main^{/second}"):
        assert repo.resolve(revision) == second
    assert repo.resolve("HEAD~1") == made.git("rev-parse", "HEAD~1")
    for revision in ("HEAD:a", "--all", "-h", "", "main..HEAD", "\0", "a b"):
        assert repo.resolve(revision) == ""


def test_ancestry(made: RepoBuilder) -> None:
    first = made.tip("main")
    (added,) = land(made, skill("use-uv"))
    second = made.commit("second", {"a": "a"})
    repo = opened(made)
    assert repo.is_ancestor(first, added)
    assert repo.is_ancestor(added, added)
    assert not repo.is_ancestor(second, added)
    assert repo.merge_base(second, added) == first


def test_a_blob_id_is_gits_own_and_writes_nothing(made: RepoBuilder) -> None:
    before = made.git("count-objects")
    assert opened(made).blob_id(b"hello\n") == made.git("hash-object", "--stdin", stdin=b"hello\n")
    assert made.git("count-objects") == before


def test_every_content_that_a_path_ever_had(made: RepoBuilder) -> None:
    land(made, skill("use-uv", "1\n"), skill("use-uv", "2\n"), archive("use-uv"), skill("use-uv", "3\n"))
    repo = opened(made)
    wanted = {repo.blob_id(f"---\nname: use-uv\n---\n{number}\n".encode()) for number in (1, 2, 3)}
    assert repo.blobs_ever(".claude/skills/use-uv/SKILL.md", repo.tip("skills")) == wanted
    assert repo.blobs_ever("README.md", repo.tip("skills")) == {repo.blob_id(b"# Project\n")}


def test_history_tells_each_folder_that_a_commit_changed(made: RepoBuilder) -> None:
    commits = land(made, skill("a"), skill("b"), skill("a", "better\n", "patch"), archive("a"))
    repo = opened(made)
    records = list(repo.history(repo.tip("skills"), repo.default_tips(), ROOTS))
    assert [record.oid for record in records] == list(commits)

    def tree(commit: str, path: str) -> str:
        return made.git("rev-parse", f"{commit}:{path}")

    one, better = tree(commits[0], ".claude/skills/a"), tree(commits[2], ".claude/skills/a")
    assert [record.folders for record in records] == [
        (FolderChange(".claude/skills/a", "", one),),
        (FolderChange(".claude/skills/b", "", tree(commits[1], ".claude/skills/b")),),
        (FolderChange(".claude/skills/a", one, better),),
        (FolderChange(".claude/skills/a", better, ""), FolderChange(".gitskills/archive/a-00000000", "", better)),
    ]
    assert not any(record.paths_outside for record in records)
    assert {record.author_email for record in records} == {"noreply@gitskills.invalid"}
    assert records[0].parents == (made.tip("main"),)
    assert records[0].message.startswith("skill: add a\n\nWhat a is for.\n\nSkill: a\n")


@pytest.mark.parametrize(
    "path",
    [
        "src/x",
        "x",
        ".claude/settings.json",
        ".gitskills/policy.yaml",
        ".claude/skills/README.md",
        ".claude/skills2/x/SKILL.md",
    ],
)
def test_history_says_when_a_commit_leaves_the_watched_folders(made: RepoBuilder, path: str) -> None:
    land(made, skill("a"))
    made.commit_on("skills", "by hand", {path: "x"})
    repo = opened(made)
    assert [record.paths_outside for record in repo.history(repo.tip("skills"), repo.default_tips(), ROOTS)] == [
        False,
        True,
    ]


def test_history_sees_a_link_in_a_folders_place(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, skill("a"))
    linked = made.worktree(tmp_path / "linked", "skills")
    linked.git("rm", "-rq", ".claude/skills/a")
    (linked.path / ".claude/skills").mkdir(parents=True, exist_ok=True)
    (linked.path / ".claude/skills/a").symlink_to("/etc")
    linked.git("add", "-A")
    linked.commit("a link")
    last = list(opened(made).history(made.tip("skills"), [made.tip("main")], ROOTS))[-1]
    assert last.paths_outside
    assert [(change.path, change.after) for change in last.folders] == [(".claude/skills/a", "")]


def test_history_of_odd_names_and_messages(made: RepoBuilder) -> None:
    land(made, skill("a"))
    made.commit_on(
        "skills", "caf\udce9", {".claude/skills/by\udcfete/SKILL.md": "x", ".claude/skills/né w/SKILL.md": "x"}
    )
    last = list(opened(made).history(made.tip("skills"), [made.tip("main")], ROOTS))[-1]
    assert {change.path for change in last.folders} == {".claude/skills/by\udcfete", ".claude/skills/né w"}
    assert last.message.startswith("caf")


def test_history_compares_a_merge_with_its_first_parent(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, skill("a"))
    made.commit("main moves", {"src/b": "b"})
    linked = made.worktree(tmp_path / "linked", "skills")
    linked.git("merge", "--quiet", "--no-edit", "main")
    records = list(opened(made).history(made.tip("skills"), [], ROOTS))
    assert [len(record.parents) for record in records][-1] == 2
    assert records[-1].folders == ()
    assert records[-1].paths_outside
    assert {record.oid for record in records} == set(made.git("rev-list", "skills").split())


def test_the_history_of_a_shallow_clone_ends_where_it_is_cut(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, *(skill(f"s{number}") for number in range(6)))
    clone = made.clone(tmp_path / "shallow", "--depth=2", "--branch=skills")
    records = list(opened(clone).history(clone.tip("skills"), [], ROOTS))
    assert [record.message.split("\n")[0] for record in records] == ["skill: add s4", "skill: add s5"]
    assert [len(record.folders) for record in records] == [5, 1]


# --- undoing one commit ----------------------------------------------------------------------------------------------


def undo(made: RepoBuilder, commit: str) -> ChangeSet | Conflict:
    return opened(made).revert("skills", commit)


def same_as_git_revert(made: RepoBuilder, tmp_path: Path, commit: str, *options: str) -> bool:
    """Land the undoing; whether `git revert` makes the same tree."""
    linked = made.worktree(tmp_path / "linked", "--detach", "skills")
    linked.git("revert", "--no-edit", *options, commit)
    change = undo(made, commit)
    assert isinstance(change, ChangeSet)
    land(made, ChangeSet(Message("undo"), change.writes, change.deletes, change.moves))
    made.fsck()
    return made.git("rev-parse", "skills^{tree}") == linked.git("rev-parse", "HEAD^{tree}")


def test_undoing_an_add_takes_exactly_its_folder_away(made: RepoBuilder, tmp_path: Path) -> None:
    commits = land(made, skill("a"), skill("b"), skill("c"))
    assert same_as_git_revert(made, tmp_path, commits[0])


def test_undoing_a_patch_keeps_later_ones_that_lie_apart(made: RepoBuilder, tmp_path: Path) -> None:
    lines = [f"line {number}\n" for number in range(20)]
    one, two = [*lines], [*lines]
    one[2] = two[2] = "patched\n"
    two[17] = "later\n"
    commits = land(made, skill("a", "".join(lines)), skill("a", "".join(one)), skill("a", "".join(two)))
    assert same_as_git_revert(made, tmp_path, commits[1])
    assert b"line 2\n" in made.show("skills:.claude/skills/a/SKILL.md")
    assert b"later\n" in made.show("skills:.claude/skills/a/SKILL.md")


@pytest.mark.promise("case-18")
def test_undoing_an_archive_or_a_removal_restores_bytes_and_modes(made: RepoBuilder, tmp_path: Path) -> None:
    commits = land(made, skill("a"), skill("b"), archive("a"), removal("b"))
    before = made.git("rev-parse", f"{commits[1]}^{{tree}}")
    for commit in reversed(commits[2:]):
        change = undo(made, commit)
        assert isinstance(change, ChangeSet)
        land(made, change)
    assert made.git("rev-parse", "skills^{tree}") == before


@pytest.mark.promise("case-18")
def test_undoing_a_merge_takes_back_what_it_brought(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, skill("a"))
    made.git("branch", "other", "skills")
    made.commit_on("other", "theirs", {".claude/skills/b/SKILL.md": "b"})
    land(made, skill("c"))
    work = made.worktree(tmp_path / "work", "skills")
    work.git("merge", "--quiet", "--no-edit", "other")
    work.git("checkout", "--quiet", "--detach")
    assert same_as_git_revert(made, tmp_path, made.tip("skills"), "--mainline=1")
    assert made.paths("skills", ".claude/skills/b") == []


def test_a_conflict_names_its_paths_and_the_later_commits(made: RepoBuilder) -> None:
    commits = land(made, skill("a", "1\n"), skill("a", "2\n"), skill("b"), skill("a", "3\n"))
    assert undo(made, commits[1]) == Conflict((".claude/skills/a/SKILL.md",), (commits[3],))


def test_equal_files_of_different_skills_are_no_conflict(made: RepoBuilder) -> None:
    commits = land(made, skill("a"), skill("b"), archive("b"))
    change = undo(made, commits[0])
    assert isinstance(change, ChangeSet)
    assert {path.rsplit("/", 1)[0] for path in change.deletes} == {".claude/skills/a", ".claude/skills/a/scripts"}


def test_undoing_brings_links_and_odd_names_back(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, skill("a"))
    linked = made.worktree(tmp_path / "linked", "skills")
    (linked.path / "link").symlink_to("README.md")
    linked.write("by\udcfete", b"\xff")
    linked.git("add", "-A")
    before = linked.commit("odd")
    linked.git("rm", "-q", "link", os.fsdecode(b"by\xfete"))
    gone = linked.commit("gone")
    linked.git("checkout", "--quiet", "--detach")
    change = undo(made, gone)
    assert isinstance(change, ChangeSet)
    land(made, change)
    assert made.git("rev-parse", "skills^{tree}") == made.git("rev-parse", f"{before}^{{tree}}")


def test_undoing_a_root_commit_leaves_an_empty_tree(repo: RepoBuilder) -> None:
    (root,) = land(repo, skill("a"))
    change = undo(repo, root)
    assert isinstance(change, ChangeSet)
    land(repo, change)
    assert repo.paths("skills") == []
    repo.fsck()
