"""The tests' own promises: nothing of the person who runs them is seen or touched."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

from tests.conftest import ROOT, SharedFolder
from tests.support import seal
from tests.support.repos import RepoBuilder

SKIPS_SHARED = """
import pytest

@pytest.mark.shared
def test_one():
    pytest.skip("not here")
"""


def test_a_test_sees_no_setting_of_its_caller() -> None:
    outside = {"GIT_DIR": "/x", "GITSKILLS_BRANCH": "x", "CI": "true", "CLAUDE_CONFIG_DIR": "/x", "CIRCLE": "kept"}
    inside = seal.sealed(outside, Path("/home/ada"), Path("/cache"))
    assert inside["CIRCLE"] == "kept"
    assert inside["CLAUDE_CONFIG_DIR"] == "/home/ada/.claude"
    assert not {"GIT_DIR", "GITSKILLS_BRANCH", "CI"} & inside.keys()


def test_every_test_has_an_identity_and_a_home_of_its_own(home: Path, gitconfig: Path) -> None:
    assert Path.home() == home
    assert "Ada" in gitconfig.read_text("utf-8")
    assert sorted(place.name for place in home.iterdir()) == [".gitconfig"]


def test_libgit2_finds_no_configuration_outside_the_repository(repo: RepoBuilder) -> None:
    assert "user.name" not in pygit2.Repository(str(repo.path)).config


def test_pytest_git_gives_an_unborn_repository_on_main(repo: RepoBuilder) -> None:
    assert repo.git("symbolic-ref", "HEAD") == "refs/heads/main"
    repo.commit("first", {"a.txt": "a\n"})
    assert repo.git("log", "--format=%an %s") == "Ada first"


def test_the_network_is_out_of_reach() -> None:
    with socket.socket() as end, pytest.raises(AssertionError, match="reached out"):
        end.connect(("192.0.2.1", 9))


def test_a_change_in_a_real_home_is_noticed(tmp_path: Path) -> None:
    before = seal.fingerprint((tmp_path,))
    (tmp_path / ".claude/skills/stray").mkdir(parents=True)
    assert seal.fingerprint((tmp_path,)) != before


@pytest.mark.parametrize(("promised", "code"), [("true", 1), ("", 0)])
def test_a_skip_for_want_of_the_shared_folder_fails_only_where_it_is_promised(
    tmp_path: Path, promised: str, code: int
) -> None:
    suite = tmp_path / "test_skips.py"
    suite.write_text(SKIPS_SHARED, "utf-8")
    words = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"), str(suite)]
    words += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}"]
    done = subprocess.run(
        words,
        cwd=ROOT,
        env=os.environ | {"CI": promised, "TESTS_ON_CI": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr


def test_the_shared_folder_is_a_folder(shared: SharedFolder) -> None:
    assert shared("transcripts").is_dir()
