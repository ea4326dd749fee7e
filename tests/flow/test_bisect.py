"""Which learned commit made a command fail, found without a trace in the user's repository."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gitskills.app.bisect import PREFIX, bisect
from gitskills.errors import GitskillsError, UsageError
from tests.support.processes import dies
from tests.support.repos import RepoBuilder
from tests.support.teaching import here, lesson, outcomes, teach

pytestmark = pytest.mark.promise("L1")

FILES = {"a.py": "1\n", ".claude/skills/mine/SKILL.md": "mine"}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RepoBuilder:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.delenv("GITSKILLS_CHILD", raising=False)
    made = RepoBuilder.with_commit(tmp_path / "repo", FILES, Path.home())
    made.git("config", "gitskills.birthsPerDay", "100")
    for number in range(7):
        assert outcomes(teach(made.path, lesson(number))) == ["landed"]
    made.write("a.py", "changed\n")
    made.git("stash")
    made.write("a.py", "changed again\n")
    made.write("b.py", "staged\n")
    made.git("add", "b.py")
    return made


def absent(name: str) -> tuple[str, ...]:
    return (
        "sh",
        "-c",
        f"test -f a.py && test -f .claude/skills/mine/SKILL.md && test ! -e .claude/skills/{name}/SKILL.md",
    )


def clones(made: RepoBuilder) -> list[Path]:
    return list((made.path.parent / "scratch").glob(f"{PREFIX}*"))


def test_it_names_the_commit_and_leaves_everything_as_it_was(made: RepoBuilder) -> None:
    made.git("bisect", "start")  # the user's own
    before, tip, others = made.fingerprint(), made.tip("skills"), made.git("bisect", "log")
    found = bisect(here(made.path), "", absent(lesson(4).name))
    assert (found.subject, found.names) == (f"skill: add {lesson(4).name}", (lesson(4).name,))
    assert found.commit == made.git("rev-parse", "skills~2")
    assert (made.fingerprint(), made.tip("skills"), made.git("bisect", "log")) == (before, tip, others)
    assert not clones(made)
    assert not made.git("for-each-ref", "refs/bisect")


def test_the_command_sees_what_the_host_would(made: RepoBuilder) -> None:
    seen = made.path.parent / "seen"
    script = f"find .claude -type f >> {seen}; ! test -e .claude/skills/{lesson(1).name}"
    bisect(here(made.path), "", ("sh", "-c", script))
    assert ".gitskills.yaml" not in seen.read_text()
    assert "evidence" not in seen.read_text()
    assert lesson(6).name in seen.read_text()


def test_a_good_commit_can_be_named_and_what_passes_or_always_fails_is_said(made: RepoBuilder) -> None:
    context = here(made.path)
    assert bisect(context, "skills~4", absent(lesson(5).name)).commit == made.git("rev-parse", "skills~1")
    with pytest.raises(GitskillsError, match=r"fails .1. at"):
        bisect(context, "skills~2", absent(lesson(1).name))
    with pytest.raises(GitskillsError, match="passes"):
        bisect(context, "", ("true",))
    for wrong in ("nothing", "--all", "skills"):
        with pytest.raises(UsageError):
            bisect(context, wrong, ("false",))
    assert not clones(made)


def test_killed_it_leaves_a_clone_that_the_next_run_takes_away(made: RepoBuilder) -> None:
    before = made.fingerprint()
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gitskills",
            "bisect",
            "--",
            "sh",
            "-c",
            "echo $$ > started.new; mv started.new started; exec sleep 600",
        ],
        cwd=made.path,
        stderr=subprocess.DEVNULL,
    )
    while not (found := list((made.path.parent / "scratch").glob(f"{PREFIX}*/started"))):
        assert child.poll() is None
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    os.kill(int(found[0].read_text()), signal.SIGKILL)
    (left,) = clones(made)
    assert made.fingerprint() == before
    assert bisect(here(made.path), "", absent(lesson(2).name)).names == (lesson(2).name,)
    assert not left.exists()
    assert not clones(made)


@pytest.mark.parametrize("when", ["", lesson(6).name], ids=["at once", "in a step"])
def test_asked_to_end_it_ends_and_takes_its_command_along(made: RepoBuilder, when: str) -> None:
    hang = "echo $$ > ../pid.new; mv ../pid.new ../pid; exec sleep 600"
    script = f"test -e .claude/skills/{when} && exit 1; test -e .claude/skills/{lesson(1).name} || exit 0; {hang}"
    child = subprocess.Popen(
        [sys.executable, "-m", "gitskills", "bisect", "--", "sh", "-c", script if when else hang],
        cwd=made.path,
        stderr=subprocess.DEVNULL,
    )
    told = made.path.parent / "scratch/pid"
    while not told.exists():
        assert child.poll() is None
        time.sleep(0.02)
    pid = int(told.read_text())
    child.send_signal(signal.SIGTERM)
    assert child.wait() != 0
    assert not clones(made)
    assert dies(pid)


def test_its_answer_begins_on_a_line_of_its_own(made: RepoBuilder) -> None:
    words = [sys.executable, "-m", "gitskills", "bisect", "--", *absent(lesson(4).name)]
    done = subprocess.run(
        words, cwd=made.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True, env=dict(os.environ)
    )  # fmt: skip
    assert f"{made.git('rev-parse', 'skills~2')[:12]} skill: add {lesson(4).name}" in done.stdout.splitlines()
