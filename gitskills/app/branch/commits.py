"""The rules over commits, one after the other, with the commit named: for `check` and for what a sync brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gitskills.app.branch.steps import StepReader
from gitskills.app.branch.strays import strays
from gitskills.app.context import Context, Store
from gitskills.model.commit import CommitRecord
from gitskills.model.review import CheckReport, Finding
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SIDECAR, SKILLS_ROOT, SkillFolder
from gitskills.validate.claims import Claim, claims_of, conflicts
from gitskills.validate.commits import judge_folder
from gitskills.validate.history import collisions, judge_step
from gitskills.validate.joins import judge_join
from gitskills.validate.step import Changed, Step


@dataclass(frozen=True, slots=True)
class Found:
    """A folder to be judged, where it stands, and in which commit ("" = none)."""

    commit: str
    path: str
    folder: SkillFolder


@dataclass(slots=True)
class Judge:
    """Judges commits, parents before children; the same content once. `every`: they belong on the skills branch.

    `known` says what is known of proposals beforehand.
    """

    context: Context
    store: Store
    every: bool
    known: dict[str, Claim] = field(default_factory=dict)
    folders: int = 0
    _judged: dict[tuple[str, str], tuple[Violation, ...]] = field(default_factory=dict)

    def judge(self, records: Sequence[CommitRecord]) -> Iterator[Finding]:
        """What is wrong with each of them, then what only all of them together show."""
        reader = StepReader(self.store)
        claims: list[tuple[str, str, Claim]] = []
        born: dict[str, str] = {}
        for record in records:
            step = reader.step(record)
            yield from self._folders(step)
            if self.every or step.names:
                yield from ((record.oid, path, what) for path, what in judge_step(step, self.context.redactor.find))
            if self.every and step.parents > 1:
                yield from ((record.oid, SKILLS_ROOT, what) for what in judge_join(*reader.sides(record)))
            yield from strays(self.context, self.store, record, every=self.every or bool(step.names))
            claims += claims_of(step)
            born |= {item.name: record.oid for item in step.changed if item.live and item.after and not item.sides}
        yield from ((oid, "", what) for oid, what in conflicts(claims, self.known))
        if self.every and records:
            yield from self._looks(records[-1].oid, born)

    @property
    def sound(self) -> list[str]:
        """The trees of the folders in which nothing was found that would keep them from the host."""
        rejected = {
            tree for (_, tree), found in self._judged.items() for one in found if one.severity is Severity.REJECT
        }
        return [tree for _, tree in self._judged if tree not in rejected]

    def _folders(self, step: Step) -> Iterator[Finding]:
        for item in step.changed:
            if item.after is None or not (self.every or SIDECAR in item.after.files):
                continue
            self.folders += 1
            for violation in self._folder(item, item.after):
                yield step.oid, item.path, violation

    def _folder(self, item: Changed, folder: SkillFolder) -> tuple[Violation, ...]:
        key = (item.name, item.tree)
        if key not in self._judged:
            self._judged[key] = judge_folder(folder, self.context.settings, self.context.redactor.find)
        return self._judged[key]

    def _looks(self, tip: str, born: dict[str, str]) -> Iterator[Finding]:
        """Judged by what is there at last, so that putting the skill away mends it."""
        repo = self.store.repo
        live = frozenset(entry.name for entry in repo.entries(tip, SKILLS_ROOT))
        projects = frozenset(
            entry.name for default in repo.default_tips() for entry in repo.entries(default, SKILLS_ROOT)
        )
        there = {name: oid for name, oid in born.items() if name in live}
        for name, what in collisions(there, live, projects):
            yield there[name], f"{SKILLS_ROOT}/{name}", what


def judge_commits(context: Context, store: Store, records: Sequence[CommitRecord], *, every: bool) -> CheckReport:
    """What is wrong with the commits (parents before children)."""
    judge = Judge(context, store, every)
    findings = tuple(judge.judge(records))
    return CheckReport(findings, judge.folders, len(records))


def report(context: Context, found: Iterable[Found], *, commits: int, beside: Iterable[Finding] = ()) -> CheckReport:
    """What is wrong with each of the folders, and what was found beside them."""
    findings: list[Finding] = []
    count = 0
    for one in found:
        count += 1
        judged = judge_folder(one.folder, context.settings, context.redactor.find)
        findings += [(one.commit, one.path, violation) for violation in judged]
    return CheckReport((*findings, *beside), count, commits)
