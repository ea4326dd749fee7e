"""Every test is sealed off from its surroundings (`support/seal.py`) and has a home of its own.

Fixtures: `home`, `gitconfig`, `repo` (pytest-git's repository as a RepoBuilder), `shared` (the shared transcripts and cases).
"""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest
from pytest_git import GitRepo

from tests.support import seal
from tests.support.repos import RepoBuilder

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = dict(os.environ)
# a worker is started by a process that is sealed already
REAL_HOME = Path(OUTSIDE.get("TESTS_REAL_HOME") or OUTSIDE.get("HOME", "/"))
ON_CI = "true" in {OUTSIDE.get("CI"), OUTSIDE.get("TESTS_ON_CI")}
SHARED = Path(OUTSIDE.get("TESTS_SHARED") or OUTSIDE.get("GITSKILLS_SHARED") or ROOT.parent / "shared").resolve()
TOLD = {"TESTS_REAL_HOME": str(REAL_HOME), "TESTS_ON_CI": "true" if ON_CI else "", "TESTS_SHARED": str(SHARED)}
HOMES = seal.real_homes()
BEFORE = seal.fingerprint(HOMES)
TOUCHED = pytest.StashKey[list[str]]()
NUMBERS = itertools.count(1)
WORKSHOP = Path(tempfile.mkdtemp(prefix="gitskills-tests-"))

# no test asserts a time; a pipeline tries the same examples for the same code
hypothesis.settings.register_profile("here", deadline=None, derandomize=ON_CI)
hypothesis.settings.load_profile("here")


class SharedFolder:
    """The folder that a user's clone doesn't have: `shared("transcripts", "labels.jsonl")` or `shared / "cases"`."""

    def __call__(self, *parts: str) -> Path:
        return SHARED.joinpath(*parts)

    def __truediv__(self, part: str) -> Path:
        return SHARED / part


def pytest_configure() -> None:
    _seal()
    seal.seal_libgit2()
    seal.forbid_network()


def _seal() -> Path:
    home = seal.furnish(WORKSHOP / f"home{next(NUMBERS)}")
    cache = ROOT / ".pytest_cache" / "scanner-rules"
    os.environ.clear()
    os.environ.update(seal.sealed(OUTSIDE, home, cache) | TOLD)
    return home


def pytest_unconfigure() -> None:
    os.environ.clear()
    os.environ.update(OUTSIDE)
    shutil.rmtree(WORKSHOP, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.shared)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where the shared folder is promised, a test that skips for want of it has failed."""
    report = yield
    if ON_CI and report.skipped and item.get_closest_marker("shared") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, but CI must run it: is {SHARED} there?"
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    after = seal.fingerprint(HOMES)
    touched = sorted(path for path in BEFORE.keys() | after.keys() if BEFORE.get(path) != after.get(path))
    if touched:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.stash[TOUCHED] = touched


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for path in config.stash.get(TOUCHED, []):
        terminalreporter.write_line(f"FAILED: a test changed {path}, which is not its own", red=True)


@pytest.fixture(autouse=True)
def home() -> Path:
    """This test's home folder: an identity (Ada), no other configuration."""
    return _seal()


@pytest.fixture
def gitconfig(home: Path) -> Path:
    """The global git configuration of this test; empty it for a person without an identity."""
    return home / ".gitconfig"


@pytest.fixture
def repo(home: Path, git_repo: GitRepo) -> RepoBuilder:
    """An empty repository, nothing committed, HEAD on main."""
    git_repo.api.close()
    return RepoBuilder(Path(git_repo.workspace), home)


@pytest.fixture
def shared() -> SharedFolder:
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not here (GITSKILLS_SHARED names another place)")
    return SharedFolder()
