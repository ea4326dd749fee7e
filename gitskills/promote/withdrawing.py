"""What is to go from a library when a source turns out to be poisoned: all that descends from it, and nothing else.

Whether a folder descends from a source is read from the evidence that it carries and from the commits that brought it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from gitskills.model.changeset import ChangeSet, Move, Write
from gitskills.model.library import Version
from gitskills.model.proposal import Action, Evidence
from gitskills.model.skill import (
    ARCHIVE_ROOT,
    EVIDENCE_PREFIX,
    SIDECAR,
    SKILL_FILE,
    SKILLS_ROOT,
    SkillFile,
    SkillFolder,
)
from gitskills.model.united import UNITING
from gitskills.promote.changeset import archive_path, live_path
from gitskills.promote.message import source_message
from gitskills.promote.unpicking import foreign_lines, unpicked
from gitskills.skillfile.document import Document, parse, render
from gitskills.skillfile.evidence import evidence_path, parse_evidence, render_evidence

Files = dict[str, SkillFile]
Stands = Callable[[SkillFolder], bool]
LONGEST = 60  # characters of a description
SAYS_NOTHING = frozenset({"withdraw", "revert", UNITING, Action.ARCHIVE, Action.RESTORE})  # no support for what is said
FROM_LESSONS = frozenset({*Action}) - {Action.ARCHIVE, Action.RESTORE}


@dataclass(frozen=True, slots=True)
class Ground:
    """What there is to look into: versions by skill, the folders at the tip (place → tree), and what a tree holds.

    `stands` says whether a folder could pass the rules; `tree_id` is the id that files would get.
    """

    versions: Mapping[str, tuple[Version, ...]]
    folders: Mapping[str, str]
    files: Callable[[str], Mapping[str, SkillFile]]
    tree_id: Callable[[Mapping[str, SkillFile]], str]
    stands: Stands


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


def withdrawals(ground: Ground, sources: frozenset[str], reason: str) -> tuple[Withdrawal, ...]:
    """One for every folder that descends from one of the sources; of merges first, so that what they took in is there again."""
    found = [
        _withdrawal(ground, place, tree, (sources, reason))
        for place, tree in sorted(ground.folders.items())
        if descends(ground, place, tree, sources)
    ]
    restored = {name for one in found for name in one.restored}
    return tuple(sorted(found, key=lambda one: (not one.restored, one.name in restored, one.place)))


def descends(ground: Ground, place: str, tree: str, sources: frozenset[str]) -> bool:
    """Whether anything in the folder came from the sources, by itself or by what it took in."""
    quotes = _quotes(ground.files(tree))
    return any(item.source in sources for item in quotes) or bool(_tainted(ground, place, tree, sources))


def _tainted(ground: Ground, place: str, tree: str, sources: frozenset[str]) -> list[Version]:
    """The commits of the sources whose part is in the folder, oldest first."""
    digests = {item.sha256 for item in _quotes(ground.files(tree))}
    return [
        version
        for version in ground.versions.get(_name(place), ())
        if (version.tree and version.action in FROM_LESSONS and digests.intersection(version.evidence))
        and not _moved(version)
        and (sources.intersection(version.sources) or _took_in(ground, version, sources))
    ]


def _moved(version: Version) -> bool:
    """Whether the commit only put the skill away because another took it in: that brings nothing into its folder."""
    return version.action == Action.MERGE and version.place != live_path(version.name)


def _took_in(ground: Ground, version: Version, sources: frozenset[str]) -> bool:
    """Whether a merge took in a skill that descends from the sources."""
    return any(descends(ground, item.place, item.tree, sources) for item in _absorbed(ground, version))


def _absorbed(ground: Ground, version: Version) -> Iterator[Version]:
    """What a merge put into the archive."""
    if version.action != Action.MERGE:
        return
    for name, versions in ground.versions.items():
        for item in versions:
            if name != version.name and item.commit == version.commit and item.tree and item.place != live_path(name):
                yield item


def _withdrawal(ground: Ground, place: str, tree: str, why: tuple[frozenset[str], str]) -> Withdrawal:
    sources, reason = why
    name, goes = _name(place), _tainted(ground, place, tree, sources)
    digests = {item.sha256 for item in _quotes(ground.files(tree))}
    stays = tuple(
        version
        for version in ground.versions.get(name, ())
        if version not in goes and version.tree and version.action not in SAYS_NOTHING and not _moved(version)
        if not version.evidence or digests.intersection(version.evidence)
    )
    files, conflicts = _without(ground, dict(ground.files(tree)), goes, sources)
    if conflicts:
        return Withdrawal(name, place, tuple(goes), stays, None, conflicts=conflicts)
    alone = not stays and not any(_supported(version, sources) for version in goes)
    if alone or (files and not ground.stands(SkillFolder(name, files))):
        files = {}  # nobody else supports it, or what is left is no skill
    restored = tuple(_restorable(ground, goes, sources))
    gone = sorted(
        {item.sha256 for item in _quotes(ground.files(tree)) if item.source in sources}
        | {digest for version in goes for digest in version.evidence if not _shared(version, sources)}
    )
    change = replace(
        _change(ground, place, tree, files),
        message=source_message(name, reason, gone, sorted(sources)),
        moves=tuple(Move(item.place, live_path(item.name)) for item in restored),
    )
    names = tuple(item.name for item in restored)
    return Withdrawal(name, place, tuple(goes), stays, change, bool(files), names)


def _shared(version: Version, sources: frozenset[str]) -> bool:
    """Whether others support the very same commit."""
    return bool(set(version.sources) - sources)


def _restorable(ground: Ground, goes: list[Version], sources: frozenset[str]) -> Iterator[Version]:
    """Clean skills of a merge that is undone, where they still lie in the archive and their place is free."""
    for version in goes:
        for item in _absorbed(ground, version) if not _supported(version, sources) else ():
            there = ground.folders.get(item.place) == item.tree and live_path(item.name) not in ground.folders
            if there and not descends(ground, item.place, item.tree, sources):
                yield item


def _supported(version: Version, sources: frozenset[str]) -> bool:
    """What others support as well stands; a merge never: what it took in is there again, so that nobody loses anything."""
    return version.action != Action.MERGE and _shared(version, sources)


def _without(
    ground: Ground, files: Files, goes: list[Version], sources: frozenset[str]
) -> tuple[Files, tuple[str, ...]]:
    """The folder without what the commits brought, newest first; or the paths in which later commits are in the way."""
    for version in reversed(goes):
        if _supported(version, sources):
            continue  # the text is supported by others as well: only the quotes go
        before = ground.files(version.before) if version.before else {}
        after = ground.files(version.tree)
        if not version.before:
            files, conflicts = _without_birth(after, files)
        else:
            files, conflicts = _without_change(before, after, files)
        if conflicts or not files:
            return files, conflicts
    return _without_quotes(files, sources), ()


def _without_change(
    before: Mapping[str, SkillFile], after: Mapping[str, SkillFile], files: Files
) -> tuple[Files, tuple[str, ...]]:
    left, conflicts = dict(files), []
    for path in sorted({*before, *after}):
        old, new, now = before.get(path), after.get(path), files.get(path)
        if path.startswith(EVIDENCE_PREFIX) or old in (new, now):
            continue
        undone = old if now == new else _undone(old, new, now)
        if undone is None and now != new:
            conflicts.append(path)
        elif undone is None:
            left.pop(path, None)
        else:
            left[path] = undone
    return left, tuple(conflicts)


def _undone(old: SkillFile | None, new: SkillFile | None, now: SkillFile | None) -> SkillFile | None:
    """A text without one of its changes; None where that can't be done."""
    if old is None or new is None or now is None:
        return None
    try:
        texts = [file.content.decode() for file in (old, new, now)]
    except UnicodeDecodeError:
        return None
    text = unpicked(*texts)
    return replace(now, content=text.encode()) if text is not None else None


def _without_birth(after: Mapping[str, SkillFile], files: Files) -> tuple[Files, tuple[str, ...]]:
    """What others wrote into a skill since: their lines, and the files that they brought."""
    born, now = (parse(of[SKILL_FILE].content) if SKILL_FILE in of else None for of in (after, files))
    if not isinstance(born, Document) or not isinstance(now, Document):
        return {}, ()
    body = foreign_lines(born.body, now.body)
    if not body.strip():
        return {}, ()
    said = now.description if now.description != born.description else _heading(body)
    kept = {path: file for path, file in files.items() if path not in after or path.startswith(EVIDENCE_PREFIX)}
    kept |= {SIDECAR: files[SIDECAR]} if SIDECAR in files else {}
    kept[SKILL_FILE] = SkillFile(render(replace(now, description=said, body=body + "\n")))
    return kept, ()


def _heading(body: str) -> str:
    """A description for what is left: its first line, cut at a word."""
    first = next(line for line in body.splitlines() if line.strip()).strip().lstrip("#-*> ").strip()
    if len(first) <= LONGEST:
        return first
    return first[: LONGEST - 1].rpartition(" ")[0].rstrip(".,;: ") or first[:LONGEST]


def _without_quotes(files: Files, sources: frozenset[str]) -> Files:
    """The folder with none of the sources' words left in its evidence."""
    left: Files = {}
    for path, file in files.items():
        items = parse_evidence(file.content) if path.startswith(EVIDENCE_PREFIX) else ()
        kept = tuple(item for item in items if item.source not in sources) if isinstance(items, tuple) else ()
        if not isinstance(items, tuple) or len(kept) == len(items):
            left[path] = file
        elif kept:
            left[evidence_path(kept)] = SkillFile(render_evidence(kept))
    return left


def _quotes(files: Mapping[str, SkillFile]) -> tuple[Evidence, ...]:
    read = [parse_evidence(file.content) for path, file in files.items() if path.startswith(EVIDENCE_PREFIX)]
    return tuple(item for items in read if isinstance(items, tuple) for item in items)


def _change(ground: Ground, place: str, tree: str, files: Files) -> ChangeSet:
    """The folder taken away, or made into `files` where it stands; an archive is named by what it holds."""
    name, empty = _name(place), source_message("", "", (), ())
    if not files:
        return ChangeSet(empty, deletes=(place,))
    target = place if place.startswith(f"{SKILLS_ROOT}/") else archive_path(name, ground.tree_id(files))
    old = ground.files(tree) if target == place else {}
    writes = tuple(
        Write(f"{target}/{path}", file.content, file.executable)
        for path, file in sorted(files.items())
        if old.get(path) != file
    )
    deletes = tuple(f"{place}/{path}" for path in sorted(old) if path not in files) if old else (place,)
    return ChangeSet(empty, writes=writes, deletes=deletes, skill_tree_of=target)


def _name(place: str) -> str:
    folder = place.rsplit("/", 1)[-1]
    return folder.rpartition("-")[0] if place.startswith(f"{ARCHIVE_ROOT}/") else folder
