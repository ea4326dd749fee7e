"""Quotes found again in the transcript that they are said to be from: what nobody said is no evidence."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from gitskills.app.context import Context
from gitskills.app.reflection.reading import WHOLE, read_episodes
from gitskills.model.proposal import Action, Evidence, Proposal, Quote
from gitskills.propose.proof import Folded, Unproven, fold_window, prove

Quotable = tuple[Folded, str]  # the turns that may be quoted, and how their transcript is named in a commit


def quotable(context: Context, transcript: str) -> Quotable:
    """The newest windows of a transcript as one: what is current may be quoted."""
    newest = deque(read_episodes(context, context.project, transcript, WHOLE), context.settings.windows_per_run)
    turns = fold_window(turn for episode in newest for turn in episode.window)
    return turns, newest[-1].source if newest else ""


def prove_quotes(context: Context, quotes: Sequence[str], transcript: str) -> tuple[Evidence, ...] | Unproven:
    """The quotes as evidence, or the first that nobody said."""
    claimed = tuple(Quote(context.redactor.redact(quote)[0]) for quote in quotes)
    asked = Proposal(Action.ADD, "", quotes=claimed)
    proven = prove(asked, *quotable(context, transcript))
    return proven if isinstance(proven, Unproven) else proven.evidence
