"""A sync killed before each single step leaves both sides whole, and finishes when it is called again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.sync import sync
from tests.support.killing import Deed
from tests.support.remotes import team
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, outcomes, teach

ROOT = Path(__file__).resolve().parents[2]
THIRD = Lesson("cents", "Prices are whole cents everywhere.")
ALL = sorted(each.entry.id for each in (UV, MIGRATE, THIRD))


def at(folder: Path, name: str) -> RepoBuilder:
    return RepoBuilder(folder / name, Path.home())


def shared(made: RepoBuilder) -> None:
    assert sync(here(made.path), "", push=True, pull=True, progress=lambda _done, _total: None).stopped == ""


def print_of(folder: Path) -> str:
    prints = at(folder, "one").fingerprint()
    kept = [line for line in prints["refs"].split("\n") if "remotes/origin/skills" not in line]
    return repr(sorted((prints | {"refs": "\n".join(kept)}).items()))


def diverged(folder: Path) -> None:
    """Both learned something since they last met; somebody is in the middle of work."""
    ours = team(folder)
    one, other = ours.clone("one", url=str(ours.bare.path)), ours.clone("other", url=str(ours.bare.path))
    for made in (one, other):
        made.git("config", "remote.origin.url", "../team.git")  # the folder is copied for every step
    teach(one.path, UV)
    shared(one)
    shared(other)
    teach(other.path, THIRD)
    shared(other)
    assert outcomes(teach(one.path, MIGRATE)) == ["landed"]
    one.write("README.md", "changed\n")
    one.write("staged.py", "staged\n")
    one.git("add", "staged.py")
    (folder / "before").write_text(print_of(folder))


def syncing(folder: Path) -> None:
    shared(at(folder, "one"))


def whole(folder: Path) -> None:
    one, other, bare = (at(folder, name) for name in ("one", "other", "team.git"))
    assert print_of(folder) == (folder / "before").read_text()
    for made in (one, bare):
        made.fsck()
    assert set(landed(bare)) <= set(ALL)
    shared(one)
    shared(other)
    drain(one.path)
    assert one.tip("skills") == other.tip("skills") == bare.tip("skills")
    assert landed(bare) == ALL
    assert len(list((one.path / ".claude/skills").glob("*/SKILL.md"))) == len(ALL)
    assert print_of(folder) == (folder / "before").read_text()


DEED = Deed(diverged, syncing, whole)
RUN = """
import sys
from pathlib import Path
from tests.flow.test_sync_killed import DEED
from tests.support.killing import kill_at_each_step
kill_at_each_step(DEED, Path(sys.argv[1]), int(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.promise("share-1")
def test_killed_before_any_step_it_leaves_both_sides_whole_and_finishes_when_called_again(tmp_path: Path) -> None:
    from tests.conftest import OUTSIDE  # the process that is killed must not import it

    every = OUTSIDE.get("GITSKILLS_KILL_EVERY", "9")  # 1 kills at each step, which takes minutes
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path), every],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    assert int(done.stdout) > 10
