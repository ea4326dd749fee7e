"""From a proposal to a commit in any repository that git knows; and what can't be is one clear sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.model.ruling import Outcome
from gitskills.state.queue import proposal_queue
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, drain, here, outcomes, rules, teach

pytestmark = pytest.mark.promise("L1", "case-15")

Kind = Callable[[Path], RepoBuilder]
LIVE = ".claude/skills/uv-not-pip/SKILL.md"


def plain(tmp: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp / "plain", home=Path.home())


def sub_directory(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp / "plain", {"deep/down/file": "x"}, home=Path.home())
    return made.at(made.path / "deep/down")


def linked_without_host_folder(tmp: Path) -> RepoBuilder:
    return plain(tmp).worktree(tmp / "linked", "-b", "side")


def linked_with_host_folder(tmp: Path) -> RepoBuilder:
    made = linked_without_host_folder(tmp)
    (made.path / ".claude").mkdir()
    return made


def submodule(tmp: Path) -> RepoBuilder:
    inner = RepoBuilder.with_commit(tmp / "inner", home=Path.home())
    outer = RepoBuilder.with_commit(tmp / "outer", home=Path.home())
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path.as_uri(), "sub")
    return outer.at(outer.path / "sub")


def bare(tmp: Path) -> RepoBuilder:
    return plain(tmp).clone(tmp / "bare.git", "--bare")


def bare_with_worktree(tmp: Path) -> RepoBuilder:
    return bare(tmp).worktree(tmp / "beside", "-b", "side")


def detached(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("checkout", "--quiet", "--detach")
    return made


def unborn(tmp: Path) -> RepoBuilder:
    return RepoBuilder.create(tmp / "unborn", home=Path.home())


def shallow(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    for number in range(4):
        made.commit(f"more {number}", {"file": str(number)})
    return made.clone(tmp / "shallow", "--depth=2")


def sparse(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp / "sparse", {"a/1": "1", "b/2": "2"}, home=Path.home())
    made.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
    return made


def autocrlf(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("config", "core.autocrlf", "true")
    return made


def odd_names(tmp: Path) -> RepoBuilder:
    names = (b"caf\xe9", b"\xff", b"two\nlines", "café/ü".encode())
    return RepoBuilder.with_commit(tmp / "odd", {os.fsdecode(name): "x" for name in names}, home=Path.home())


def folder_not_utf8(tmp: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp / os.fsdecode(b"caf\xe9 \xff"), home=Path.home())


def stale_locks(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    for name in ("index.lock", "config.lock", "HEAD.lock"):
        (made.path / ".git" / name).write_bytes(b"")
    return made


def failing_hooks(tmp: Path) -> RepoBuilder:
    """Hooks of the repository and of the person, each of which says no to everything."""
    made = plain(tmp)
    for folder in (made.path / ".git/hooks", Path.home() / "hooks"):
        folder.mkdir(exist_ok=True)
        for name in ("pre-commit", "commit-msg", "reference-transaction", "post-checkout", "prepare-commit-msg"):
            hook = folder / name
            hook.write_text(f"#!/bin/sh\necho ran >>{tmp}/hooks-that-ran\nexit 1\n")
            hook.chmod(0o755)
    return made


def failing_global_hooks(tmp: Path) -> RepoBuilder:
    made = failing_hooks(tmp)
    with (Path.home() / ".gitconfig").open("a") as config:
        config.write(f"[core]\n\thooksPath = {Path.home()}/hooks\n")
    return made


def signing_that_hangs(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    program = tmp / "gpg"
    program.write_text(f"#!/bin/sh\necho ran >>{tmp}/hooks-that-ran\nexec sleep 600\n")
    program.chmod(0o755)
    made.git("config", "commit.gpgsign", "true")
    made.git("config", "gpg.program", str(program))
    return made


KINDS = (
    plain, sub_directory, linked_without_host_folder, linked_with_host_folder, submodule, bare, bare_with_worktree, detached,
    unborn, shallow, sparse, autocrlf, odd_names, folder_not_utf8, stale_locks, failing_hooks, failing_global_hooks,
    signing_that_hangs,
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_lesson_becomes_a_commit_in_every_kind_of_repository_and_disturbs_nothing(kind: Kind, tmp_path: Path) -> None:
    made = kind(tmp_path)
    before = made.fingerprint()
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    assert made.git("log", "-2", "--format=%s", "skills").split("\n") == [
        "skill: add migrate-first",
        "skill: add uv-not-pip",
    ]
    assert made.fingerprint() == before
    assert not (tmp_path / "hooks-that-ran").exists()
    if kind not in (unborn, bare, bare_with_worktree):
        assert made.git("status", "--porcelain", "--", ".claude", check=False) == ""
    made.git("fsck", "--strict", "--no-dangling", "--no-progress")
    assert outcomes(teach(made.path, UV)) == ["landed"]
    assert len(made.git("log", "--format=%s", "--grep=^skill: add", "skills").split("\n")) == 2


@pytest.mark.parametrize(
    ("kind", "places", "empty"),
    [
        (linked_without_host_folder, ["plain"], ["linked"]),
        (linked_with_host_folder, ["plain", "linked"], []),
        (submodule, ["outer/sub"], ["outer"]),
        (bare_with_worktree, ["beside"], ["bare.git"]),
        (sub_directory, ["plain"], ["plain/deep/down"]),
        (sparse, ["sparse"], []),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_the_skill_appears_where_the_host_of_each_working_folder_reads_it(
    kind: Kind, places: list[str], empty: list[str], tmp_path: Path
) -> None:
    teach(kind(tmp_path).path, UV)
    assert [place for place in places if not (tmp_path / place / LIVE).is_file()] == []
    assert [place for place in empty if (tmp_path / place / ".claude").exists()] == []


def test_all_worktrees_share_one_branch_and_one_state(tmp_path: Path) -> None:
    main = plain(tmp_path)
    linked = main.worktree(tmp_path / "linked", "-b", "side")
    teach(main.path, UV)
    teach(linked.path, MIGRATE)
    assert main.subjects("skills")[:2] == ["skill: add migrate-first", "skill: add uv-not-pip"]
    assert not (main.path / ".git/worktrees/linked/gitskills").exists()


def test_a_deleted_worktree_holds_nothing_up(tmp_path: Path) -> None:
    main = plain(tmp_path)
    linked = main.worktree(tmp_path / "linked", "-b", "side")
    (linked.path / ".claude").mkdir()
    teach(main.path, UV)
    linked.path.rename(tmp_path / "gone")
    assert outcomes(teach(main.path, MIGRATE)) == ["landed"]
    assert not linked.path.exists()


def test_an_unborn_repository_starts_a_root_and_is_joined_when_the_default_branch_appears(tmp_path: Path) -> None:
    made = unborn(tmp_path)
    teach(made.path, UV)
    assert made.git("rev-list", "--max-parents=0", "--count", "skills") == "1"
    made.commit("first", {"README.md": "x"})
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]
    assert made.git("merge-base", "main", "skills") == made.tip("main")
    assert made.git("log", "--merges", "--format=%s", "skills") == "Join skills to the default branch"
    assert {"README.md", LIVE} <= set(made.paths("skills"))
    teach(made.path, UV)
    assert made.git("rev-list", "--merges", "--count", "skills") == "1"


@pytest.mark.promise("case-3")
def test_with_autocrlf_the_branch_holds_line_feeds_alone(tmp_path: Path) -> None:
    made = autocrlf(tmp_path)
    teach(made.path, UV)
    assert b"\r" not in made.show(f"skills:{LIVE}")
    assert b"\r" not in (made.path / LIVE).read_bytes()


@pytest.mark.promise("case-6")
def test_odd_names_of_the_project_are_the_same_on_the_branch(tmp_path: Path) -> None:
    made = odd_names(tmp_path)
    teach(made.path, UV)
    assert set(made.paths("main")) < set(made.paths("skills"))


@pytest.mark.promise("case-14")
def test_a_call_from_inside_a_git_hook_writes_only_where_it_was_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = plain(tmp_path)
    theirs = RepoBuilder.with_commit(tmp_path / "theirs", home=Path.home())
    theirs.write("staged", "x")
    theirs.git("add", "staged")
    before, mine_before = theirs.fingerprint(ignore=()), mine.fingerprint()
    for name, place in (("GIT_DIR", ".git"), ("GIT_INDEX_FILE", ".git/index"), ("GIT_WORK_TREE", ".")):
        monkeypatch.setenv(name, str(theirs.path / place))
    monkeypatch.setenv("GIT_PREFIX", "sub/")
    intakes = teach(mine.path, UV)
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    assert outcomes(intakes) == ["landed"]
    assert theirs.tip("skills") == ""
    assert (theirs.fingerprint(ignore=()), mine.fingerprint()) == (before, mine_before)


def checked_out(made: RepoBuilder, tmp: Path) -> RepoBuilder:
    return made.worktree(tmp / "reading", "skills")


def rebasing(made: RepoBuilder, tmp: Path) -> RepoBuilder:
    made.commit("on main", {".claude/skills/uv-not-pip/SKILL.md": "other\n"})
    reading = made.worktree(tmp / "reading", "skills")
    assert reading.run("rebase", "main", check=False).returncode != 0
    return reading


def release_checkout(reading: RepoBuilder) -> None:
    reading.git("checkout", "--quiet", "--detach")


def release_rebase(reading: RepoBuilder) -> None:
    reading.git("rebase", "--abort")
    release_checkout(reading)


@pytest.mark.parametrize(
    ("occupy", "release"),
    [(checked_out, release_checkout), (rebasing, release_rebase)],
    ids=["checked-out", "rebasing"],
)
def test_while_somebody_has_the_branch_a_proposal_waits_and_lands_once_when_it_is_free(
    occupy: Callable[[RepoBuilder, Path], RepoBuilder], release: Callable[[RepoBuilder], None], tmp_path: Path
) -> None:
    made = plain(tmp_path)
    teach(made.path, UV)
    tip = made.tip("skills")
    reading = occupy(made, tmp_path)
    (waits,) = teach(made.path, MIGRATE)
    assert waits.ruling is not None
    assert waits.ruling.outcome is Outcome.WAITING
    assert str(reading.path) in waits.ruling.violations[0].message
    assert made.tip("skills") == tip
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.WAITING]
    release(reading)
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED]
    assert drain(made.path) == ()
    assert made.git("log", "--format=%s", "--grep=add migrate-first", "skills").split("\n") == [
        "skill: add migrate-first"
    ]


def not_ours(made: RepoBuilder) -> None:
    made.git("branch", "skills")
    made.commit_on("skills", "my own notes", {"notes": "x"})


def name_in_the_way(made: RepoBuilder) -> None:
    made.git("branch", "skills/foo")


def packed_name_in_the_way(made: RepoBuilder) -> None:
    made.git("branch", "skills/foo")
    made.git("pack-refs", "--all")


@pytest.mark.parametrize("spoil", [not_ours, name_in_the_way, packed_name_in_the_way], ids=lambda spoil: spoil.__name__)
def test_a_branch_that_is_not_ours_is_never_written_and_another_name_will_do(
    spoil: Callable[[RepoBuilder], None], tmp_path: Path
) -> None:
    made = plain(tmp_path)
    spoil(made)
    before = made.fingerprint(branch="none")
    with pytest.raises(RepositoryFault, match="skills") as raised:
        teach(made.path, UV)
    assert "gitskills.branch" in raised.value.hint
    assert "\n" not in raised.value.sentence
    assert made.fingerprint(branch="none") == before
    assert not (made.path / ".claude").exists()
    made.git("config", "gitskills.branch", "learned")
    assert outcomes(teach(made.path, UV)) == ["landed"]
    assert made.subjects("learned")[0] == "skill: add uv-not-pip"


def test_a_repository_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    made = plain(tmp_path)
    made.git("config", "core.repositoryFormatVersion", "1")
    made.git("config", "extensions.timeTravel", "true")
    with pytest.raises(RepositoryFault, match="unknown repository extension") as raised:
        teach(made.path, UV)
    assert raised.value.hint
    assert not (made.path / ".git/gitskills").exists()


def test_outside_a_repository_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(GitskillsError, match="repository"):
        teach(tmp_path, UV)


def test_the_branch_forks_from_what_is_published_not_from_unpushed_work(tmp_path: Path) -> None:
    made = plain(tmp_path).clone(tmp_path / "clone")
    published = made.tip("main")
    made.commit("not pushed yet", {"secret-plan": "x"})
    teach(made.path, UV)
    assert made.git("rev-parse", "skills~1") == published


def test_a_skill_of_the_default_branch_is_the_projects_whatever_is_checked_out(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "plain", {LIVE: "---\nname: uv-not-pip\n---\n"}, home=Path.home())
    made.git("checkout", "--quiet", "--orphan", "elsewhere")
    made.git("rm", "--quiet", "-rf", ".")
    (intake,) = teach(made.path, UV)
    assert intake.ruling is not None
    assert intake.ruling.outcome is Outcome.REJECTED
    assert rules(intake)
    assert made.tip("skills") == ""
    assert len(proposal_queue(here(made.path).need_project().state)) == 0
