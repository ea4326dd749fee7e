"""One suite over both adapters: a module that uses the fixture `adapter` runs with each of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.adapters import ADAPTERS, NEWER_GIT, PROGRAM, Adapter, newer_git


@pytest.fixture(params=ADAPTERS, ids=lambda adapter: adapter.name)
def adapter(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Adapter:
    """Opens by `tests.support.adapters.open_repository`; repositories are made as it wants them."""
    chosen: Adapter = request.param
    if chosen.program:
        monkeypatch.setenv(PROGRAM, "1")
    if chosen.reftable:
        folder = newer_git(os.environ.get(NEWER_GIT, ""), os.environ["PATH"])
        if not folder:
            pytest.skip(f"reftable needs git 2.45 or newer ({NEWER_GIT} names the folder of one)")
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    for name, value in chosen.variables.items():
        monkeypatch.setenv(name, value)
    return chosen
