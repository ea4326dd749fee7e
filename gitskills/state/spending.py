"""What models took, a line a run in `spend/<month>.jsonl`. A run is written down before it begins: one that is killed counts.

A later line of the same run replaces the earlier one. Ids and counts, never content.
"""

from __future__ import annotations

from gitskills.model.spend import Budget, Spend
from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import append, read_whole, reported
from gitskills.state.lock import held

_FOLDER = "spend"
_SECONDS = 10.0
_MONTH = 7  # characters of a day that name its month
_MONTHS = 24


def begin(state: StateDirectory, budget: Budget, spend: Spend) -> str:
    """Write down that a run begins, or say why it must not; two processes never take the same last run of a day."""
    with held(state, _FOLDER, _SECONDS):
        why = budget.complaint(spent_on(state, spend.day), spend.fresh)
        if not why:
            record(state, spend)
    return why


def record(state: StateDirectory, spend: Spend) -> None:
    """Write down how a run went."""
    append(state.folder(_FOLDER) / f"{spend.day[:_MONTH]}.jsonl", encode(spend))


def spent_on(state: StateDirectory, day: str) -> tuple[Spend, ...]:
    """The runs of a day, as `2026-11-30`."""
    return tuple(spend for spend in _read(state, f"{day[:_MONTH]}.jsonl") if spend.day == day)


def all_spent(state: StateDirectory) -> tuple[Spend, ...]:
    """Every run that is still on record, oldest first."""
    folder = state.peek(_FOLDER)
    months = sorted(place.name for place in folder.glob("*.jsonl")) if folder.is_dir() else []
    return tuple(spend for month in months[-_MONTHS:] for spend in _read(state, month))


def _read(state: StateDirectory, month: str) -> tuple[Spend, ...]:
    with reported(state.root):
        content = read_whole(state.peek(_FOLDER, month)) or b""
    runs: dict[str, Spend] = {}
    for line in content.splitlines():
        try:
            spend = decode(Spend, line)
        except Malformed:
            continue  # torn by a crash
        runs[spend.run] = spend
    return tuple(runs.values())
