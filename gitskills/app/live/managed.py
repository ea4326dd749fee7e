"""Which live skills are ours: they stand in the block of `.git/info/exclude`, or in state where that can't be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from gitskills.app.context import Store
from gitskills.errors import RepositoryFault
from gitskills.materialize.exclude import BLOCK, managed_paths, with_block
from gitskills.model.proposal import Scope
from gitskills.model.target import folder_of, word_of
from gitskills.state.durable import read_whole, remove, write_whole

MANAGED = "managed"  # in state; the person's own live skills have no exclude file


def managed_here(store: Store) -> dict[str, frozenset[str]]:
    """The skills that we once wrote to the live tree, by target."""
    found: dict[str, set[str]] = {}
    for path in managed_paths(_content(store) or b""):
        found.setdefault(word_of(path), set()).add(path.rpartition("/")[2])
    return {word: frozenset(names) for word, names in found.items()}


def managed_names(store: Store) -> frozenset[str]:
    """The same, wherever they were written."""
    return frozenset[str]().union(*managed_here(store).values())


def exclude_file(store: Store) -> Path:
    return Path(store.repo.common_dir) / "info" / "exclude"


def in_the_way(store: Store) -> str:
    """What keeps the exclude file from being ours to write: it is never written through a link. "" where nothing does."""
    place = exclude_file(store)
    if store.scope is Scope.USER:
        return ""
    for each in (place.parent, place):
        if each.is_symlink():
            return f"{each} is a symbolic link, which gitskills doesn't write through"
    return f"{place} is no file" if place.exists() and not place.is_file() else ""


def note_managed(store: Store, wanted: Mapping[str, Iterable[str]], gone: Mapping[str, Iterable[str]]) -> str:
    """Remember the names in `wanted` and forget those in `gone`, by target; why that was not possible, "" where it was."""
    content = _content(store)
    paths = {*managed_paths(content or b""), *_paths(wanted)}.difference(_paths(gone))
    try:
        _write(store, content, with_block(content, paths))
    except RepositoryFault as fault:
        return fault.sentence
    return ""


def _paths(names: Mapping[str, Iterable[str]]) -> set[str]:
    return {f"{folder_of(word)}/{name}" for word, listed in names.items() for name in listed}


def has_block(store: Store) -> bool:
    return BLOCK.search(_content(store) or b"") is not None


def add_block(store: Store) -> bool:
    """Whether the block was not there; now it is, with no name in it."""
    if has_block(store):
        return False
    content = _content(store)
    _write(store, content, with_block(content, (), empty=True))
    return True


def _kept_in_state(store: Store) -> bool:
    return store.scope is Scope.USER or bool(in_the_way(store))


def _content(store: Store) -> bytes | None:
    return read_whole(store.state.peek(MANAGED) if _kept_in_state(store) else exclude_file(store))


def _write(store: Store, old: bytes | None, new: bytes | None) -> None:
    """The user's file keeps its mode; a reader sees the old or the new one."""
    if new == old:
        return
    if _kept_in_state(store):
        write_whole(store.state.file(MANAGED), new or b"")
        return
    place = exclude_file(store)
    if new is None:
        remove(place)
        return
    mode = place.stat().st_mode & 0o777 if old is not None else 0o644
    place.parent.mkdir(exist_ok=True)
    write_whole(place, new)
    place.chmod(mode)
