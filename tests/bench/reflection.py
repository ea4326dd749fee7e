"""What a reflection by a model takes: fifty tool calls of real sessions, from the file to all rounds together."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median

from gitskills.app.context import Context
from gitskills.app.learn import Plan, learn
from gitskills.app.reflection.reading import WHOLE, read_episodes
from gitskills.redact import Redactor
from tests.bench.table import Table, progress
from tests.support.fifty import CALLS, fifty_calls
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import ScriptedChat, proposals
from tests.support.sources import ROOT
from tests.support.teaching import here

SESSIONS = Path(os.environ.get("GITSKILLS_SHARED") or ROOT.parent / "shared") / "transcripts"
MOST = 12
COLUMNS = ("", "file", "redacted", "projected", "first request", "all rounds")


def run() -> Sequence[Table]:
    """Tokens are estimated at four characters, alike in every column."""
    with tempfile.TemporaryDirectory() as folder:
        repo = RepoBuilder.with_commit(Path(folder, "project"), home=Path.home())
        found = [_measure(repo, session) for session in islice(fifty_calls(SESSIONS, Path(folder)), MOST)]
    if not found:
        return (
            Table(
                "Tokens of a reflection",
                COLUMNS,
                (),
                "The sessions are not here (GITSKILLS_SHARED names their folder).",
            ),
        )
    columns = list(zip(*found, strict=True))
    rows = (
        ("median", *(f"{median(column):,.0f}" for column in columns)),
        ("largest", *(f"{max(column):,}" for column in columns)),
    )
    note = f"{len(found)} sessions, each cut behind its {CALLS}th tool call. Two rounds: the first proposal is refused, the second is an empty list."
    return (Table("Tokens of a reflection", COLUMNS, rows, note),)


def _measure(repo: RepoBuilder, session: Path) -> tuple[int, ...]:
    progress(session.name)
    raw = session.read_text("utf-8", "replace")
    unsaid: dict[str, object] = {
        "action": "add",
        "name": "a-rule",
        "reason": "x",
        "evidence": [{"quote": "Nobody said so in any session."}],
    }
    with ScriptedChat([proposals(unsaid), proposals()] * 4) as chat:
        repo.git("config", "gitskills.openai.url", chat.url)
        repo.git("config", "gitskills.budget.runsPerDay", "1000")
        repo.git("config", "gitskills.budget.tokensPerDay", "1000000000")
        context = here(repo.path)
        learn(context, str(session), Plan())
    sent = [_tokens("".join(message["content"] for message in request["messages"])) for request in chat.requests]
    redacted = _tokens(Redactor(maintained=False).redact(raw)[0])
    return _tokens(raw), redacted, sum(map(_tokens, _windows(context, session))), sent[0], sum(sent)


def _windows(context: Context, session: Path) -> Iterator[str]:
    settings = replace(context.settings, window_bytes=10_000_000)
    for episode in read_episodes(replace(context, settings=settings), None, str(session), WHOLE):
        yield json.dumps([turn.text for turn in episode.window], ensure_ascii=False)


def _tokens(text: str) -> int:
    return len(text) // 4
