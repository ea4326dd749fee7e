"""One lesson that two lines learned under two names: one stays, with the words of both; the other is put away as it was."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.app.sharing.parting import Line
from gitskills.app.sharing.settling import Settling, is_skill
from gitskills.app.sharing.wanted import read_folder
from gitskills.git.port import TreeEntry
from gitskills.model.skill import SIDECAR, SKILLS_ROOT, SkillFolder
from gitskills.promote.changeset import archive_path, live_path
from gitskills.promote.ledger import skill_of
from gitskills.share.folders import with_evidence
from gitskills.share.twins import Newborn, Twins, twins


def pair(settling: Settling) -> None:
    """After everything else is settled: what is the same under two names."""
    found = [_newborn_names(settling, number) for number in (0, 1)]
    if not all(found):
        return
    lines = (settling.parting.one, settling.parting.other)
    born = [_newborn(settling, line, names) for line, names in zip(lines, found, strict=True)]
    for twin in twins(*born):
        _put_together(settling, twin)


def _newborn_names(settling: Settling, number: int) -> dict[str, TreeEntry]:
    """The skills that one line alone has learned and that are to stay, with their folders."""
    found: dict[str, TreeEntry] = {}
    for path, three in settling.differing.items():
        mine, theirs = (three.one, three.other)[number], (three.one, three.other)[1 - number]
        if mine is None or theirs is not None or any(three.bases):
            continue
        if is_skill(path, three) and settling.wanted.placed.get(path) == mine:
            found[skill_of(path)] = mine
    return {name: entry for name, entry in found.items() if name not in settling.parting.known}


def _newborn(settling: Settling, line: Line, names: dict[str, TreeEntry]) -> Iterator[Newborn]:
    repo, pinned = settling.store.repo, settling.parting.pinned
    project = {entry.name for tip in repo.default_tips() for entry in repo.entries(tip, SKILLS_ROOT)}
    for name, entry in names.items():
        files = read_folder(repo, entry) or {}
        side = line.side(name, files)
        if SIDECAR in files:
            yield Newborn(name, files, side.person or name in pinned or name in project, side.first)


def _put_together(settling: Settling, twin: Twins) -> None:
    stays, gone, wanted = twin.stays, twin.gone, settling.wanted
    files = with_evidence(stays.files, gone.files)
    entry = wanted.placed[live_path(gone.name)]
    if entry is None or not settling.passes(SkillFolder(stays.name, files)):
        return
    if files != stays.files:
        wanted.folders[live_path(stays.name)] = files
        del wanted.placed[live_path(stays.name)]
    place = archive_path(gone.name, entry.oid)
    wanted.placed[live_path(gone.name)] = None
    wanted.placed[place] = TreeEntry(place.rpartition("/")[2], entry.oid, "tree")
    wanted.told[stays.name] = f"learned on the other side as {gone.name}: it has the words of both"
    wanted.told[gone.name] = f"the same lesson as {stays.name}, and put away"
