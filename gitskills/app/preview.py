"""Exactly what a reflector would see of a transcript: ignored, redacted, clipped, and with it what is known already."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gitskills.app.context import Context
from gitskills.app.library import Library, read_library
from gitskills.app.reading import no_progress, read_episodes
from gitskills.model.episode import Cursor
from gitskills.reflect.bundle import Surroundings, bundle
from gitskills.state.queue import refused_entries


def preview(context: Context, transcript: str) -> str:
    """The windows of one run from the transcript's beginning, each as its own text. Nothing is written."""
    around = _surroundings(context)
    windows = read_episodes(context, context.project, transcript, Cursor(), no_progress)
    return "\n".join(bundle(episode, around) for episode in islice(windows, context.settings.windows_per_run))


def _surroundings(context: Context) -> Surroundings:
    libraries = [read_library(context, store) for store in context.stores()]
    return Surroundings(
        skills=[entry for library in libraries for _, entry in sorted(library.skills.items())],
        refused=[lesson for library in libraries for lesson in _refused(library)],
        statements=[statement for library in libraries for statement in library.statements],
    )


def _refused(library: Library) -> Iterator[tuple[str, str]]:
    """What a person took back, then what the rules refused."""
    for verdict in library.ledger.verdicts:
        yield verdict.name, verdict.reason or "a person took it back"
    for _, waits in refused_entries(library.store.state).entries():
        yield waits.proposal.name, ", ".join(sorted({violation.rule for violation in waits.violations}))
