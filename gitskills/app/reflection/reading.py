"""Reading a transcript the way a reflector will see it: ignored, redacted, clipped; and the same rules for proposals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gitskills.app.branch.policies import need_policy
from gitskills.app.context import Context, Store
from gitskills.app.reflection.sources import source_of
from gitskills.capture.ignore import ignore_rule, nothing_ignored
from gitskills.capture.windows import CapturePlan, Known, episodes, nothing_known
from gitskills.hosts.transcript_file import open_lines
from gitskills.model.episode import Cursor, Episode
from gitskills.model.proposal import Proposal
from gitskills.model.turn import RawLine, Turn
from gitskills.redact import Redactor
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey

IGNORE_FILE = ".gitskillsignore"

Progress = Callable[[int, int], None]


def no_progress(_done: int, _total: int) -> None:
    """For callers that show none."""


BEGINNING = Cursor()


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a transcript is new: what lies behind `start` and is not `known` from elsewhere."""

    start: Cursor = BEGINNING
    known: Known = nothing_known
    progress: Progress = no_progress


WHOLE = Part()


def later(
    start: Cursor, begin: int, since: str, known: Known = nothing_known, progress: Progress = no_progress
) -> Part:
    """What lies behind a cursor, and before neither the byte `begin` nor the time `since`."""

    def is_known(turn: Turn) -> bool:
        return "" < turn.timestamp < since or known(turn)

    return Part(start if start.offset >= begin else Cursor(offset=begin), is_known, progress)


def read_episodes(context: Context, store: Store | None, transcript: str, part: Part) -> Iterator[Episode]:
    """The windows of what is new, oldest first, redacted and clipped. What was seen before only feeds the digest."""
    seen = survey(open_lines(transcript))
    plan = CapturePlan(
        transcript=transcript,
        source=source_of(store, transcript),
        settings=context.settings,
        abandoned=seen.abandoned,
        ours=seen.ours,
        after=part.start.offset,
        known=part.known,
        ignored=ignored_in(store),
    )
    lines = _counted(open_lines(transcript), Path(transcript).stat().st_size, part.progress)
    return episodes(read_turns(lines), context.redactor.redact, plan)


def _counted(lines: Iterator[RawLine], total: int, progress: Progress) -> Iterator[RawLine]:
    for line in lines:
        progress(line.end, total)
        yield line


def ignored_in(store: Store | None) -> Callable[[str], bool]:
    """Whether `.gitskillsignore` names a path, in any worktree, or the team's policy does."""
    roots = store.repo.worktrees() if store else ()
    files = [Path(root) / IGNORE_FILE for root in roots]
    patterns = [file.read_text("utf-8", "replace") for file in files if file.is_file()]
    patterns += (
        need_policy(store).ignore if store else ()
    )  # last, so that no other file lets in what the team keeps out
    return ignore_rule(patterns, roots) if patterns else nothing_ignored


def redacted(proposal: Proposal, redactor: Redactor) -> Proposal:
    """The same rules again on every text of a proposal (LOOP C7)."""

    def clean(text: str) -> str:
        return redactor.redact(text)[0] if text else text

    return replace(
        proposal,
        description=clean(proposal.description),
        body=clean(proposal.body),
        reason=clean(proposal.reason),
        new_text=clean(proposal.new_text),
        files=tuple(replace(file, text=clean(file.text)) for file in proposal.files),
        dropped=tuple(replace(item, clause=clean(item.clause), reason=clean(item.reason)) for item in proposal.dropped),
        quotes=tuple(replace(quote, text=clean(quote.text)) for quote in proposal.quotes),
    )
