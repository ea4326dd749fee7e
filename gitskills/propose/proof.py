"""Evidence is proven at intake: every quote is found again in what was really said, or the proposal is refused."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gitskills.model.proposal import Evidence, Proposal, Quote
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.skillfile.evidence import quote_digest

NEAREST_AT_MOST = 200  # characters of the nearest text shown with a refusal
COMPARED_AT_MOST = 400  # pieces of text compared for it
MINIMUM = 3  # characters: a shorter quote proves something only as a person's whole answer, beside what it answers

RANK = {Speaker.USER: 0, Speaker.COMMAND: 1, Speaker.AGENT: 2, Speaker.FILE: 3, Speaker.WEB: 4, Speaker.OTHER: 5}

Folded = tuple[tuple[str, Turn], ...]


@dataclass(frozen=True, slots=True)
class Unproven:
    """A quote that nobody said; `nearest` is the most similar text of the window."""

    quote: str
    nearest: str
    why: str


def fold(text: str) -> str:
    """White space folded to single blanks: transcripts wrap lines, people don't mean them."""
    return " ".join(text.split())


def fold_window(turns: Iterable[Turn]) -> Folded:
    """The window with its white space folded once, for many proposals."""
    return tuple((fold(turn.text), turn) for turn in turns)


def prove(proposal: Proposal, window: Folded, source: str) -> Proposal | Unproven:
    """The proposal with its evidence, or the first quote that is not in the window.

    A quote said by several is credited to the record it names, else to the strongest speaker, else to the first.
    """
    found: list[Evidence] = []
    for quote in proposal.quotes:
        text = fold(quote.text)
        if len(text) < MINIMUM and not _whole_answer(proposal, quote, text, window):
            return Unproven(quote.text, "", f"a quote needs at least {MINIMUM} characters")
        turn = _locate(quote, text, window)
        if turn is None:
            return Unproven(quote.text, nearest(text, [turn for _, turn in window]), "nobody said this in the window")
        found.append(_evidence(text, turn, source))
    return replace(proposal, evidence=tuple(dict.fromkeys(found)))


def _whole_answer(proposal: Proposal, quote: Quote, text: str, window: Folded) -> bool:
    """Whether a short quote is all that a person said on its line, and the proposal quotes more than that."""
    whole = any(folded == text and turn.human and turn.line == quote.line for folded, turn in window)
    return whole and any(len(fold(other.text)) >= MINIMUM for other in proposal.quotes)


def _locate(quote: Quote, text: str, window: Folded) -> Turn | None:
    holding = [turn for folded, turn in window if text in folded]
    named = [turn for turn in holding if quote.line and turn.line == quote.line]
    return min(named or holding, key=_rank, default=None)


def _rank(turn: Turn) -> tuple[int, int]:
    injected = turn.channel is Channel.INJECTED or turn.sidechain
    return (RANK[Speaker.OTHER] if injected else RANK[turn.speaker], turn.line)


def _evidence(text: str, turn: Turn, source: str) -> Evidence:
    injected = turn.channel is Channel.INJECTED
    return Evidence(
        quote=text,
        speaker=Speaker.OTHER if injected else turn.speaker,
        channel=turn.channel,
        line=turn.line,
        source=turn.source or source,
        sha256=quote_digest(text),
        uuid=turn.uuid,
        timestamp=turn.timestamp,
    )


def nearest(text: str, turns: Sequence[Turn]) -> str:
    """The text of the window most like `text`, cut; "" where nothing is alike."""
    pieces = [
        fold(line)[:NEAREST_AT_MOST] for turn in turns if turn.human for line in turn.text.splitlines() if line.strip()
    ]
    pieces += [fold(turn.text)[:NEAREST_AT_MOST] for turn in turns if not turn.human and turn.text.strip()]
    close = difflib.get_close_matches(text[:NEAREST_AT_MOST], pieces[:COMPARED_AT_MOST], n=1, cutoff=0.3)
    return close[0] if close else ""
