"""A session's window with what is known beside it: skills of both scopes, refused lessons, what the project says. All redacted."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from functools import cache

from gitskills.app.branch.library import Library
from gitskills.app.context import Context
from gitskills.app.reflection.reading import ignored_in
from gitskills.model.episode import Episode
from gitskills.model.library import Statement
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SKILLS_ROOT, SkillEntry
from gitskills.reflect.bundle import Room, Surroundings, bundle, nearest, words_of
from gitskills.state.queue import refused_entries
from gitskills.transcript.clipping import clip

WHOLE = 2  # skills shown in full
ALIKE = 0.2  # less is another subject


def look(context: Context, libraries: Sequence[Library], episode: Episode, room: Room) -> str:
    """All that a reflector gets to see of one window. Redacted once more: what the project says was not before."""
    return context.redactor.redact(bundle(episode, _around(context, libraries, episode, room)))[0]


def _around(context: Context, libraries: Sequence[Library], episode: Episode, room: Room) -> Surroundings:
    skills = [entry for library in libraries for _, entry in sorted(library.skills.items())]
    return Surroundings(
        skills=skills,
        refused=[lesson for library in libraries for lesson in _refused(library)],
        statements=[statement for library in libraries for statement in _statements(library)],
        whole=list(_whole(context, libraries, nearest(skills, words_of(episode), WHOLE, ALIKE), room.whole)),
        room=room,
    )


def skill_file(context: Context, libraries: Sequence[Library], name: str, path: str) -> str | None:
    """The redacted text of a file that the branch holds, None where there is none that may be read.

    Looked up among the snapshot's own paths: no path that is asked for is ever opened.
    """
    library = next((library for library in libraries if name in library.skills), None)
    folder = library.folder(name) if library else None
    if library is None or folder is None or path == SIDECAR or path.startswith(EVIDENCE_PREFIX):
        return None
    file = folder.files.get(path)
    if file is None or file.link or ignored_in(library.store)(posixpath.join(SKILLS_ROOT, name, path)):
        return None
    return context.redactor.redact(file.content.decode("utf-8", "replace"))[0]


def _whole(
    context: Context, libraries: Sequence[Library], skills: Sequence[SkillEntry], room: int
) -> Iterator[tuple[str, str]]:
    for skill in skills:
        text = skill_file(context, libraries, skill.name, SKILL_FILE)
        if text is not None:
            yield skill.name, clip(text, room)


def _statements(library: Library) -> Iterator[Statement]:
    """What the project says, but for files whose content never crosses (LOOP C8)."""
    ignored = cache(ignored_in(library.store))
    return (said for said in library.statements if not ignored(said.place.rpartition(":")[0]))


def _refused(library: Library) -> Iterator[tuple[str, str]]:
    """What a person took back, then what the rules refused."""
    for verdict in library.ledger.verdicts:
        yield verdict.name, verdict.reason or "a person took it back"
    for _, waits in refused_entries(library.store.state).entries():
        yield waits.proposal.name, ", ".join(sorted({violation.rule for violation in waits.violations}))
