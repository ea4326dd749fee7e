"""What a commit changes beside the skills: nothing but the team's policy and the decisions has a place on the branch."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.app.branch.policies import policy_complaint
from gitskills.app.branch.records import judge_record, record_path
from gitskills.app.context import Context, Store
from gitskills.model.commit import CommitRecord
from gitskills.model.review import Finding
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import ARCHIVE_ROOT, POLICY_PATH, SKILLS_ROOT
from gitskills.promote.trailers import parse_trailers
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy
from gitskills.validate.commits import judge_loose, outside
from gitskills.validate.material import LARGEST
from gitskills.validate.rules import policy


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
                yield from _loose(context, store, record, path)
    content = store.repo.blob(record.oid, POLICY_PATH)
    if content not in [store.repo.blob(parent, POLICY_PATH) for parent in record.parents]:
        yield from judge_policy(record.oid, content)


def _loose(context: Context, store: Store, record: CommitRecord, path: str) -> Iterator[Finding]:
    """A policy or a decision must be a plain text without a secret, and a decision what its record and its commit say."""
    folder, _, name = path.rpartition("/")
    for entry in store.repo.entries(record.oid, folder):
        if entry.name == name:
            content = store.repo.blob(record.oid, path) if entry.kind == "blob" and not entry.executable else None
            found = [*judge_loose(path, content, context.redactor.find)]
            if content is not None and len(content) <= LARGEST and record_path(path):
                found += judge_record(store, record.oid, path, content, parse_trailers(record.message))
            yield from ((record.oid, path, violation) for violation in found)


def judge_policy(commit: str, content: bytes | None) -> Iterator[Finding]:
    """What is wrong with the team's policy."""
    read = parse_policy(content) if content is not None else None
    if isinstance(read, Fault):
        yield commit, POLICY_PATH, Violation(policy.ID, policy_complaint(read), Severity.REJECT, policy.HINT)
