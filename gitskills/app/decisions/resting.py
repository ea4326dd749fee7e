"""Skills and the decisions that they rest on: shown with a skill, and looked at anew when such a decision holds no more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from gitskills.app.branch.library import Library
from gitskills.app.branch.words import evidence_of
from gitskills.app.context import Context
from gitskills.app.decisions.decided import read_decided
from gitskills.decisions.resting import Basis, bases, ended
from gitskills.model.decided import DecisionIndex
from gitskills.model.library import Version
from gitskills.model.review import LANDED, ReviewItem
from gitskills.model.skill import ARCHIVE_ROOT


def rests_on(context: Context, library: Library, name: str) -> tuple[Basis, ...]:
    """The decisions under a skill, those that ended included."""
    if library.store is not context.project:
        return ()
    return _bases(read_decided(context, library.store), library, name)


def _bases(index: DecisionIndex, library: Library, name: str) -> tuple[Basis, ...]:
    if not index.events:
        return ()
    found = [item for version in library.versions.get(name, ()) for item in evidence_of(library.store, version)]
    folder = library.folder(name) or library.archived_folder(name)
    text = folder.skill_md.content.decode("utf-8", "replace") if folder and folder.skill_md else ""
    places = {f"{item.source}:{item.line}" for item in found}
    return bases(index, {item.sha256 for item in found}, places, text)


def shaken(context: Context, library: Library) -> Iterator[ReviewItem]:
    """Live skills on a decision that ended after anybody last changed them: a person says whether they stay."""
    if library.store is not context.project:
        return
    index = read_decided(context, library.store)
    for name in library.skills if ended(index) else ():
        newest = _newest(library, name)
        over = [one for one in _bases(index, library, name) if one.ended] if newest else []
        for basis in over:
            if newest is not None and basis.time >= newest.time:
                yield _item(library, newest, basis)


def _newest(library: Library, name: str) -> Version | None:
    live = [one for one in library.versions.get(name, ()) if one.tree and not one.place.startswith(ARCHIVE_ROOT)]
    return live[-1] if live else None


def _item(library: Library, version: Version, basis: Basis) -> ReviewItem:
    said = f"{version.name} {basis.id} {basis.ended}"
    folder = library.folder(version.name)
    return ReviewItem(
        id=hashlib.sha256(said.encode()).hexdigest()[:40],
        kind=LANDED,
        scope=library.store.scope,
        name=version.name,
        title=f"{version.name} rests on the decision {basis.sentence}",
        reason="what it was built on holds no more: does it?",
        detail=folder.skill_md.content.decode("utf-8", "replace") if folder and folder.skill_md else "",
        commit=version.commit,
    )
