"""What becomes of every skill and archive in which two lines of the branch differ: read here, decided by `share`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gitskills.app.context import Store
from gitskills.app.sharing.differing import Three
from gitskills.app.sharing.parting import Line, Parting
from gitskills.app.sharing.wanted import Lost, Wanted, read_folder
from gitskills.git.port import TreeEntry
from gitskills.model.library import VerdictKind
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT
from gitskills.promote.changeset import archive_path
from gitskills.promote.ledger import skill_of
from gitskills.share.fates import Fate, Passes, Side, fate
from gitskills.share.folders import NOTHING, Files
from gitskills.share.refused import refused_lesson, without_refused


@dataclass(frozen=True, slots=True)
class Settling:
    """The two lines, the paths where they differ, and what a folder must pass."""

    store: Store
    parting: Parting
    differing: Mapping[str, Three]
    passes: Passes
    wanted: Wanted = field(default_factory=Wanted)

    def settle(self) -> Wanted:
        """Archives first: what becomes of a skill may take them away again."""
        for path, three in self.differing.items():
            if path.startswith(f"{ARCHIVE_ROOT}/"):
                self.wanted.placed[path] = None if self._refused_meanwhile(path, three) else three.changed
        for path, three in self.differing.items():
            if is_skill(path, three):
                self._skill(skill_of(path), path, three)
        return self.wanted

    def _refused_meanwhile(self, path: str, three: Three) -> bool:
        """Whether one line put a skill away while a person took it back on the other."""
        theirs = self.parting.other if three.one is not None else self.parting.one
        return not any(three.bases) and theirs.side(skill_of(path), None).refused

    def _skill(self, name: str, path: str, three: Three) -> None:
        if three.settled and not self._taken_back(name, three):
            self.wanted.placed[path] = three.changed
            return
        if self._refused_anew(name, path, three):
            return
        base = self._base(path, three)
        sides = self._sides(name, base, three)
        found = fate(name, base, sides, self.passes)
        same = [entry for entry in (three.one, three.other) if self._read(entry) == found.files]
        if same or found.files is None:
            self.wanted.placed[path] = same[0] if same else None
        else:
            self.wanted.folders[path] = found.files
        if found.told:
            self.wanted.told[name] = found.told
        if found.lost is not None:
            self.wanted.lost.append(Lost(name, base or NOTHING, found.kept, found.lost))
        self._unarchive(name, base, found, sides)

    def _taken_back(self, name: str, three: Three) -> bool:
        """Whether a person's no since the parting may concern the skill."""
        verdicts = (*self.parting.one.verdicts, *self.parting.other.verdicts)
        anew = not any(three.bases) and any(found.kind is VerdictKind.LESSON for found in verdicts)
        return anew or any(found.name == name for found in verdicts)

    def _refused_anew(self, name: str, path: str, three: Three) -> bool:
        """Put away what one line learned and the other took back, perhaps under another name; whether it was that."""
        entry = three.one or three.other
        theirs = self.parting.one if three.one is None else self.parting.other
        files = self._read(entry) if three.one is None or three.other is None else None
        if entry is None or files is None or (any(three.bases) and theirs.side(name, None).refused):
            return False
        verdict = refused_lesson(name, files, theirs.verdicts)
        if verdict is not None:
            self.wanted.placed[path] = None
            place = archive_path(name, entry.oid)
            self.wanted.placed[place] = replace(entry, name=place.rpartition("/")[2])
            self.wanted.told[name] = f"taken back on the other side by {verdict.commit[:12]}, which holds: put away"
        return verdict is not None

    def _sides(self, name: str, base: Files | None, three: Three) -> tuple[Side, Side]:
        """Both lines' folders, each without the changes that the other line took back."""
        one, other = self.parting.one, self.parting.other
        mine = self._accepted(name, base, (one, self._read(three.one)), other)
        theirs = self._accepted(name, base, (other, self._read(three.other)), one)
        return one.side(name, mine), other.side(name, theirs)

    def _accepted(self, name: str, base: Files | None, mine: tuple[Line, Files | None], theirs: Line) -> Files | None:
        line, files = mine
        if files is None or not theirs.verdicts:
            return files
        left = without_refused(name, files, tuple(line.steps(self.store, name)), theirs.verdicts)
        if left != files:
            self.wanted.told[name] = "a change that a person took back on one side is not brought back by the other"
        return base if left is None else left

    def _unarchive(self, name: str, base: Files | None, found: Fate, sides: tuple[Side, Side]) -> None:
        """What one line put away is no archive where the skill lives on as the other changed it, or a person took it back."""
        refused = found.files is None and any(side.refused for side in sides)
        back = found.files is not None and base is not None and any(side.files is None for side in sides)
        for path, three in self.differing.items() if refused or back else ():
            if path.startswith(f"{ARCHIVE_ROOT}/{name}-") and skill_of(path) == name and not any(three.bases):
                put_away = self._read(three.one) or self._read(three.other)
                if refused or put_away == base:
                    self.wanted.placed[path] = None

    def _base(self, path: str, three: Three) -> Files | None:
        """What both lines began with; where they had merged each other before, what that came to."""
        found: Files | None = None
        for number, (commit, entry) in enumerate(zip(self.parting.bases, three.bases, strict=True)):
            files = self._read(entry)
            if number == 0 or entry in three.bases[:number]:
                found = files if number == 0 else found
            else:
                ground = self._ground(path, self.parting.bases[0], commit)
                found = fate(skill_of(path), ground, (Side(found), Side(files)), self.passes).files
        return found

    def _ground(self, path: str, one: str, other: str) -> Files | None:
        repo = self.store.repo
        folder, _, name = path.rpartition("/")
        base = next(iter(repo.merge_bases(one, other)), "")
        entries = repo.entries(base, folder) if base else ()
        return self._read(next((entry for entry in entries if entry.name == name), None))

    def _read(self, entry: TreeEntry | None) -> Files | None:
        return read_folder(self.store.repo, entry)


def is_skill(path: str, three: Three) -> bool:
    """Whether a path is that of a skill's folder on both lines, as far as it is there."""
    folders = all(entry is None or entry.kind == "tree" for entry in (three.one, three.other, *three.bases))
    return folders and path.startswith(f"{SKILLS_ROOT}/")
