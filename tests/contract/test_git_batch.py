"""A batch is one pack and one move of one ref: all of it or nothing, without hooks, signing, index or working tree."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from gitskills.errors import LockTimeout, RepositoryFault
from gitskills.git import patience
from gitskills.git.port import Busy, Landed
from gitskills.model.changeset import ChangeSet, Message, Move, Write
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import archive, removal, skill
from tests.support.repos import RepoBuilder

pytestmark = [pytest.mark.promise("L1", "share-7"), pytest.mark.usefixtures("adapter")]

ODD = "caf\u00e9", "new\nline", "by\udcfete", '"quoted"', "-dash", "a b"


@pytest.fixture
def made(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# Project\n", "src/main.py": "print()\n"})
    return repo


def land(made: RepoBuilder, *changes: ChangeSet) -> Landed:
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.tip("skills") or repo.default_tip())
    for change in changes:
        batch.add(change)
    landed = batch.land()
    assert isinstance(landed, Landed)
    return landed


def objects(made: RepoBuilder) -> dict[str, bytes]:
    folder = made.path / ".git"
    return {str(place): place.read_bytes() for place in folder.rglob("*") if place.is_file()}


def test_one_proposal_is_one_commit_complete_in_itself(made: RepoBuilder) -> None:
    landed = land(made, skill("use-uv"), skill("small-tests"))
    assert made.git("rev-list", "--reverse", "main..skills").split() == list(landed.commits)
    assert made.tip("skills") == landed.tip == landed.commits[-1]
    assert made.paths(landed.commits[0], ".claude") == [
        ".claude/skills/use-uv/.gitskills.yaml",
        ".claude/skills/use-uv/SKILL.md",
        ".claude/skills/use-uv/scripts/run.sh",
    ]
    assert made.git("ls-tree", "skills", ".claude/skills/use-uv/scripts/").startswith("100755")
    assert made.git("merge-base", "main", "skills") == made.tip("main")
    made.fsck()


def test_a_batch_is_one_pack_and_no_loose_object(made: RepoBuilder) -> None:
    before = made.git("count-objects")
    land(made, *(skill(f"skill-{number}") for number in range(30)))
    assert made.git("count-objects") == before
    packs = list((made.path / ".git/objects/pack").glob("*.pack"))
    assert len(packs) == 1
    assert stat.S_IMODE(packs[0].stat().st_mode) == stat.S_IMODE(packs[0].with_suffix(".idx").stat().st_mode) == 0o444
    assert "chain length" in made.git("verify-pack", "--verbose", str(packs[0]))  # what is alike is stored once
    assert not list((made.path / ".git/objects").glob("tmp_*"))


def test_a_shared_repository_gets_packs_that_the_group_can_read(made: RepoBuilder) -> None:
    made.git("config", "core.sharedRepository", "group")
    before = os.umask(0o077)
    try:
        land(made, skill("use-uv"))
    finally:
        os.umask(before)
    (pack,) = (made.path / ".git/objects/pack").glob("*.pack")
    assert stat.S_IMODE(pack.stat().st_mode) == 0o440


def test_the_message_is_gits_own_trailers_and_names_the_tree(made: RepoBuilder) -> None:
    land(made, skill("use-uv"))
    tree = made.git("rev-parse", "skills:.claude/skills/use-uv")
    message = made.git("log", "-1", "--format=%B", "skills")
    parsed = made.git("interpret-trailers", "--parse", stdin=message.encode())
    assert parsed.split("\n") == ["Skill: use-uv", "Action: add", f"Skill-Tree: {tree}"]


def test_gitskills_is_the_author_and_the_user_the_committer(made: RepoBuilder) -> None:
    land(made, skill("use-uv"))
    shown = made.git("log", "-1", "--format=%an <%ae>|%cn <%ce>", "skills")
    assert shown == f"gitskills <noreply@gitskills.invalid>|{made.git('var', 'GIT_COMMITTER_IDENT').rsplit(' ', 2)[0]}"


def test_without_an_identity_gitskills_is_the_committer_too(
    made: RepoBuilder, gitconfig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gitconfig.write_text("[user]\n\tuseConfigOnly = true\n")
    for name in ("NAME", "EMAIL"):
        for role in ("AUTHOR", "COMMITTER"):
            monkeypatch.delenv(f"GIT_{role}_{name}", raising=False)
    land(made, skill("use-uv"))
    assert made.git("log", "-1", "--format=%cn <%ce>", "skills") == "gitskills <noreply@gitskills.invalid>"


def test_the_users_date_is_honoured(made: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "1700000000 -0330")
    land(made, skill("use-uv"))
    assert made.git("log", "-1", "--date=raw", "--format=%cd|%ad", "skills") == "1700000000 -0330|1700000000 -0330"


def test_the_move_of_the_branch_is_in_its_reflog(made: RepoBuilder) -> None:
    land(made, skill("use-uv"))
    land(made, skill("a"), skill("b"))
    assert made.git("reflog", "--format=%gs", "skills").split("\n") == ["gitskills: 2 commits", "gitskills: 1 commit"]


def test_an_archive_is_a_full_rename_that_log_follow_crosses(made: RepoBuilder) -> None:
    land(made, skill("use-uv"), skill("other"), archive("use-uv"))
    shown = made.git("show", "--format=", "--name-status", "-M100%", "skills").split("\n")
    assert len(shown) == 3
    assert all(line.startswith("R100\t") for line in shown)
    followed = made.git("log", "--follow", "--format=%s", "skills", "--", ".gitskills/archive/use-uv-00000000/SKILL.md")
    assert followed.split("\n") == ["skill: archive use-uv", "skill: add use-uv"]


def test_a_removed_folder_leaves_no_empty_one_behind(made: RepoBuilder) -> None:
    land(made, skill("use-uv"), removal("use-uv"))
    assert made.git("rev-parse", "skills^{tree}") == made.git("rev-parse", "main^{tree}")
    made.fsck()


def test_moves_come_before_deletes_and_deletes_before_writes(made: RepoBuilder) -> None:
    land(made, skill("use-uv"))
    change = ChangeSet(
        Message("skill: restore"),
        moves=(Move(".claude/skills/use-uv", ".claude/skills/uv"),),
        deletes=(".claude/skills/uv/scripts", ".claude/skills/uv/SKILL.md"),
        writes=(Write(".claude/skills/uv/scripts", b"now a file\n"), Write(".claude/skills/uv/SKILL.md", b"new\n")),
    )
    land(made, change)
    assert made.paths("skills", ".claude") == [
        ".claude/skills/uv/.gitskills.yaml",
        ".claude/skills/uv/SKILL.md",
        ".claude/skills/uv/scripts",
    ]
    assert made.show("skills:.claude/skills/uv/SKILL.md") == b"new\n"


def test_a_move_never_lands_on_something(made: RepoBuilder) -> None:
    land(made, skill("a"), archive("a"), skill("a", "again\n"))
    repo = open_repository(str(made.path))
    for change in (archive("a"), archive("absent")):
        with pytest.raises(RepositoryFault, match="can't be moved"):
            repo.batch("skills", repo.tip("skills")).add(change)


@pytest.mark.promise("case-6")
def test_odd_names_of_the_project_survive_byte_for_byte(made: RepoBuilder) -> None:
    for number, name in enumerate(ODD):
        made.commit(f"odd {number}", {f"{name}/{name}": name.encode("utf-8", "surrogateescape")})
    land(made, skill("use-uv"))
    assert made.paths("skills") == sorted(made.paths("main") + made.paths("skills", ".claude"), key=os.fsencode)
    made.fsck()


@pytest.mark.promise("case-6")
def test_odd_names_are_written_moved_and_deleted(made: RepoBuilder) -> None:
    folder = ".claude/skills/x"
    writes = tuple(Write(f"{folder}/{name}/{name}", b"1") for name in ODD)
    land(made, ChangeSet(Message("write"), writes=writes))
    assert made.paths("skills", folder) == sorted((f"{folder}/{name}/{name}" for name in ODD), key=os.fsencode)
    land(made, ChangeSet(Message("move"), moves=tuple(Move(f"{folder}/{name}", f"y/{name}") for name in ODD)))
    assert made.paths("skills", ".claude") == []
    land(made, ChangeSet(Message("delete"), deletes=tuple(f"y/{name}/{name}" for name in ODD)))
    assert made.paths("skills", "y") == []
    made.fsck()


def test_trees_are_in_gits_own_order(made: RepoBuilder) -> None:
    names = ("a", "a-b", "a.b", "a0", "ab", "b", "b!", "b~")
    writes = [Write(f"x/{name}/f" if number % 2 else f"x/{name}", b"1") for number, name in enumerate(names)]
    writes += [Write(f"y/{name}" if number % 2 else f"y/{name}/f", b"1") for number, name in enumerate(names)]
    land(made, ChangeSet(Message("write"), writes=tuple(reversed(writes))))
    made.fsck()
    made.git("read-tree", "--index-output=.git/other", "skills")
    assert len(made.paths("skills")) == 2 + 2 * len(names)


@pytest.mark.parametrize("path", ["../out", ".git/config", "a/.GIT/hooks/x", "a//b", "/abs", "a/\0b", "a/."])
def test_a_path_that_git_must_not_hold_is_refused(made: RepoBuilder, path: str) -> None:
    repo = open_repository(str(made.path))
    with pytest.raises(RepositoryFault, match="no path that git can hold"):
        repo.batch("skills", repo.default_tip()).add(ChangeSet(Message("bad"), writes=(Write(path, b"x"),)))


@pytest.mark.parametrize("where", [".claude", ".claude/skills", ".claude/skills/use-uv"])
def test_a_link_of_the_users_in_the_way_is_never_replaced(made: RepoBuilder, where: str) -> None:
    (made.path / where).parent.mkdir(parents=True, exist_ok=True)
    (made.path / where).symlink_to("/somewhere/else")
    made.git("add", "-A")
    made.commit("a link")
    repo = open_repository(str(made.path))
    with pytest.raises(RepositoryFault, match="not a folder on the branch"):
        repo.batch("skills", repo.default_tip()).add(skill("use-uv"))


def test_line_endings_are_stored_as_they_are(made: RepoBuilder) -> None:
    made.git("config", "core.autocrlf", "true")
    made.commit("attributes", {".gitattributes": "* text=auto eol=crlf ident\n"})
    mixed = b"one\r\ntwo\nthree\r$Id$"
    land(made, ChangeSet(Message("mixed"), writes=(Write(".claude/skills/x/SKILL.md", mixed),)))
    assert made.show("skills:.claude/skills/x/SKILL.md") == mixed


HOOKS = (
    "pre-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "post-checkout",
    "post-rewrite",
    "pre-push",
    "reference-transaction",
    "update",
    "post-index-change",
    "fsmonitor-watchman",
)


@pytest.mark.promise("case-13")
def test_no_hook_of_the_users_ever_runs(made: RepoBuilder, home: Path, tmp_path: Path) -> None:
    shared = tmp_path / "hooks"
    for folder in (shared, made.path / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for name in HOOKS:
            (folder / name).write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/ran\nexit 1\n")
            (folder / name).chmod(0o755)
    land(made, skill("one"))
    made.git("config", "--global", "core.hooksPath", str(shared))
    land(made, skill("two"))
    repo = open_repository(str(made.path))
    repo.committer()
    repo.resolve("skills~1")
    assert not (tmp_path / "ran").exists()


@pytest.mark.promise("case-12")
def test_signing_is_not_asked_for(made: RepoBuilder, tmp_path: Path) -> None:
    program = tmp_path / "gpg"
    program.write_text("#!/bin/sh\nsleep 600\n")
    program.chmod(0o755)
    made.git("config", "commit.gpgSign", "true")
    made.git("config", "gpg.program", str(program))
    land(made, skill("use-uv"))
    assert "gpgsig" not in made.git("cat-file", "commit", "skills")


@pytest.mark.promise("case-16")
def test_locks_on_index_and_configuration_do_not_matter(made: RepoBuilder) -> None:
    for name in ("index.lock", "config.lock", "HEAD.lock", "packed-refs.lock"):
        (made.path / ".git" / name).touch()
    land(made, skill("use-uv"))
    assert made.subjects("skills")[0] == "skill: add use-uv"


@pytest.mark.promise("case-16")
def test_a_stale_lock_on_the_branch_is_waited_for_and_named(
    made: RepoBuilder, adapter: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "_PAUSES", (0.01, 0.01))
    land(made, skill("one"))
    held = made.path / ".git" / adapter.lock("refs/heads/skills")
    held.touch()
    before = made.tip("skills")
    with pytest.raises(LockTimeout, match=re.escape(held.name)):
        land(made, skill("two"))
    assert held.exists()
    held.unlink()
    assert made.tip("skills") == before
    land(made, skill("two"))


@pytest.mark.promise("case-16")
def test_of_two_batches_on_one_tip_the_second_is_told_to_judge_again(made: RepoBuilder) -> None:
    land(made, skill("zero"))
    repo = open_repository(str(made.path))
    one, other = repo.batch("skills", repo.tip("skills")), repo.batch("skills", repo.tip("skills"))
    one.add(skill("one"))
    other.add(skill("other"))
    assert one.land()
    assert other.land() is None
    assert made.subjects("skills")[:2] == ["skill: add one", "skill: add zero"]


def test_of_two_births_the_second_is_told_to_judge_again(made: RepoBuilder) -> None:
    repo = open_repository(str(made.path))
    one, other = repo.batch("skills", repo.default_tip()), repo.batch("skills", repo.default_tip())
    one.add(skill("one"))
    other.add(skill("other"))
    assert one.land()
    assert other.land() is None
    assert made.subjects("skills")[0] == "skill: add one"


def test_a_batch_on_a_tip_that_is_past_never_lands(made: RepoBuilder) -> None:
    land(made, skill("zero"))
    repo = open_repository(str(made.path))
    past = repo.tip("skills")
    land(made, skill("one"))
    for base in (past, repo.default_tip(), ""):
        batch = repo.batch("skills", base)
        batch.add(skill("late"))
        assert batch.land() is None
    assert made.subjects("skills")[0] == "skill: add one"


def test_a_branch_deleted_meanwhile_is_not_born_again(made: RepoBuilder) -> None:
    land(made, skill("zero"))
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.tip("skills"))
    batch.add(skill("one"))
    made.git("update-ref", "-d", "refs/heads/skills")
    assert batch.land() is None
    assert made.tip("skills") == ""


def test_a_checkout_between_judging_and_landing_stops_it(made: RepoBuilder, tmp_path: Path) -> None:
    land(made, skill("zero"))
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.tip("skills"))
    batch.add(skill("one"))
    before = objects(made)
    linked = made.worktree(tmp_path / "linked", "skills")
    busy = batch.land()
    assert isinstance(busy, Busy)
    assert busy.folder == str(linked.path)
    assert made.subjects("skills")[0] == "skill: add zero"
    assert {name for name in objects(made) if "/objects/" in name} == {name for name in before if "/objects/" in name}


def test_what_never_landed_left_no_byte(made: RepoBuilder) -> None:
    land(made, skill("zero"))
    before = objects(made)
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.tip("skills"))
    batch.add(skill("one"))
    batch.merge_in(made.tip("main"), ChangeSet(Message("merge")))
    assert repo.tip("skills") == made.tip("skills")
    del batch, repo
    assert objects(made) == before


def test_an_unborn_repository_starts_a_root_and_joins_main_later(repo: RepoBuilder) -> None:
    land(repo, skill("use-uv"))
    assert repo.subjects("skills") == ["skill: add use-uv"]
    assert repo.git("symbolic-ref", "HEAD") == "refs/heads/main"
    main = repo.commit("first", {"README.md": "x", "src/a.py": "y"})
    opened = open_repository(str(repo.path))
    batch = opened.batch("skills", opened.tip("skills"))
    batch.merge_in(opened.default_tip(), ChangeSet(Message("join")))
    batch.add(skill("second"))
    assert batch.land()
    assert repo.git("merge-base", "main", "skills") == main
    assert [path for path in repo.paths("skills") if not path.startswith(".claude")] == ["README.md", "src/a.py"]
    assert repo.git("diff", "--name-only", "main...skills").split()[0].startswith(".claude/skills/")
    repo.fsck()


def test_a_join_keeps_the_branchs_own_where_both_sides_differ(repo: RepoBuilder) -> None:
    land(repo, skill("use-uv", "ours\n"))
    repo.commit("first", {".claude/skills/use-uv/SKILL.md": "theirs\n", ".claude/skills/hand/SKILL.md": "by hand\n"})
    opened = open_repository(str(repo.path))
    batch = opened.batch("skills", opened.tip("skills"))
    batch.merge_in(opened.default_tip(), ChangeSet(Message("join")))
    assert batch.land()
    assert repo.show("skills:.claude/skills/use-uv/SKILL.md").endswith(b"ours\n")
    assert repo.show("skills:.claude/skills/hand/SKILL.md") == b"by hand\n"


def test_a_batch_without_commits_is_a_mistake(made: RepoBuilder) -> None:
    repo = open_repository(str(made.path))
    with pytest.raises(RepositoryFault):
        repo.batch("skills", repo.default_tip()).land()


def test_a_message_of_lone_surrogates_and_nul_can_still_be_read(made: RepoBuilder) -> None:
    land(made, ChangeSet(Message("skill: add \udcff x\0y", ("ein Satz, schön",)), writes=(Write("x/y", b"z"),)))
    assert made.git("log", "-1", "--format=%B", "skills").strip() == "skill: add \\udcff xy\n\nein Satz, schön"
    made.fsck()


def test_a_folders_tree_is_known_before_landing(made: RepoBuilder) -> None:
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.default_tip())
    assert batch.folder_tree(".claude/skills/use-uv") == ""
    batch.add(skill("use-uv"))
    tree = batch.folder_tree(".claude/skills/use-uv")
    batch.land()
    assert tree == made.git("rev-parse", "skills:.claude/skills/use-uv")
    assert batch.folder_tree("README.md") == ""


def test_others_who_hold_the_lock_one_after_the_other_are_waited_for(
    made: RepoBuilder, adapter: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Patience is with one holder: where each lets go, the branch moves on and so will we."""
    land(made, skill("one"))
    held = made.path / ".git" / adapter.lock("refs/heads/skills")
    others = iter(range(6))

    def another_takes_it(_: float) -> None:
        held.unlink(missing_ok=True)
        if next(others, None) is not None:
            held.touch()

    held.touch()
    monkeypatch.setattr(patience, "_PAUSES", (0.01, 0.01))
    monkeypatch.setattr("gitskills.git.patience.time.sleep", another_takes_it)
    assert isinstance(land(made, skill("two")), Landed)
    assert next(others, None) is None
