"""Two lines of the branch on two histories of the default branch: is one the other under new ids, after that was rewritten?"""

from __future__ import annotations

from enum import StrEnum

from gitskills.app.context import Store
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.process import run_git
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import OWN_ROOT, ROOTS
from gitskills.promote.reroot import told_moves

MARKER = (
    r"^\(Skill-Tree: \|Decision-Id: \|Action: dismiss$\|Action: vocabulary$\)"  # stands in every first commit of ours
)


class Relation(StrEnum):
    """`ours` has all of theirs under new ids, `theirs` has all of ours; `apart` is on a history that one side gave up."""

    KIN = "kin"
    OURS = "ours"
    THEIRS = "theirs"
    APART = "apart"


def relation(store: Store, tip: str, there: str) -> Relation:
    """How the line at `there` stands to ours at `tip`."""
    base = store.repo.merge_base(tip, there)
    if base and not any(store.repo.is_ancestor(base, default) for default in store.repo.default_tips()):
        return Relation.KIN
    if holds(store, tip, there):
        return Relation.OURS
    if holds(store, there, tip) and _is_faithful(store, tip, there):
        return Relation.THEIRS
    if base:
        return Relation.APART if _parted(store, tip, there) else Relation.KIN
    return Relation.KIN if _began_alone(store, tip) or _began_alone(store, there) else Relation.APART


def fork_of(store: Store, tip: str) -> str:
    """The commit of the default branch from which the line at `tip` was taken; "" where it began alone."""
    said = _git(store, "log", "--first-parent", "--format=%P", f"--grep={MARKER}", tip, "--").splitlines()
    return next(iter(said[-1].split()), "") if said else ""


def _parted(store: Store, tip: str, there: str) -> bool:
    """Whether the default branch went another way than over where one of them began."""
    one, other = fork_of(store, tip), fork_of(store, there)
    kin = store.repo.is_ancestor(one, other) or store.repo.is_ancestor(other, one) if one and other else True
    return not kin


def holds(store: Store, tip: str, other: str) -> bool:
    """Whether the line at `tip` has all of `other`, by its ids or under new ones."""
    if store.repo.is_ancestor(other, tip):
        return True
    moved = moves(store, tip)
    rows = _git(store, "rev-list", "--first-parent", "--parents", other).splitlines() if moved else []
    for row in rows:
        oid, *parents = row.split()
        if oid in moved:
            return True
        if len(parents) < 2:  # a merge brought nothing of its own
            return False
    return False


def moves(store: Store, tip: str) -> dict[str, str]:
    """Which commit stands in the line at `tip` under which new id."""
    said = _git(store, "log", "--grep=^Re-rooted from ", "--format=%H%n%B%x00", tip, "--")
    messages = [part.strip("\n").partition("\n") for part in said.split("\0")]
    return told_moves({oid: text for oid, _, text in messages})


def _is_faithful(store: Store, tip: str, there: str) -> bool:
    """Whether the line at `there`, which says that it has all of ours, has it word for word: anybody can say so."""
    moved = moves(store, there)
    new = {record.oid: record for record in store.repo.history(there, store.repo.default_tips(), ROOTS)}
    for old in store.repo.history(tip, store.repo.default_tips(), ROOTS):
        here = new.get(moved.get(old.oid, ""))
        if here is None and len(old.parents) < 2 and (old.folders or old.author_email == AUTHOR_EMAIL):
            return False
        if here is not None and _content(here) != _content(old):
            return False
    last = next((moved[oid] for oid in _chain(store, tip) if oid in moved), there)
    return store.repo.entries(last, OWN_ROOT) == store.repo.entries(tip, OWN_ROOT)


def _content(record: CommitRecord) -> set[tuple[str, str]]:
    return {(folder.path, folder.after) for folder in record.folders}


def _chain(store: Store, tip: str) -> list[str]:
    return _git(store, "rev-list", "--first-parent", tip, "--").split()


def _began_alone(store: Store, tip: str) -> bool:
    """Whether the first lesson came before the repository's first commit."""
    authors = _git(store, "log", "--max-parents=0", "--format=%ae", tip, "--").split()
    return set(authors) == {AUTHOR_EMAIL}


def _git(store: Store, *arguments: str) -> str:
    return run_git(store.folder, *arguments).text
