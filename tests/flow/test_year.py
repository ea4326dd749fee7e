"""A year of lessons, use and second thoughts on a real repository. GITSKILLS_YEAR=whole makes it as long as a year is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.hunting import hunt
from tests.support.repos import RepoBuilder
from tests.support.year import Size, Year

SHORT = Size(turns=900, proposals=60, pool=6, probation=6)


@pytest.mark.slow
@pytest.mark.promise("U3", "U4", "U5", "U6", "U8")
def test_a_year_stays_bounded_loses_nothing_and_every_commit_is_sound(tmp_path: Path) -> None:
    size = Size() if os.environ.get("GITSKILLS_YEAR") == "whole" else SHORT
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    year = Year(made, size)
    while not year.over:
        year.round()
    assert year.verbs().keys() >= {"add", "patch", "archive", "restore", "merge"}
    found, sought = hunt(made, year.live, tmp_path / "hunt")
    assert found == sought
    assert year.restore_all() > 0
    assert year.sound("main..skills") == int(made.git("rev-list", "--count", "main..skills"))
    made.fsck()
