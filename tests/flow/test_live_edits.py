"""What a person changes in a live skill is copied by the next command, waits in review, and is never overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitskills.app.looking import LOOKED, look
from gitskills.app.review import accept, reject
from gitskills.app.rollback import rollback
from gitskills.app.waiting import waiting
from gitskills.model.ruling import Outcome
from gitskills.state.queue import edit_copies
from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, drain, here, teach

MORE = "\nAnd pin the version.\n"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    teach(made.path, UV, MIGRATE)
    look(here(made.path))
    return made


def live(made: RepoBuilder, path: str = f"{UV.name}/SKILL.md") -> Path:
    return made.path / ".claude/skills" / path


def edit(made: RepoBuilder, more: str = MORE) -> bytes:
    place = live(made)
    place.write_text(place.read_text("utf-8") + more, "utf-8")
    return place.read_bytes()


def copies(made: RepoBuilder) -> list[bytes]:
    return [each.content for _, each in edit_copies(here(made.path).need_project().state).entries()]


@pytest.mark.parametrize(
    "words", [("status",), ("list",), ("why", UV.name), ("review",), ("log",), ("doctor",), ("check",)], ids=" ".join
)
def test_every_command_copies_an_edit_before_git_can_replace_it(made: RepoBuilder, words: tuple[str, ...]) -> None:
    edited = edit(made)
    run(made.path, *words)
    live(made).unlink()
    assert copies(made) == [edited]


def test_an_edit_that_git_has_replaced_since_still_becomes_the_persons_commit(made: RepoBuilder) -> None:
    edited = edit(made)
    look(here(made.path))
    live(made).unlink()
    drain(made.path)
    (item,) = waiting(here(made.path))
    assert accept(here(made.path), item).outcome is Outcome.LANDED
    assert made.show(f"skills:.claude/skills/{UV.name}/SKILL.md") == edited == live(made).read_bytes()
    assert waiting(here(made.path)) == ()


def test_an_edit_is_overwritten_by_no_command_until_it_is_decided(made: RepoBuilder) -> None:
    edited = edit(made)
    rollback(here(made.path), MIGRATE.name, "not so")
    for words in (("promote",), ("init",), ("status",)):
        assert run(made.path, *words).returncode == 0
    assert live(made).read_bytes() == edited
    (item,) = waiting(here(made.path))
    reject(here(made.path), item, "")
    assert live(made).read_bytes() == made.show(f"skills:.claude/skills/{UV.name}/SKILL.md")
    assert waiting(here(made.path)) == ()


def test_what_a_checkout_of_the_branch_and_back_took_away_the_next_command_writes_again(made: RepoBuilder) -> None:
    before = live(made).read_bytes()
    made.git("switch", "--quiet", "skills")
    made.git("switch", "--quiet", "main")
    assert not live(made).exists()
    assert run(made.path, "status").returncode == 0
    assert live(made).read_bytes() == before
    assert made.git("status", "--porcelain") == ""


def test_a_rollback_says_that_the_host_still_reads_an_edit_and_review_takes_all_of_it_away(made: RepoBuilder) -> None:
    edited = edit(made)
    done = run(made.path, "rollback", UV.name, "-m", "not so")
    assert f"the host still reads {UV.name} as edited in place\nhint: `gitskills review`" in done.stderr
    assert live(made).read_bytes() == edited
    assert made.git("status", "--porcelain") == ""
    (item,) = waiting(here(made.path))
    reject(here(made.path), item, "")
    assert not live(made).parent.exists()
    assert UV.name not in (made.path / ".git/info/exclude").read_text("utf-8")


def test_of_several_edits_the_last_one_waits_even_when_it_is_an_old_one_again(made: RepoBuilder) -> None:
    original = live(made).read_bytes()
    first = edit(made)
    look(here(made.path))
    edit(made)
    look(here(made.path))
    live(made).write_bytes(first)
    look(here(made.path))
    assert copies(made)[-1] == first
    assert len(waiting(here(made.path))) == 1
    assert original != first


def test_what_some_branch_holds_is_no_edit(made: RepoBuilder) -> None:
    """`git switch` to a branch that tracks a skill writes over the live copy: nobody edited it."""
    made.git("switch", "--quiet", "-c", "other")
    text = live(made).read_text("utf-8") + MORE
    made.write(f".claude/skills/{UV.name}/SKILL.md", text)
    made.git("add", "-f", ".claude/skills")
    made.git("commit", "-qm", "taken up here")
    look(here(made.path))
    assert copies(made) == []


def test_what_editors_leave_beside_a_skill_is_neither_an_edit_nor_removed(made: RepoBuilder) -> None:
    for name in (".SKILL.md.swp", "SKILL.md~", ".DS_Store"):
        live(made, f"{UV.name}/{name}").write_text("x", "utf-8")
    look(here(made.path))
    assert copies(made) == []
    rollback(here(made.path), UV.name, "not so")
    assert not live(made).exists()
    assert live(made, f"{UV.name}/SKILL.md~").exists()


def test_a_file_that_a_person_adds_to_a_skill_waits_too(made: RepoBuilder) -> None:
    live(made, f"{UV.name}/references").mkdir()
    live(made, f"{UV.name}/references/pins.md").write_text("Pins.\n", "utf-8")
    look(here(made.path))
    assert [item.title for item in waiting(here(made.path))] == [f"{UV.name}/references/pins.md was edited in place"]


def test_an_edit_that_keeps_size_and_time_is_seen(made: RepoBuilder) -> None:
    place = live(made)
    stamp = place.stat()
    place.write_bytes(place.read_bytes().replace(b"uv", b"ux"))
    os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    look(here(made.path))
    assert len(copies(made)) == 1


def test_nothing_is_read_again_that_has_not_changed(made: RepoBuilder) -> None:
    """Of a file that was looked at long enough after its last change, the stamp is enough."""
    state = here(made.path).need_project().state
    edit(made)
    look(here(made.path))
    assert len(copies(made)) == 1
    place = live(made)
    stamp = place.stat()
    key = f"{made.path}/.claude/skills/{UV.name}/SKILL.md"
    words = f"{stamp.st_mtime_ns} {stamp.st_ctime_ns} {stamp.st_size} {stamp.st_ino}"
    state.file(LOOKED).write_text(f'{{"{key}": "{words}"}}', "utf-8")
    for key, _ in list(edit_copies(state).entries()):
        edit_copies(state).settle(key)
    look(here(made.path))
    assert copies(made) == []


@pytest.mark.parametrize("torn", [b"", b"{", b"[1]", b'{"x": 1}', b"\xff"], ids=repr)
def test_a_torn_memory_of_the_last_look_loses_no_edit(made: RepoBuilder, torn: bytes) -> None:
    edited = edit(made)
    here(made.path).need_project().state.file(LOOKED).write_bytes(torn)
    look(here(made.path))
    assert copies(made) == [edited]


def test_edits_in_every_worktree_are_copied(made: RepoBuilder, tmp_path: Path) -> None:
    tree = made.worktree(tmp_path / "tree", "--detach")
    (tree.path / ".claude").mkdir()
    drain(tree.path)
    edited = edit(tree)
    look(here(made.path))
    assert copies(made) == [edited]


def test_where_nothing_was_ever_written_a_look_leaves_nothing_behind(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert run(made.path, "status").returncode == 0
    assert not (made.path / ".git/gitskills").exists()


def exclude(made: RepoBuilder) -> Path:
    return made.path / ".git/info/exclude"


@pytest.mark.parametrize("before", [None, b"", b"*.log", b"*.log\n"], ids=repr)
def test_rolling_back_the_last_skill_leaves_the_exclude_file_as_if_we_had_never_been_there(
    tmp_path: Path, before: bytes | None
) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    exclude(made).unlink(missing_ok=True)
    if before is not None:
        exclude(made).write_bytes(before)
    teach(made.path, UV)
    assert made.git("status", "--porcelain") == ""
    rollback(here(made.path), UV.name, "not so")
    assert (exclude(made).read_bytes() if exclude(made).exists() else None) == before


def test_a_missing_info_folder_is_made(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    exclude(made).unlink(missing_ok=True)
    exclude(made).parent.rmdir()
    assert run(made.path, "init").returncode == 0
    teach(made.path, UV)
    assert made.git("status", "--porcelain") == ""


@pytest.mark.parametrize("what", ["the file", "the folder"])
def test_an_exclude_file_behind_a_link_is_never_written_through_and_doctor_says_so(tmp_path: Path, what: str) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles/exclude"
    target.write_bytes(b"*.log\n")
    exclude(made).unlink(missing_ok=True)
    if what == "the file":
        exclude(made).symlink_to(target)
    else:
        exclude(made).parent.rmdir()
        exclude(made).parent.symlink_to(target.parent)
    init = run(made.path, "init")
    assert (init.returncode, init.stderr) == (0, "")
    assert "symbolic link" in init.stdout
    assert [each.ruling.outcome for each in teach(made.path, UV, MIGRATE) if each.ruling] == ["landed", "landed"]
    assert target.read_bytes() == b"*.log\n"
    assert exclude(made).samefile(target)
    said = run(made.path, "doctor").stdout
    assert "symbolic link" in said
    edited = edit(made)  # what is ours is known all the same
    run(made.path, "status")
    assert copies(made) == [edited]
    rollback(here(made.path), MIGRATE.name, "not so")
    assert not live(made, MIGRATE.name).exists()
    assert target.read_bytes() == b"*.log\n"
