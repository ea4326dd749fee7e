"""The decisions that are read off the shared transcripts, by the shared scorer: the user's apart from the agent's own.

Nothing of the extractor is learned, so that what is left out and what is seen are the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from gitskills.decisions.extract import scan
from gitskills.decisions.lane import divided
from gitskills.model.decision import Candidate, Extracted
from gitskills.model.episode import Episode
from gitskills.model.proposal import Proposal
from gitskills.model.turn import Speaker
from tests.eval.scoring import row, row_of, scored
from tests.eval.sessions import ZERO_LESSON, labels

DECIDED = frozenset({"decision"})
KINDS = DECIDED | {"preference", "convention"}

Rows = list[dict[str, object]]


def print_decisions(
    sessions: Mapping[str, Sequence[Episode]], lessons: Mapping[str, Sequence[Proposal]], folder: Path
) -> None:
    """The user's decisions, both lanes together (lessons by weights that were left out), and the agent's own."""
    found = {name: [one for window in windows for one in scan(window)] for name, windows in sessions.items()}
    users, agents = _rows(found, _is_users), _rows(found, lambda one: not _is_users(one))
    together = [one for name in sessions for one in _both_lanes(name, lessons.get(name, ()), found[name])]
    _print("decisions of users, beside decisions", users, DECIDED, folder)
    _print("decisions of users, beside decisions, preferences and conventions", users, KINDS, folder)
    _print("both lanes, each quote in one, beside decisions, preferences and conventions", together, KINDS, folder)
    _print("decisions that the agent declared itself", agents, DECIDED, folder)


def _is_users(candidate: Candidate) -> bool:
    return candidate.speaker is Speaker.USER


def _rows(found: Mapping[str, Iterable[Extracted]], wanted: Callable[[Candidate], bool]) -> Rows:
    return [_row(name, one.candidate) for name, items in found.items() for one in items if wanted(one.candidate)]


def _row(name: str, candidate: Candidate) -> dict[str, object]:
    return row(name, [(item.quote, item.line) for item in candidate.evidence])


def _both_lanes(name: str, lessons: Sequence[Proposal], found: Sequence[Extracted]) -> Rows:
    lanes = divided(lessons, [one for one in found if _is_users(one.candidate)])
    return [*(row_of(name, one) for one in lanes.skills), *(_row(name, one.candidate) for one in lanes.decisions)]


def _print(title: str, rows: Rows, kinds: frozenset[str], folder: Path) -> None:
    """A label of another kind counts as none."""
    marked = [one for one in labels(folder) if one["label"] == "negative" or one["kind"] in kinds]
    print(f"{title}\n{scored(rows, marked, folder)}")
    print(f"proposals on zero-lesson transcripts: {sum(one['transcript'] in ZERO_LESSON for one in rows)}\n")
