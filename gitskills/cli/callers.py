"""Who runs the command: what a person alone may answer, and how far an agent's word goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context

DOUBT = "an agent calls, and may have written that transcript itself: what it teaches waits for a person, decisions are left out"


def need_person() -> None:
    """A GitskillsError where an agent calls: its yes is no person's."""
    from gitskills.hosts.caller import agent_calls

    if agent_calls():
        raise GitskillsError("an agent calls, and only a person answers here", "run it in a terminal of your own")


def in_doubt(context: Context, transcripts: Iterable[str]) -> Context:
    """Under what settings transcripts that an agent names are read: only those that its host keeps say what a person said."""
    from gitskills.hosts.caller import agent_calls
    from gitskills.hosts.claude_code import is_kept

    if not agent_calls() or all(is_kept(place) for place in transcripts):
        return context
    from gitskills.cli.render import complain

    complain(DOUBT)
    return replace(context, settings=replace(context.settings, landing="review", decide=False))
