"""Counting, against a skill that the host had listed, that a person had to say all the same what it says."""

from __future__ import annotations

from gitskills.app.context import Context
from gitskills.app.reflection.known import Known
from gitskills.hosts.assets import asset
from gitskills.model.episode import Episode
from gitskills.model.usage import Event, Kind
from gitskills.state.uses import add_events, read_progress


def count_relapses(context: Context, transcript: str, episode: Episode) -> None:
    """Of a skill that the session was never told of, nothing counts: it could not be heeded."""
    told = read_progress(context.base().state, transcript).told
    if not told or not episode.window:
        return
    from gitskills.reflect.offline.relapses import relapses
    from gitskills.reflect.offline.weights import parse_weights

    weights = parse_weights(asset("reflector/offline/weights.json"))
    for entry, turn in relapses(episode, Known(context).nearest, weights):
        if entry.name in told:
            key = turn.uuid or f"{transcript}:{turn.line}"
            add_events(context.store_for(entry.scope).state, [Event(Kind.RELAPSE, key, entry.name)])
