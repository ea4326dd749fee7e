"""One suite over both adapters: a module that uses the fixture `adapter` runs with each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.adapters import ADAPTERS, PROGRAM, Adapter, use


@pytest.fixture(params=ADAPTERS, ids=lambda adapter: adapter.name)
def adapter(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Adapter:
    """Opens by `tests.support.adapters.open_repository`; repositories are made as it wants them."""
    chosen: Adapter = request.param
    if chosen.program:
        monkeypatch.setenv(PROGRAM, "1")
    use(chosen, monkeypatch)
    return chosen
