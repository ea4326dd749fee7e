"""Exactly what a reflector would see of a transcript: ignored, redacted, clipped, and with it what is known already."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gitskills.app.branch.library import read_library
from gitskills.app.context import Context
from gitskills.app.reflection.reading import WHOLE, read_episodes
from gitskills.app.reflection.reflectors import OFFLINE, Reflector, chosen, model
from gitskills.app.reflection.surroundings import look
from gitskills.app.reflection.thinking import planned
from gitskills.errors import UsageError
from gitskills.model.episode import Episode
from gitskills.model.learned import Asked
from gitskills.reflect.bundle import Room


def preview(context: Context, transcript: str) -> str:
    """The windows of one run from the transcript's beginning, each as its own text. Nothing is written."""
    libraries = [read_library(context, store) for store in context.stores()]
    return "\n".join(look(context, libraries, episode, Room()) for episode in _windows(context, transcript))


def requests(context: Context, transcript: str, name: str) -> Iterator[Asked]:
    """What a run of the reflector `name` would send first for each window. Nothing is sent or written."""
    wanted = chosen(context, name)
    if wanted == OFFLINE:
        raise UsageError("the offline reflector sends nothing", "name another, as in --reflector anthropic")
    mind = model(context, wanted)
    reading = Reflector(context, lambda _episode: (), mind).reading
    libraries = [read_library(context, store) for store in context.stores()]
    for episode in _windows(reading, transcript):
        for thought in planned(context, mind, libraries, episode):
            yield Asked(mind.label, thought.tokens, mind.opening(thought.request, thought.tools))


def _windows(context: Context, transcript: str) -> Iterator[Episode]:
    episodes = read_episodes(context, context.project, transcript, WHOLE)
    return islice(episodes, context.settings.windows_per_run)
