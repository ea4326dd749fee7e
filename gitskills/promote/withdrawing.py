"""What is to go from a library when a source turns out to be poisoned: all that descends from it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gitskills.model.changeset import ChangeSet, Move, Write
from gitskills.model.library import Version
from gitskills.model.skill import SKILLS_ROOT, SkillFolder
from gitskills.promote.changeset import archive_path, live_path
from gitskills.promote.descent import Descent, name_at
from gitskills.promote.message import source_message
from gitskills.promote.remains import Files, without_birth, without_change, without_quotes

Stands = Callable[[SkillFolder], bool]
TreeId = Callable[[Files], str]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What becomes of one skill. `goes` and `stays` are the commits that brought it; `change` is None where it can't go.

    `left`: the skill lives on by what others support. `restored` are clean skills that a merge had taken in.
    """

    name: str
    place: str
    goes: tuple[Version, ...]
    stays: tuple[Version, ...]
    change: ChangeSet | None
    left: bool = False
    restored: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


def withdrawals(descent: Descent, reason: str, stands: Stands, tree_id: TreeId) -> tuple[Withdrawal, ...]:
    """One for every folder that descends from one of the sources; of merges first, so that what they took in is there again.

    `stands` says whether a folder could pass the rules; `tree_id` is the id that files would get.
    """
    found = [
        _withdrawal(descent, place, reason, stands, tree_id)
        for place, tree in sorted(descent.folders.items())
        if descent.is_from(place, tree)
    ]
    restored = {name for one in found for name in one.restored}
    return tuple(sorted(found, key=lambda one: (not one.restored, one.name in restored, one.place)))


def _withdrawal(descent: Descent, place: str, reason: str, stands: Stands, tree_id: TreeId) -> Withdrawal:
    name, tree = name_at(place), descent.folders[place]
    goes = descent.brought(place, tree)
    one = Withdrawal(name, place, tuple(goes), descent.others(place, tree, goes), None)
    files, conflicts = _without(descent, descent.files(tree), goes)
    if conflicts:
        return replace(one, conflicts=conflicts)
    alone = not one.stays and not any(map(descent.is_supported, goes))
    if alone or (files and not stands(SkillFolder(name, files))):
        files = {}  # nobody else supports it, or what is left is no skill
    back = tuple(descent.restorable(goes))
    change = ChangeSet(
        message=source_message(name, reason, _refused(descent, tree, goes), sorted(descent.sources)),
        moves=tuple(Move(item.place, live_path(item.name)) for item in back),
    )
    target = place if place.startswith(f"{SKILLS_ROOT}/") or not files else archive_path(name, tree_id(files))
    change = _with_files(change, place, target, descent.files(tree), files)
    return replace(one, change=change, left=bool(files), restored=tuple(item.name for item in back))


def _without(descent: Descent, files: Files, goes: list[Version]) -> tuple[Files, tuple[str, ...]]:
    """The folder without what the commits brought, newest first; or the paths in which later commits are in the way."""
    for version in reversed(goes):
        if descent.is_supported(version):
            continue  # the text is supported by others as well: only the quotes go
        after = descent.files(version.tree)
        if not version.before:
            files = without_birth(after, files)
        else:
            files, conflicts = without_change(descent.files(version.before), after, files)
            if conflicts:
                return files, conflicts
        if not files:
            return files, ()
    return without_quotes(files, descent.sources), ()


def _refused(descent: Descent, tree: str, goes: list[Version]) -> list[str]:
    """The digests of the words that nobody but the sources said."""
    quoted = {item.sha256 for item in descent.quotes(tree) if item.source in descent.sources}
    return sorted(quoted.union(*(version.evidence for version in goes if not descent.is_shared(version))))


def _with_files(change: ChangeSet, place: str, target: str, old: Files, files: Files) -> ChangeSet:
    """The folder `old` at `place` taken away where no file is left, else made into `files` at `target`."""
    if not files:
        return replace(change, deletes=(place,))
    if target == place:
        deletes = tuple(f"{place}/{path}" for path in sorted(old.keys() - files.keys()))
    else:
        old, deletes = {}, (place,)
    writes = tuple(
        Write(f"{target}/{path}", file.content, file.executable)
        for path, file in sorted(files.items())
        if old.get(path) != file
    )
    return replace(change, writes=writes, deletes=deletes, skill_tree_of=target)
