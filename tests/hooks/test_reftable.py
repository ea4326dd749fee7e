"""A start in a repository whose refs are no files: what was prepared holds until any ref moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.sessions.starting import prepare
from tests.hooks.test_sessions import context_of
from tests.support.adapters import REFTABLE, use
from tests.support.hooks import Host
from tests.support.repos import RepoBuilder
from tests.support.teaching import here, lesson, teach


@pytest.mark.promise("share-7", "L2")
def test_facts_are_told_until_a_ref_moves_and_again_when_prepared_anew(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(REFTABLE, monkeypatch)
    repo = RepoBuilder.with_commit(tmp_path / "repo", home=home)
    for name, value in (("enabled", "true"), ("birthsPerDay", "1000"), ("probationMax", "1000")):
        repo.git("config", f"gitskills.{name}", value)
    host = Host(repo, tmp_path / "host")
    teach(repo.path, *(lesson(number) for number in range(60)))
    prepare(here(repo.path), str(host.state))
    assert context_of(host.start()) != ""
    host.quiet()
    repo.git("update-ref", "refs/heads/skills", "skills~1")
    assert context_of(host.start()) == ""
    host.quiet()
    assert context_of(host.start()) != ""
    host.quiet()
