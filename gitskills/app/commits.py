"""The rules over commits, one after the other, with the commit named: for `check` and for what a sync brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gitskills.app.context import Context, Store
from gitskills.app.policies import policy_complaint
from gitskills.model.commit import CommitRecord
from gitskills.model.review import CheckReport
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import ARCHIVE_ROOT, POLICY_PATH, SIDECAR, SKILLS_ROOT, SkillFolder
from gitskills.promote.ledger import skill_of
from gitskills.promote.trailers import parse_trailers
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy
from gitskills.validate.commits import judge_folder, outside
from gitskills.validate.rules import policy

ROOTS = (SKILLS_ROOT, ARCHIVE_ROOT)
Finding = tuple[str, str, Violation]  # commit ("" = none), path, what is wrong


@dataclass(frozen=True, slots=True)
class Found:
    """A folder to be judged, where it stands, and in which commit ("" = none)."""

    commit: str
    path: str
    folder: SkillFolder


def judge_commits(context: Context, store: Store, records: Sequence[CommitRecord], *, every: bool) -> CheckReport:
    """What is wrong with each of the commits (parents before children). `every`: they belong on the skills branch."""
    found = (one for record in records for one in _changed(store, record, every=every))
    strays = [stray for record in records for stray in _strays(store, record, every=every)]
    strays += _policies(store, records)
    return report(context, found, commits=len(records), strays=strays)


def report(context: Context, found: Iterable[Found], *, commits: int, strays: Iterable[Finding] = ()) -> CheckReport:
    """What is wrong with each of the folders, and what was found beside them."""
    findings: list[Finding] = []
    count = 0
    for one in found:
        count += 1
        judged = judge_folder(one.folder, context.settings, context.redactor.find)
        findings += [(one.commit, one.path, violation) for violation in judged]
    return CheckReport((*findings, *strays), count, commits)


def judge_policy(*found: tuple[str, bytes | None]) -> Iterator[Finding]:
    """What is wrong with the team's policy at each of some commits (commit, content)."""
    for commit, content in found:
        read = parse_policy(content) if content is not None else None
        if isinstance(read, Fault):
            yield commit, POLICY_PATH, Violation(policy.ID, policy_complaint(read), Severity.REJECT, policy.HINT)


def _policies(store: Store, records: Iterable[CommitRecord]) -> Iterator[Finding]:
    """The policy of every commit that changed it."""
    for record in records:
        if record.paths_outside:
            content = store.repo.blob(record.oid, POLICY_PATH)
            before = [store.repo.blob(parent, POLICY_PATH) for parent in record.parents]
            if content not in before:
                yield from judge_policy((record.oid, content))


def came_with(store: Store, commit: str) -> frozenset[tuple[str, str]]:
    """Hand-written folders (path, tree) that the default branch holds just so."""
    held: set[tuple[str, str]] = set()
    for tip in store.repo.default_tips():
        base = store.repo.merge_base(commit, tip)
        for source in {tip, base} - {""}:
            for entry in store.repo.entries(source, SKILLS_ROOT):
                path = f"{SKILLS_ROOT}/{entry.name}"
                if store.repo.blob(source, f"{path}/{SIDECAR}") is None:
                    held.add((path, entry.oid))
    return frozenset(held)


def _changed(store: Store, record: CommitRecord, *, every: bool) -> Iterator[Found]:
    came = came_with(store, record.oid) if len(record.parents) > 1 else frozenset()
    for change in record.folders:
        if change.after and (change.path, change.after) not in came:
            folder = SkillFolder(skill_of(change.path), store.repo.files(change.after))
            if every or SIDECAR in folder.files:
                yield Found(record.oid, change.path, folder)


def _strays(store: Store, record: CommitRecord, *, every: bool) -> Iterator[Finding]:
    """Paths that have no place on the skills branch. What a merge brings along was judged on its own side."""
    ours = every or "Skill" in parse_trailers(record.message)
    if not ours or len(record.parents) > 1 or not record.paths_outside:
        return
    for violation in outside(store.repo.changed_paths(record.oid)):
        yield record.oid, violation.path, violation
