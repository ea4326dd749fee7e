"""Review from scripts and in full: every file that would be written, every rule that spoke, whose words; decided by id."""

from __future__ import annotations

import json
from pathlib import Path

import pexpect
import pytest

from tests.cli.running import lines, run, taught, waiting
from tests.cli.terminal import on_terminal
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, teach

SCRIPT = "#!/bin/sh\nexec uv sync --frozen\n"
CARRYING = Lesson(
    UV.name,
    UV.said,
    f"{UV.said} Run scripts/sync.sh.",
    more={"files": [{"path": "scripts/sync.sh", "text": SCRIPT, "executable": True}]},
)


def carrying(folder: Path) -> RepoBuilder:
    """A repository in which a lesson with a script waits."""
    made = RepoBuilder.with_commit(folder, home=Path.home())
    made.git("config", "gitskills.landing", "review")
    teach(made.path, CARRYING)
    return made


def ids(made: RepoBuilder, *words: str) -> dict[str, str]:
    return {item["name"]: item["id"] for item in lines(run(made.path, "review", *words, "--json"))}


def test_what_waits_is_shown_with_its_files_its_rules_its_words_and_their_speaker(tmp_path: Path) -> None:
    made = carrying(tmp_path / "repo")
    said = run(made.path, "review", UV.name).stdout
    assert f"user: “{UV.said}”" in said
    assert "held by landing" in said
    assert f"{UV.name}/scripts/sync.sh (added, {len(SCRIPT)} bytes, executable)" in said
    assert SCRIPT in said
    assert f"name: {UV.name}" in said or f'name: "{UV.name}"' in said
    (item,) = lines(run(made.path, "review", UV.name, "--json"))
    assert item["files"] == [
        {"path": "scripts/sync.sh", "change": "added", "size": len(SCRIPT), "executable": True, "text": SCRIPT}
    ]
    assert (item["quotes"][0]["speaker"], item["quotes"][0]["quote"]) == ("user", UV.said)
    assert [rule["rule"] for rule in item["violations"]] == ["landing"]


def test_the_terminal_shows_the_files_too(tmp_path: Path) -> None:
    made = carrying(tmp_path / "repo")
    asked = on_terminal(made.path, "review")
    asked.expect("exec uv sync --frozen")
    asked.expect("quit\\]")
    asked.sendline("q")
    asked.expect(pexpect.EOF)
    asked.close()


def test_a_change_of_a_file_is_shown_as_a_difference(tmp_path: Path) -> None:
    made = carrying(tmp_path / "repo")
    run(made.path, "review", "--accept", UV.name)
    script = made.path / ".claude/skills" / UV.name / "scripts/sync.sh"
    script.write_text(SCRIPT.replace("--frozen", "--locked"), "utf-8")
    said = run(made.path, "review", UV.name).stdout
    assert "-exec uv sync --frozen\n+exec uv sync --locked" in said


def test_a_file_that_is_no_text_is_named_by_its_size(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    binary = made.path / ".claude/skills" / UV.name / "assets/logo.bin"
    binary.parent.mkdir()
    binary.write_bytes(b"\0" * 1234)
    said = run(made.path, "review", UV.name).stdout
    assert "1,234 bytes that are not text" in said


def test_several_things_are_decided_in_one_call(tmp_path: Path) -> None:
    made = waiting(tmp_path / "repo")
    found = ids(made)
    words = ("--accept", found[UV.name][:10], "--reject", MIGRATE.name, "-m", "not so")
    done = run(made.path, "review", *words, "--json")
    assert done.returncode == 0
    landed, refused = lines(done)
    assert (landed["ruling"], landed["commit"]) == ("landed", made.tip("skills"))
    assert (refused["name"], refused["decision"]) == (MIGRATE.name, "rejected")
    assert ids(made) == {}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--accept", UV.name, "--reject", "nobody"), 1),
        (("--accept", UV.name, "--reject", UV.name), 2),
        (("--accept", UV.name, "--accept", UV.name), 2),
        (("--accept", UV.name, "--new"), 2),
        (("--seen", UV.name), 2),
        (("--accept", UV.name, "-m", "x"), 2),
        (("nobody",), 1),
        (("",), 1),
    ],
    ids=str,
)
def test_nothing_is_decided_where_any_name_is_wrong(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    made = waiting(tmp_path / "repo")
    assert run(made.path, "review", *words).returncode == code
    assert len(ids(made)) == 2
    assert made.tip("skills") == ""


def test_a_name_that_means_two_things_is_answered_with_their_ids(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    place = made.path / ".claude/skills" / UV.name / "SKILL.md"
    place.write_text(f"{place.read_text('utf-8')}More.\n", "utf-8")
    done = run(made.path, "review", "--accept", UV.name)  # its addition landed unseen, and it was edited
    assert done.returncode == 1
    for one in (*ids(made).values(), ids(made, "--new")[UV.name]):
        assert one[:12] in done.stderr


def test_what_landed_is_kept_rejected_and_seen_without_a_terminal(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    assert set(ids(made, "--new")) == {UV.name, MIGRATE.name}
    assert run(made.path, "review", "--keep", UV.name).returncode == 0
    assert set(ids(made, "--new")) == {MIGRATE.name}
    assert json.loads(run(made.path, "status", "--json").stdout)["unseen"] == 1
    assert run(made.path, "review", "--reject", MIGRATE.name, "-m", "too narrow").returncode == 0
    assert "too narrow" in made.git("log", "-1", "--format=%B", "skills")
    assert run(made.path, "review", "--seen").returncode == 0
    assert ids(made, "--new") == {}
    assert json.loads(run(made.path, "status", "--json").stdout)["unseen"] == 0


def test_status_counts_what_review_shows(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    run(made.path, "review", "--seen")
    run(made.path, "rollback", UV.name, "-m", "my own doing is no news to me")
    assert json.loads(run(made.path, "status", "--json").stdout)["unseen"] == len(ids(made, "--new")) == 0


def test_a_pipe_of_ids_decides_all(tmp_path: Path) -> None:
    made = waiting(tmp_path / "repo")
    for one in ids(made).values():
        assert run(made.path, "review", "--accept", one).returncode == 0
    assert len(made.subjects("main..skills")) == 2


def test_a_commit_from_elsewhere_counts_once_a_person_accepts_it(tmp_path: Path) -> None:
    theirs = taught(tmp_path / "theirs")
    mine = theirs.clone(tmp_path / "mine")
    mine.git("branch", "skills", "origin/skills")
    mine.git("config", "gitskills.trust", "reviewed")
    listed = lines(run(mine.path, "review", "--json"))
    assert {item["foreign"] for item in listed} == {True}
    run(mine.path, "promote")
    assert not (mine.path / ".claude/skills").exists()
    assert "not from this clone" in run(mine.path, "review", UV.name).stdout
    assert run(mine.path, "review", "--accept", UV.name).returncode == 0
    assert (mine.path / ".claude/skills" / UV.name / "SKILL.md").is_file()
    assert not (mine.path / ".claude/skills" / MIGRATE.name).exists()
    assert set(ids(mine)) == {MIGRATE.name}
    assert ids(mine, "--new") == {}
