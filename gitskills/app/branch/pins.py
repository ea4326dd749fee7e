"""A person's word that a skill is not to be put away: an empty commit, undone by its opposite."""

from __future__ import annotations

from gitskills.app.branch.door import commit_change
from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context, Store
from gitskills.errors import GitskillsError
from gitskills.git.port import Busy
from gitskills.model.skill import Owner
from gitskills.promote.changeset import note

PIN, UNPIN = "pin", "unpin"
REASONS = {PIN: "Kept by a person's word.", UNPIN: "Use decides again."}


def pin(context: Context, name: str, verb: str) -> str:
    """Pin or unpin a live skill; the sentence says what is so now."""
    return set_pin(context, find_live(context, name).store, name, verb)


def set_pin(context: Context, store: Store, name: str, verb: str) -> str:
    """The same in a store that is known to hold it."""
    pinned = name in read_library(context, store, judge=False).ledger.pinned
    if pinned == (verb == PIN):
        return f"{name} is {'pinned already' if pinned else 'not pinned'}"
    landed = commit_change(context, store, note(verb, name, REASONS[verb]))
    if isinstance(landed, Busy):
        raise GitskillsError(f"not done: {landed.why} ({landed.folder})", "try again when the branch is free")
    undo = UNPIN if verb == PIN else PIN
    return f"{landed.tip[:12]} {name} is {verb}ned; `gitskills {undo} {name}` undoes this"


def find_live(context: Context, name: str) -> Library:
    """The library in which the skill is live and ours to keep or to put away."""
    for store in context.stores():
        library = read_library(context, store, judge=False)
        entry = library.skills.get(name)
        if entry is not None and entry.owner is Owner.PROJECT:
            raise GitskillsError(f"{name} belongs to the project: the default branch tracks it", "change it there")
        if entry is not None and entry.owner is not Owner.HAND:
            return library
        if name in library.archived:
            raise GitskillsError(f"{name} is archived", f"`gitskills restore {name}` brings it back")
    context.need_project()
    raise GitskillsError(f"there is no learned skill {name!r}", "see `gitskills list --archived`")
