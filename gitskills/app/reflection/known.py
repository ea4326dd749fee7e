"""The skills of both scopes that a text may be about, read when somebody first asks for them."""

from __future__ import annotations

from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context
from gitskills.model.skill import SKILL_FILE, KnownSkill
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.terms import terms

MOST = 5  # of each scope
LEAST = 0.1  # of likeness: what shares less shares no rule


class Known:
    """What the branches hold at the time of the first question."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._libraries: list[Library] | None = None

    def nearest(self, text: str) -> list[KnownSkill]:
        """The most similar skills with their bodies, best first, the project's before the person's own."""
        if self._libraries is None:
            self._libraries = [read_library(self._context, store) for store in self._context.stores()]
        counts = terms(text)
        return [
            KnownSkill(library.skills[name], _body(library, name))
            for library in self._libraries
            for name, score in library.similar.nearest(counts, MOST)
            if score >= LEAST
        ]


def _body(library: Library, name: str) -> str:
    folder = library.folder(name)
    file = folder.files.get(SKILL_FILE) if folder else None
    document = parse(file.content) if file else None
    return document.body if isinstance(document, Document) else ""
