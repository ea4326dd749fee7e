"""A skill as the curator sees it, and which of them may be put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gitskills.model.proposal import Evidence
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillEntry, SkillFile, SkillFolder
from gitskills.model.turn import Speaker
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.evidence import parse_evidence


@dataclass(frozen=True, slots=True)
class Narrow:
    """An agent-made skill with its text; `words` are the quotes of its evidence that carry it best."""

    entry: SkillEntry
    folder: SkillFolder
    said: Document
    words: tuple[Evidence, ...]

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def bundled(self) -> Mapping[str, SkillFile]:
        """What it carries beside its text and its evidence."""
        own = {SKILL_FILE, SIDECAR}
        files = self.folder.files.items()
        return {path: file for path, file in files if path not in own and not path.startswith(EVIDENCE_PREFIX)}


def narrow(entry: SkillEntry, folder: SkillFolder) -> Narrow | None:
    """None where it can't be read or rests on no words: such a one is left alone."""
    said = parse(folder.files[SKILL_FILE].content) if SKILL_FILE in folder.files else None
    words = max(_words(folder), key=_weight, default=())
    return Narrow(entry, folder, said, words) if isinstance(said, Document) and words else None


def _words(folder: SkillFolder) -> Iterator[tuple[Evidence, ...]]:
    for path, file in sorted(folder.files.items()):
        found = parse_evidence(file.content) if path.startswith(EVIDENCE_PREFIX) else ()
        if isinstance(found, tuple) and found:
            yield found


def _weight(words: tuple[Evidence, ...]) -> tuple[bool, bool]:
    speakers = {item.speaker for item in words}
    return Speaker.USER in speakers, Speaker.COMMAND in speakers
