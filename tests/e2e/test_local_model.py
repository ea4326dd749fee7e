"""A real model of the smallest kind behind `openai`: it may write nonsense, and nothing unproven may land (`make e2e-model`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.learn import Plan, learn
from gitskills.llm.port import Cause, ModelFault
from gitskills.state.spending import all_spent
from tests.conftest import OUTSIDE, REAL_HOME
from tests.support.lessons import session
from tests.support.local_model import serving
from tests.support.repos import RepoBuilder
from tests.support.teaching import here

CACHE = REAL_HOME / ".cache/gitskills-tests"

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(not OUTSIDE.get("GITSKILLS_LOCAL_MODEL"), reason="make e2e-model runs it"),
]


def test_nothing_that_nobody_said_lands(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("first", {"README.md": "# A project\n"})
    transcript = session(tmp_path / "session.jsonl")
    said = Path(transcript).read_text("utf-8")
    with serving(CACHE) as url:
        repo.git("config", "gitskills.openai.url", url)
        repo.git("config", "gitskills.model.contextTokens", "8000")
        repo.git("config", "gitskills.model.seconds", "900")
        context = here(repo.path)
        try:
            done = learn(context, transcript, Plan())
        except ModelFault as fault:
            assert fault.cause is Cause.PASSING
            landed = []
        else:
            landed = [ruling for ruling in done.rulings if ruling.outcome == "landed"]
            quotes = {item.id: [one.quote for one in item.proposal.evidence] for item in done.candidates}
            assert all(quote in said for ruling in landed for quote in quotes[ruling.proposal])
            assert all(quotes[ruling.proposal] for ruling in landed)
    (spend,) = all_spent(context.need_project().state)
    assert spend.reflector.startswith("openai ")
    assert spend.output > 0
    assert bool(repo.tip("skills")) == bool(landed)
