"""The records of decisions that people commit, as `gitskills check` judges them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gitskills.app.context import Store
from gitskills.decisions.checking import misrecorded
from gitskills.decisions.record import parse
from gitskills.model.decision import DECISIONS_ROOT, Decision
from gitskills.model.policy import Policy
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import POLICY_PATH
from gitskills.skillfile.policyfile import parse_policy

RULE = "decision"
HINT = "record it by `gitskills decide`, or mend it; `gitskills decide --help` names the words that may stand there"


def judge_record(
    store: Store | None, commit: str, path: str, content: bytes, said: Mapping[str, Sequence[str]] | None = None
) -> Iterator[Violation]:
    """What is wrong with a record; `said` are the trailers of the commit that wrote it."""
    policy = store.repo.blob(commit, POLICY_PATH) if store is not None and commit else None
    read = parse_policy(policy) if policy is not None else None
    grown = read.decision_tags if isinstance(read, Policy) else frozenset()
    for what in misrecorded(path, content, grown, said or {}):
        yield Violation(RULE, what, Severity.REJECT, HINT, path)


def record_path(place: str) -> str:
    """The path from the top of a repository, where a file's path or a path of the branch is that of a record; else ""."""
    _, root, below = f"/{place}".rpartition(f"/{DECISIONS_ROOT}/")
    return f"{DECISIONS_ROOT}/{below}" if root else ""


def judge_file(store: Store | None, path: str, content: bytes) -> Iterator[tuple[str, str, Violation]]:
    """A record that is in no commit yet."""
    head = store.repo.resolve("HEAD") if store is not None else ""
    yield from (("", path, violation) for violation in judge_record(store, head, path, content))


def judge_records(store: Store, commit: str) -> Iterator[tuple[str, str, Violation]]:
    """Every record of a whole tree."""
    ids: dict[str, str] = {}
    for folder in store.repo.entries(commit, DECISIONS_ROOT):
        for entry in store.repo.entries(commit, f"{DECISIONS_ROOT}/{folder.name}") if folder.kind == "tree" else ():
            path = f"{DECISIONS_ROOT}/{folder.name}/{entry.name}"
            content = store.repo.read_blob(entry.oid) if entry.kind == "blob" else b""
            found = [*judge_record(store, commit, path, content), *_twice(path, content, ids)]
            yield from (("", path, violation) for violation in found)


def _twice(path: str, content: bytes, ids: dict[str, str]) -> Iterator[Violation]:
    record = parse(content)
    if isinstance(record, Decision) and ids.setdefault(record.id, path) != path:
        yield Violation(RULE, f"the id {record.id} is that of {ids[record.id]}, too", Severity.REJECT, HINT, path)
