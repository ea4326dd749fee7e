"""What the agents beside Claude Code are given of the skills, what stands in the way, and what is not for them.

Their folders are copies of what the branch holds: a folder of such a name that we did not write is nobody's to touch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from gitskills.app.context import Store
from gitskills.app.live.edits import is_known
from gitskills.app.live.managed import managed_here
from gitskills.app.live.places import live_folders
from gitskills.hosts import live_tree
from gitskills.materialize.targets import complaint, strangers
from gitskills.model.skill import SkillFolder
from gitskills.model.target import CLAUDE, folder_of
from gitskills.state.durable import read_whole, write_whole

PUBLISHED = "targets"  # in state: those of the last time, so that a changed setting is seen


def shown_to(word: str, folders: Mapping[str, SkillFolder]) -> dict[str, SkillFolder]:
    """Those that are for the agents of a target."""
    if word == CLAUDE:
        return dict(folders)
    return {name: folder for name, folder in folders.items() if not complaint(word, folder)}


def left_alone(store: Store, word: str, names: Collection[str]) -> dict[str, str]:
    """The names of which a folder stands there that is not ours, each with what is to be said of it."""
    if word == CLAUDE:
        return {}
    found = {name: f"your project tracks {folder_of(word)}/{name}" for name in _tracked(store, word, names)}
    ours = managed_here(store).get(word, frozenset())
    unsure = sorted(name for name in names if name not in ours)
    for folder in live_folders(store, (word,)) if unsure else ():
        live = live_tree.read(*folder.place, unsure)
        theirs = strangers(live, ours, partial(is_known, store)) | live_tree.no_folders(*folder.place, unsure)
        found |= {name: f"{folder.path}/{name} is not of gitskills' making" for name in theirs}
    return found


def _tracked(store: Store, word: str, names: Collection[str]) -> frozenset[str]:
    tips = {tip for tip in (store.repo.resolve("HEAD"), *store.repo.default_tips()) if tip}
    return frozenset(found.name for tip in tips for found in store.repo.entries(tip, folder_of(word))) & set(names)


def unpublished(store: Store, folders: Mapping[str, SkillFolder]) -> Iterator[str]:
    """Sentences about skills that an agent is not given although its target is asked for."""
    for word in store.targets:
        if word == CLAUDE:
            continue
        alone = left_alone(store, word, folders)
        for name, folder in sorted(folders.items()):
            if why := alone.get(name) or complaint(word, folder):
                yield f"{name} is not in {folder_of(word)}: {why}"


def in_the_way(store: Store) -> Iterator[str]:
    """Links and files where a target's folder should be."""
    for folder in live_folders(store):
        if place := live_tree.obstacle(*folder.place):
            yield place


def changed_targets(store: Store) -> bool:
    """Whether the setting was changed since the live trees were last brought up to it."""
    return _published(store) != store.targets


def note_targets(store: Store) -> None:
    if changed_targets(store):
        write_whole(store.state.file(PUBLISHED), ",".join(store.targets).encode())


def _published(store: Store) -> tuple[str, ...]:
    said = (read_whole(store.state.peek(PUBLISHED)) or CLAUDE.encode()).decode("utf-8", "replace")
    return tuple(said.split(","))
