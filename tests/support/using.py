"""Turns that people took and skills that were used, written down as counting does."""

from __future__ import annotations

import itertools

from gitskills.model.usage import Event, Kind
from gitskills.state.directory import StateDirectory
from gitskills.state.uses import add_events

_KEYS = itertools.count(1)


def live_through(state: StateDirectory, turns: int, *listed: str) -> None:
    """So many turns in which these skills were listed."""
    add_events(state, (Event(Kind.TURN, f"turn {next(_KEYS)}", listed=frozenset(listed)) for _ in range(turns)))


def use(state: StateDirectory, name: str, times: int = 1, kind: Kind = Kind.USE) -> None:
    add_events(state, (Event(kind, f"call {next(_KEYS)}", name) for _ in range(times)))
