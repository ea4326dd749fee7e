"""Live files that a person changed in place and that no commit holds yet: copied to state, shown until they are decided."""

from __future__ import annotations

from gitskills.app.context import Store
from gitskills.materialize.plan import canonical
from gitskills.model.fileplan import Edit
from gitskills.model.skill import SKILLS_ROOT
from gitskills.state.queue import edit_copies


def open_edits(store: Store) -> dict[str, Edit]:
    """The newest edit of every file, by id. What some version on the branch holds by now is no edit."""
    tip = store.repo.tip(store.branch)
    newest = {edit.path: (key, edit) for key, edit in edit_copies(store.state).entries()}
    return {key: edit for key, edit in newest.values() if not is_known(store, tip, edit)}


def is_known(store: Store, tip: str, edit: Edit) -> bool:
    """Whether a version of the file with this content is on the branch."""
    ever = store.repo.blobs_ever(f"{SKILLS_ROOT}/{edit.path}", tip) if tip else frozenset()
    return store.repo.blob_id(canonical(edit.content)) in ever


def settle_edits(store: Store, path: str) -> None:
    """All copies of one file are dealt with."""
    copies = edit_copies(store.state)
    for key, edit in list(copies.entries()):
        if edit.path == path:
            copies.settle(key)
