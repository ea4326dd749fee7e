"""Taking everything away that gitskills ever made for this repository and this person: first told, then done, state last.

What a person wrote into a live skill and no commit holds is theirs: such a folder stays, and what only state holds is decided first.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from gitskills.app.context import Context, Store
from gitskills.app.live.edits import is_known, open_edits
from gitskills.app.live.managed import exclude_file, has_block, managed_here, note_managed
from gitskills.app.live.places import LiveFolder, live_folders
from gitskills.app.sharing.topic import topics
from gitskills.errors import RepositoryFault
from gitskills.git.topics import drop_branch
from gitskills.hosts import live_tree
from gitskills.materialize.plan import plan
from gitskills.model.fileplan import FilePlan
from gitskills.model.proposal import Scope
from gitskills.model.target import CLAUDE
from gitskills.state.directory import cache_folder, user_folder
from gitskills.state.gitconfig import take_out_all, written_here
from gitskills.state.lock import held

SHORT = 12


def doomed(context: Context) -> tuple[str, ...]:
    """Sentences about what would go, and what would stay.

    Raises RepositoryFault where a branch is in use, or an edit would be lost with state.
    """
    for store in context.stores():
        if busy := store.repo.busy(store.branch):
            raise RepositoryFault(f"{store.branch} is in use: {busy.why} ({busy.folder})", "finish that, and try again")
        if lost := _only_in_state(store):
            raise RepositoryFault(
                f"only state holds what you edited in {', '.join(lost)}: nothing was taken away",
                "`gitskills review` makes it a commit or drops it; then try again",
            )
    caches = [f"cache       {cache_folder()}"] if cache_folder().is_dir() else []
    return (*(sentence for store in context.stores() for sentence in _doomed(store)), *caches)


def purge(context: Context) -> tuple[str, ...]:
    """Take it away; sentences about what is gone."""
    done = [sentence for store in context.stores() for sentence in _purge(context, store)]
    if cache_folder().is_dir():
        _remove(cache_folder())
        done.append(f"removed {cache_folder()}")
    return tuple(done)


def _doomed(store: Store) -> Iterator[str]:
    for folder, steps in _live(store):
        gone = sorted({place.path.partition("/")[0] for place in steps.steps})
        yield from (f"live skill  {folder.path}/{name}" for name in gone)
        kept = sorted({edit.skill for edit in steps.edits})
        yield from (f"stays       {folder.path}/{name}: you edited it, and no commit holds that" for name in kept)
    if store.scope is Scope.PROJECT:
        if has_block(store):
            yield f"block       {exclude_file(store)}"
        if written := written_here(store.folder):
            yield f"settings    {', '.join(written)} in {store.repo.common_dir}/config"
        if _ours(store):
            tip = store.repo.tip(store.branch)
            learned = sum(1 for _ in store.repo.history(tip, store.repo.default_tips(), ()))
            held_there = f"{learned} commit{'s' * (learned != 1)}"
            yield f"branch      {store.branch}, {held_there}; `git branch {store.branch} {tip[:SHORT]}` brings it back"
        yield from (f"branch      {topic}, made for a pull request" for topic in topics(store))
    else:
        yield f"your store  {store.repo.common_dir}, with the skills of yours in every project"
    yield f"state       {store.state.root}"


def _only_in_state(store: Store) -> list[str]:
    """The files whose kept edit no live folder has any more, as after a checkout or `rm -r .claude`."""
    live = {edit for _, steps in _live(store) for edit in steps.edits}
    return sorted(edit.path for edit in open_edits(store).values() if edit not in live)


def _live(store: Store) -> Iterator[tuple[LiveFolder, FilePlan]]:
    """What is to go from each place where a host reads skills."""
    managed = managed_here(store)
    for folder in live_folders(store, dict.fromkeys((*store.targets, *managed))):
        live = live_tree.read(*folder.place, sorted(managed.get(folder.word, ())))
        yield folder, plan({}, live, partial(is_known, store))


def _ours(store: Store) -> bool:
    return bool(store.repo.tip(store.branch)) and not store.repo.blocked(store.branch)


def _purge(context: Context, store: Store) -> Iterator[str]:
    with held(store.state, "promote", context.settings.lock_seconds):
        for folder, steps in list(_live(store)):
            yield from live_tree.carry_out(*folder.place, steps)
            if store.scope is Scope.PROJECT or folder.word != CLAUDE:
                live_tree.prune(*folder.place)
        yield from filter(None, [note_managed(store, {}, managed_here(store))])
        if store.scope is Scope.PROJECT and _ours(store):
            _delete_branch(store)
            yield f"deleted the branch {store.branch}"
        for topic, tip in topics(store).items() if store.scope is Scope.PROJECT else ():
            if drop_branch(store.repo.common_dir, topic, tip):
                yield f"deleted the branch {topic}"
    if store.scope is Scope.PROJECT and (written := written_here(store.folder)):
        take_out_all(store.folder)
        yield f"took {', '.join(written)} out of {store.repo.common_dir}/config"
    if store.scope is Scope.USER:
        _remove(Path(store.repo.common_dir))
        yield f"removed {store.repo.common_dir}"
    _remove(store.state.root)
    yield f"removed {store.state.root}"
    with suppress(OSError):  # what is registered with the host lies there, too
        user_folder().rmdir()


def _delete_branch(store: Store) -> None:
    """By compare-and-swap: what landed meanwhile was not told."""
    if not drop_branch(store.repo.common_dir, store.branch, store.repo.tip(store.branch)):
        raise RepositoryFault(f"{store.branch} moved, or git could not delete it", "say it again")


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        raise RepositoryFault(f"{folder} is a symbolic link", f"remove {folder} by hand")
    shutil.rmtree(folder)
