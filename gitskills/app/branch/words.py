"""What one commit of the branch says: its reason, and the words that it rests on, read from its own evidence files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from gitskills.app.context import Store
from gitskills.errors import GitskillsError
from gitskills.model.commit import CommitRecord
from gitskills.model.library import Version
from gitskills.model.proposal import Evidence
from gitskills.model.skill import ARCHIVE_ROOT, EVIDENCE_PREFIX, ROOTS, SKILLS_ROOT
from gitskills.promote.trailers import parse_trailers
from gitskills.skillfile.evidence import parse_evidence


def record_of(store: Store, commit: str) -> CommitRecord | None:
    """The commit as the ledger needs it; None where `commit` is gone."""
    if not store.repo.resolve(commit):
        return None
    parents = tuple(takewhile(bool, (store.repo.resolve(f"{commit}^{side}") for side in count(1))))
    return next((found for found in store.repo.history(commit, parents, ROOTS) if found.oid == commit), None)


def reason_of(message: str) -> str:
    """The paragraph that says why, unwrapped. A landed proposal tells its description first."""
    parts = [" ".join(part.split()) for part in message.strip().split("\n\n")[1:]]
    trailers = parse_trailers(message)
    if trailers:
        parts = parts[:-1]
    said = [part for part in parts if not part.startswith((">", "This reverts commit ", "Re-rooted from "))]
    if "Proposal" in trailers and len(said) > 1:
        said = said[1:]
    return said[0] if said else ""


def quote_in(message: str) -> str:
    """The quote that stands in the message itself, "" where none does."""
    parts = (part for part in message.split("\n\n") if part.startswith(">"))
    return " ".join(line.removeprefix(">").strip() for line in next(parts, "").splitlines())


def evidence_of(store: Store, version: Version) -> tuple[Evidence, ...]:
    """The evidence that this version brought; what can't be read is left out."""
    if not version.tree or not version.evidence:
        return ()
    return tuple(dict.fromkeys(item for item in _all(store, version.tree) if item.sha256 in version.evidence))


def _all(store: Store, tree: str) -> Iterator[Evidence]:
    for path, file in store.repo.files(tree).items():
        if path.startswith(EVIDENCE_PREFIX):
            found = parse_evidence(file.content)
            if isinstance(found, tuple):
                yield from found


def log_range(store: Store, name: str) -> tuple[str, ...]:
    """What `git log` has to be given to show what was learned, of one skill where `name` is not empty."""
    if not store.repo.tip(store.branch):
        raise GitskillsError("nothing was learned yet", "`gitskills learn SESSION.jsonl` reads a session")
    paths = (f"{SKILLS_ROOT}/{name}", f":(glob){ARCHIVE_ROOT}/{name}-????????/**") if name else ROOTS
    return (f"refs/heads/{store.branch}", "--", *paths)
