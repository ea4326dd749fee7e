"""Which live files to write and to remove. A person's edit in place is never overwritten; evidence and sidecars stay on the branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gitskills.model.fileplan import Edit, FilePlan, Place
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile, SkillFolder

Files = Mapping[str, SkillFile]
Known = Callable[[str, bytes], bool]


def published(folder: SkillFolder) -> dict[str, SkillFile]:
    """The files that the host needs: packaging tools ship ignored files, so quotes and sidecars are not among them."""
    return {
        path: file
        for path, file in folder.files.items()
        if path != SIDECAR and not path.startswith(EVIDENCE_PREFIX) and not file.link
    }


def plan(wanted: Mapping[str, SkillFolder], live: Mapping[str, Files], known: Known) -> FilePlan:
    """`live` holds what is on disk of every name to be looked at; a name that is not wanted is removed.

    `known(path, content)` tells whether the content is that of some version of `<name>/<file>` on some ref.
    """
    steps: list[Place] = []
    edits: list[Edit] = []
    for name in sorted({*wanted, *live}):
        target = published(wanted[name]) if name in wanted else {}
        found = {path: file for path, file in live.get(name, {}).items() if not is_scratch(path)}
        changed = list(_edits(name, target, found, known))
        edits += changed
        if not changed:
            steps += _steps(name, target, found)
    return FilePlan(tuple(steps), tuple(edits))


def is_scratch(path: str) -> bool:
    """What editors and desktops leave beside a file: neither an edit nor ours to remove."""
    return path.endswith(("~", ".bak", ".orig", ".tmp")) or any(part.startswith((".", "#")) for part in path.split("/"))


def _edits(name: str, target: Files, found: Files, known: Known) -> Iterator[Edit]:
    for path, file in sorted(found.items()):
        same = path in target and canonical(target[path].content) == canonical(file.content)
        if not same and not known(f"{name}/{path}", canonical(file.content)):
            yield Edit(f"{name}/{path}", file.content)


def canonical(content: bytes) -> bytes:
    """Without what editors add by themselves: a BOM and CRLF are no edit."""
    return content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def _steps(name: str, target: Files, found: Files) -> list[Place]:
    writes = [Place(f"{name}/{path}", file) for path, file in target.items() if not _same(found.get(path), file)]
    removals = [Place(f"{name}/{path}", None) for path in found if path not in target]
    last = f"{name}/{SKILL_FILE}"
    return [
        *sorted(removals, key=lambda place: (place.path != last, place.path)),
        *sorted(writes, key=lambda place: (place.path == last, place.path)),
    ]


def _same(found: SkillFile | None, file: SkillFile) -> bool:
    return (
        found is not None
        and found.executable == file.executable
        and canonical(found.content) == canonical(file.content)
    )
