"""Exactly what a reflector would see of a transcript: ignored, redacted, clipped, and with it what is known already."""

from __future__ import annotations

from itertools import islice

from gitskills.app.context import Context
from gitskills.app.library import read_library
from gitskills.app.reading import WHOLE, read_episodes
from gitskills.app.surroundings import look
from gitskills.reflect.bundle import Room


def preview(context: Context, transcript: str) -> str:
    """The windows of one run from the transcript's beginning, each as its own text. Nothing is written."""
    libraries = [read_library(context, store) for store in context.stores()]
    windows = read_episodes(context, context.project, transcript, WHOLE)
    return "\n".join(
        look(context, libraries, episode, Room()) for episode in islice(windows, context.settings.windows_per_run)
    )
