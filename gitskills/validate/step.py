"""One commit of the skills branch as its rules see it: what it says of itself, and the folders before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gitskills.model.commit import Trailers, first
from gitskills.model.proposal import Evidence
from gitskills.model.skill import SKILLS_ROOT, SkillFolder
from gitskills.skillfile.evidence import parse_evidence
from gitskills.validate.material import LARGEST, is_evidence


@dataclass(frozen=True, slots=True)
class Changed:
    """A watched folder at `path`, live or archived, of the skill `name`; `sides` are the folders that the parents hold.

    `tree` is its id afterwards ("" = gone), `submodules` are paths within it at which other repositories hang.
    """

    path: str
    name: str
    tree: str
    after: SkillFolder | None
    sides: tuple[SkillFolder, ...] = ()
    submodules: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        return self.path.startswith(f"{SKILLS_ROOT}/")


@dataclass(frozen=True, slots=True)
class Step:
    """`live` are the trees of the live skills at the commit by name, as far as the commit names them."""

    oid: str
    message: str
    trailers: Trailers
    parents: int
    changed: tuple[Changed, ...] = ()
    live: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The skills that the commit says it is about, its own first."""
        return self.trailers.get("Skill", ())

    @property
    def action(self) -> str:
        return first(self.trailers, "Action")


def quotes_of(folder: SkillFolder | None) -> Iterator[Evidence]:
    """What the readable evidence of a folder holds."""
    for path, file in folder.files.items() if folder else ():
        items = parse_evidence(file.content) if is_evidence(path) and len(file.content) <= LARGEST else ()
        yield from items if isinstance(items, tuple) else ()
