"""What a commit changes beside the skills: nothing but the team's policy and the decisions has a place on the branch."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.app.context import Context, Store
from gitskills.app.policies import policy_complaint
from gitskills.model.commit import CommitRecord
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import ARCHIVE_ROOT, POLICY_PATH, SKILLS_ROOT
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy
from gitskills.validate.commits import judge_loose, outside
from gitskills.validate.rules import policy

Finding = tuple[str, str, Violation]


def strays(context: Context, store: Store, record: CommitRecord, *, every: bool) -> Iterator[Finding]:
    """`every`: the commit is the skills branch's. Of a merge only what it takes from no side counts: the rest is theirs."""
    if not record.paths_outside:
        return
    if every:
        merge = len(record.parents) > 1
        paths = store.repo.merged_paths(record.oid) if merge else store.repo.changed_paths(record.oid)
        for violation in outside(paths):
            yield record.oid, violation.path, violation
        for path in paths:
            if not path.startswith((f"{SKILLS_ROOT}/", f"{ARCHIVE_ROOT}/")):
                yield from _loose(context, store, record.oid, path)
    content = store.repo.blob(record.oid, POLICY_PATH)
    if content not in [store.repo.blob(parent, POLICY_PATH) for parent in record.parents]:
        yield from judge_policy(record.oid, content)


def _loose(context: Context, store: Store, commit: str, path: str) -> Iterator[Finding]:
    """A policy or a decision must be a plain text without a secret."""
    folder, _, name = path.rpartition("/")
    for entry in store.repo.entries(commit, folder):
        if entry.name == name:
            content = store.repo.blob(commit, path) if entry.kind == "blob" and not entry.executable else None
            for violation in judge_loose(path, content, context.redactor.find):
                yield commit, path, violation


def judge_policy(commit: str, content: bytes | None) -> Iterator[Finding]:
    """What is wrong with the team's policy."""
    read = parse_policy(content) if content is not None else None
    if isinstance(read, Fault):
        yield commit, POLICY_PATH, Violation(policy.ID, policy_complaint(read), Severity.REJECT, policy.HINT)
