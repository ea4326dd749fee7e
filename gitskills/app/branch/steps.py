"""Commits read as the rules want them: each changed folder with what the parents hold in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gitskills.app.branch.words import record_of
from gitskills.app.context import Store
from gitskills.model.commit import CommitRecord, FolderChange, Trailers
from gitskills.model.skill import ARCHIVE_ROOT, ROOTS, SKILLS_ROOT, SkillFolder
from gitskills.promote.ledger import skill_of
from gitskills.promote.trailers import parse_trailers
from gitskills.validate.joins import Side
from gitskills.validate.step import Changed, Step

Said = dict[str, tuple[str, str]]  # proposal → the action and the skill that its commit names
KEPT = 64  # folders in memory: what one commit leaves is what the next one finds


@dataclass(slots=True)
class StepReader:
    """Reads what it is asked for; the folders of the last commits are at hand."""

    store: Store
    _folders: dict[str, SkillFolder] = field(default_factory=dict)

    def step(self, record: CommitRecord) -> Step:
        """A commit with the folders that it changed; those that a merge takes from a side as they are belong to that side."""
        trailers = parse_trailers(record.message)
        merge = len(record.parents) > 1
        held = [self._trees(parent) for parent in record.parents] if merge else []
        changed = tuple(
            self._changed(change, [trees.get(change.path, "") for trees in held] or [change.before])
            for change in record.folders
            if not any(change.after == trees.get(change.path, "") for trees in held)
        )
        return Step(record.oid, record.message, trailers, len(record.parents), changed, self._live(record, trailers))

    def sides(self, record: CommitRecord) -> tuple[Side, tuple[Side, ...], Side]:
        """A merge, its parents, and what they come from."""
        bases = [self._side(base) for base in self.store.repo.merge_bases(record.parents[0], record.parents[1])]
        live = {name: tree for base in bases for name, tree in base.live.items()}
        return self._side(record.oid), tuple(map(self._side, record.parents)), Side(live)

    def _changed(self, change: FolderChange, before: list[str]) -> Changed:
        name = skill_of(change.path)
        return Changed(
            change.path,
            name,
            change.after,
            self._folder(name, change.after) if change.after else None,
            tuple(self._folder(name, tree) for tree in before if tree),
            tuple(self._submodules(change.after)) if change.after else (),
        )

    def _folder(self, name: str, tree: str) -> SkillFolder:
        if tree not in self._folders:
            while len(self._folders) >= KEPT:
                del self._folders[next(iter(self._folders))]
            self._folders[tree] = SkillFolder(name, self.store.repo.files(tree))
        return SkillFolder(name, self._folders[tree].files)

    def _submodules(self, tree: str, above: str = "") -> Iterator[str]:
        for entry in self.store.repo.entries(tree, ""):
            if entry.kind == "commit":
                yield above + entry.name
            elif entry.kind == "tree":
                yield from self._submodules(entry.oid, f"{above}{entry.name}/")

    def _live(self, record: CommitRecord, trailers: Trailers) -> dict[str, str]:
        """The named skills' trees, looked up only where the changed folders don't tell them."""
        told = set(trailers.get("Skill-Tree", ())) - {change.after for change in record.folders}
        names = trailers.get("Skill", ()) if told else ()
        trees = self._trees(record.oid) if names else {}
        return {name: trees.get(f"{SKILLS_ROOT}/{name}", "") for name in names}

    def _trees(self, commit: str) -> dict[str, str]:
        return {
            f"{root}/{entry.name}": entry.oid
            for root in (ROOTS if commit else ())
            for entry in self.store.repo.entries(commit, root)
            if entry.kind == "tree"
        }

    def _side(self, commit: str) -> Side:
        trees = self._trees(commit)
        live = {skill_of(path): oid for path, oid in trees.items() if path.startswith(f"{SKILLS_ROOT}/")}
        return Side(live, frozenset(skill_of(path) for path in trees if path.startswith(f"{ARCHIVE_ROOT}/")))


def said_before(store: Store, landed: Mapping[str, str], records: Sequence[CommitRecord]) -> Said:
    """What the commits in which they `landed` say of those proposals that the records name again."""
    again = {proposal for record in records for proposal in parse_trailers(record.message).get("Proposal", ())}
    commits = {landed[proposal] for proposal in again if proposal in landed} - {record.oid for record in records}
    said: Said = {}
    for found in filter(None, (record_of(store, commit) for commit in sorted(commits))):
        trailers = parse_trailers(found.message)
        step = Step(found.oid, found.message, trailers, len(found.parents))
        said |= {proposal: (step.action, step.names[0]) for proposal in trailers.get("Proposal", ()) if step.names}
    return said
