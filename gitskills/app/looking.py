"""The look at the live skills that every command begins with: what a person changed in place is copied before git can replace it.

Only files whose stamp changed since the last look are read. Folders that git took away with a checkout are written again.
A look that can't be remembered stops no command.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, Store
from gitskills.app.live.edits import keep_edits, open_edits, unknown
from gitskills.app.live.managed import managed_here
from gitskills.app.live.places import LiveFolder, live_folders
from gitskills.app.live.targets import changed_targets
from gitskills.errors import EnvironmentFault
from gitskills.hosts import live_tree
from gitskills.materialize.plan import is_scratch
from gitskills.model.fileplan import Edit
from gitskills.model.skill import SKILLS_ROOT
from gitskills.state import clock
from gitskills.state.durable import read_whole, write_whole
from gitskills.state.queue import edit_id

LOOKED = "live.json"
RACY = 2_000_000_000  # nanoseconds: a file changed just now may change again under the same stamp

Stamps = dict[str, str]  # `<root>/<skills>/<name>/<path>` → stamp


def look(context: Context) -> None:
    """Copy what people changed in place since the last look, and write what is missing."""
    for store in context.stores():
        with suppress(EnvironmentFault, OSError):  # `status` and `doctor` say what is wrong with the state
            _look(context, store)


def _look(context: Context, store: Store) -> None:
    before = _read(store)
    now: Stamps = {}
    started = clock.nanoseconds()
    managed = managed_here(store)
    missing: set[str] = set()
    for folder in live_folders(store):
        ours = managed.get(folder.word, frozenset())
        found = live_tree.stamps(*folder.place, sorted(ours))
        if not live_tree.obstacle(*folder.place):
            missing |= ours - {path.partition("/")[0] for path in found}
        now |= _seen(store, folder, found, before)
    settled = {path: stamp for path, stamp in now.items() if started - int(stamp.split()[1]) > RACY}
    if settled != before:
        write_whole(store.state.file(LOOKED), json.dumps(settled).encode("ascii"))
    if changed_targets(store) or _left_out(store, managed) or (missing and missing & _learned(store)):
        bring_up(context, store)


def _seen(store: Store, folder: LiveFolder, found: Stamps, before: Stamps) -> Stamps:
    """The stamps of a folder's files; those that changed since the last look are copied."""
    here = {path: stamp for path, stamp in found.items() if not is_scratch(path.partition("/")[2])}
    changed = [path for path, stamp in here.items() if before.get(f"{folder.path}/{path}") != stamp]
    if changed:
        _copy(store, folder, changed)
    return {f"{folder.path}/{path}": stamp for path, stamp in here.items()}


def _left_out(store: Store, managed: Mapping[str, AbstractSet[str]]) -> bool:
    """Whether something is to go from a target that is not asked for any more; what waits to be decided is not."""
    names = {name for word, listed in managed.items() if word not in store.targets for name in listed}
    return bool(names) and not names <= {edit.skill for edit in open_edits(store).values()}


def _learned(store: Store) -> set[str]:
    """The names that the branch has and the default branch has not: a checkout takes those away that it brought."""
    tracked = {found.name for tip in store.repo.default_tips() for found in store.repo.entries(tip, SKILLS_ROOT)}
    tip = store.repo.tip(store.branch)
    return {found.name for found in store.repo.entries(tip, SKILLS_ROOT)} - tracked if tip else set()


def _copy(store: Store, folder: LiveFolder, changed: list[str]) -> None:
    live = live_tree.read(*folder.place, sorted({path.partition("/")[0] for path in changed}))
    files = {f"{name}/{path}": file.content for name, files in live.items() for path, file in files.items()}
    edits = [Edit(path, files[path]) for path in changed if path in files]
    keep_edits(store, {edit_id(edit): edit for edit in unknown(store, edits)})


def _read(store: Store) -> Stamps:
    """What the last look saw; nothing where that is torn or foreign."""
    try:
        saved = json.loads(read_whole(store.state.peek(LOOKED)) or b"{}")
    except ValueError:
        return {}
    return saved if isinstance(saved, dict) else {}
