"""Live files that a person changed in place and that no commit holds yet: copied to state, shown until they are decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gitskills.app.context import Store
from gitskills.git.reflog import states
from gitskills.materialize.plan import canonical
from gitskills.model.fileplan import Edit
from gitskills.model.skill import SKILLS_ROOT
from gitskills.state.queue import edit_copies


def open_edits(store: Store) -> dict[str, Edit]:
    """The newest edit of every file, by id. What the branch holds by now is no edit."""
    newest = {edit.path: (key, edit) for key, edit in edit_copies(store.state).entries()}
    return {key: edit for key, edit in newest.values() if not is_known(store, edit.path, canonical(edit.content))}


def is_known(store: Store, path: str, content: bytes) -> bool:
    """Whether a version of `<name>/<file>` on the skills branch has this content, or a branch that git may have switched to.

    So has what was on the branch before a person took it off by git's own means, as long as the reflog tells.
    """
    place = f"{SKILLS_ROOT}/{path}"
    tip = store.repo.tip(store.branch)
    if tip and _holds(store, tip, place, content):
        return True
    if tip and store.repo.blob_id(content) in store.repo.blobs_ever(place, tip):
        return True
    heads = (store.repo.resolve("HEAD"), *store.repo.default_tips())
    if any(_holds(store, head, place, content) for head in heads if head):
        return True
    former = states(store.folder, f"refs/heads/{store.branch}")
    return any(_holds(store, commit, place, content) for commit in former)


def unknown(store: Store, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Those that `is_known` does not know. Of thousands nearly all stand on the branch as they are: its list is read once."""
    tip = store.repo.tip(store.branch)
    listed = store.repo.entries(tip, SKILLS_ROOT) if tip else ()
    trees = {entry.name: entry.oid for entry in listed if entry.kind == "tree"}
    for edit in edits:
        name, _, file = edit.path.partition("/")
        content = canonical(edit.content)
        if not (name in trees and _holds(store, trees[name], file, content)) and not is_known(
            store, edit.path, content
        ):
            yield edit


def _holds(store: Store, root: str, place: str, content: bytes) -> bool:
    """Whether the file at that place of a commit or a tree says the same."""
    found = store.repo.blob(root, place)
    return found is not None and canonical(found) == content


def keep_edits(store: Store, edits: Mapping[str, Edit]) -> None:
    """Git replaces excluded files without a word, so an edit in place is copied as soon as it is seen."""
    copies = edit_copies(store.state)
    newest = {edit.path: key for key, edit in copies.entries()} if edits else {}
    for key, edit in edits.items():
        if newest.get(edit.path) != key:
            copies.settle(key)  # an older copy of the same text is the newest again
            copies.add(key, edit)


def settle_edits(store: Store, paths: Iterable[str]) -> None:
    """All copies of these files are dealt with."""
    decided = frozenset(paths)
    copies = edit_copies(store.state)
    for key, edit in list(copies.entries()):
        if edit.path in decided:
            copies.settle(key)
