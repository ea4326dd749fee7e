"""What a merge takes along of the skills that it absorbs: evidence and bundled files, byte for byte and with their modes."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from gitskills.model.proposal import Evidence, Proposal
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile, SkillFolder
from gitskills.skillfile.clausemap import place_of
from gitskills.skillfile.evidence import parse_evidence

Files = dict[str, SkillFile]


def taken_along(proposal: Proposal, own: Mapping[str, SkillFile], absorbed: Mapping[str, SkillFolder]) -> Files:
    """The files that come beside `own`. One whose path is taken by another is named after its skill; a dropped one stays."""
    left_out = {item.clause for item in proposal.dropped}
    taken: Files = {}
    for folder in absorbed.values():
        for path, file in sorted(folder.files.items()):
            here = dict(own) | taken
            evidence = path.startswith(EVIDENCE_PREFIX)
            if path in {SKILL_FILE, SIDECAR} or (path in left_out and not evidence) or place_of(path, file, here):
                continue
            taken[_beside(path, folder.name) if path in here else path] = file
    return taken


def _beside(path: str, skill: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.join(folder, f"{skill}-{name}")


def evidence_in(folders: Mapping[str, SkillFolder]) -> Iterator[Evidence]:
    """All quotes that the folders rest on, in order."""
    for folder in folders.values():
        for path, file in sorted(folder.files.items()):
            found = parse_evidence(file.content) if path.startswith(EVIDENCE_PREFIX) else ()
            yield from found if isinstance(found, tuple) else ()
