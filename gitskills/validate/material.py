"""What the rules look at: the case, read once. Texts are by path; the commit's message counts as one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gitskills.model.case import Case, Origin
from gitskills.model.proposal import Evidence
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFolder
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.evidence import parse_evidence
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.similar import Similarity

MESSAGE = "(commit message)"
LARGEST = 64 * 1024  # bytes of a file that anything but its size is looked at


class Secret(Protocol):
    """A finding of the redactor: which rule took what."""

    @property
    def rule(self) -> str: ...


FindSecrets = Callable[[str], Sequence[Secret]]


@dataclass(frozen=True, slots=True)
class Material:
    """`texts` leave out the evidence and files that are not UTF-8; `evidence` is by path, with a fault where unreadable."""

    case: Case
    document: Document | Fault | None
    texts: Mapping[str, str]
    evidence: Mapping[str, tuple[Evidence, ...] | Fault]
    binary: tuple[str, ...]
    find_secrets: FindSecrets
    similar: Similarity

    @property
    def person(self) -> bool:
        return self.case.origin is Origin.PERSON

    @property
    def birth(self) -> bool:
        """Whether a skill comes into the world that was not there."""
        return self.case.before is None and self.case.after is not None

    @property
    def readable(self) -> Document | None:
        return self.document if isinstance(self.document, Document) else None


def is_evidence(path: str) -> bool:
    return path.startswith(EVIDENCE_PREFIX) and path.endswith(".md")


def gather(case: Case, find_secrets: FindSecrets, similar: Similarity | None) -> Material:
    """Read the folder that would be; the library's index is built here only where the caller keeps none."""
    texts: dict[str, str] = {}
    evidence: dict[str, tuple[Evidence, ...] | Fault] = {}
    binary: list[str] = []
    for path, file in case.after.files.items() if case.after else ():
        if is_evidence(path):
            evidence[path] = parse_evidence(file.content)
            continue
        try:
            texts[path] = file.content.decode("utf-8-sig")
        except UnicodeDecodeError:
            binary.append(path)
    if case.proposal:
        left_out = (item.reason for item in case.proposal.dropped)
        texts[MESSAGE] = "\n".join((case.proposal.reason, case.proposal.category, case.proposal.reflector, *left_out))
    if similar is None:
        similar = Similarity({name: entry.terms for name, entry in case.snapshot.skills.items()})
    return Material(case, document_of(case.after), texts, evidence, tuple(binary), find_secrets, similar)


def document_of(folder: SkillFolder | None) -> Document | Fault | None:
    """The parsed SKILL.md; None where the folder goes."""
    if folder is None:
        return None
    if folder.skill_md is None:
        return Fault(f"there is no {SKILL_FILE}")
    return parse(folder.skill_md.content)


def carried(material: Material) -> tuple[str, ...]:
    """Paths of the files that the skill carries for its reader: neither SKILL.md nor sidecar nor evidence."""
    if material.case.after is None:
        return ()
    own = {SKILL_FILE, SIDECAR}
    return tuple(sorted(path for path in material.case.after.files if path not in own and not is_evidence(path)))
