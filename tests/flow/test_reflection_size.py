"""How much a reflection sends: fifty tool calls of real sessions, all rounds together."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from gitskills.app.learn import Plan, learn
from tests.conftest import SharedFolder
from tests.support.fifty import fifty_calls
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import ScriptedChat, proposals
from tests.support.teaching import here

MOST = 30_000
CHARACTERS = 4  # a token, as the stub of the Messages API counts them, too


def test_fifty_calls_take_at_most_thirty_thousand_tokens_over_all_rounds(
    repo: RepoBuilder, shared: SharedFolder, tmp_path: Path
) -> None:
    repo.commit("first", {"README.md": "# A project\n"})
    repo.git("config", "gitskills.budget.runsPerDay", "1000")
    unsaid: dict[str, object] = {
        "action": "add",
        "name": "a",
        "reason": "x",
        "evidence": [{"quote": "Nobody said so anywhere."}],
    }
    taken = {}
    for session in islice(fifty_calls(shared("transcripts"), tmp_path), 6):
        with ScriptedChat([proposals(unsaid), proposals()] * 4) as chat:
            repo.git("config", "gitskills.openai.url", chat.url)
            learn(here(repo.path), str(session), Plan())
        assert len(chat.requests) >= 2
        taken[session.name] = (
            sum(len(json.dumps(request, ensure_ascii=False)) for request in chat.requests) // CHARACTERS
        )
    assert len(taken) >= 3
    assert {name: tokens for name, tokens in taken.items() if tokens > MOST} == {}
