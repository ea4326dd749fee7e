"""What each of two lines of the branch did since they parted: its commits, its versions of every skill, its verdicts.

Read alike by every clone, whatever it trusts: both that merge the same two commits must come to the same end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitskills.app.branch.ledgers import before_birth, read_ledger, told_by
from gitskills.app.context import Context, Store
from gitskills.model.commit import CommitRecord
from gitskills.model.decision import DECISIONS_ROOT
from gitskills.model.library import Ledger, Verdict, VerdictKind, Version
from gitskills.model.skill import ROOTS, SKILLS_ROOT
from gitskills.promote.ledger import extend
from gitskills.share.fates import Side
from gitskills.share.folders import Files
from gitskills.share.refused import Step

WATCHED = (*ROOTS, DECISIONS_ROOT)
BY_HAND = frozenset({"", "adopt", "revert"})


@dataclass(frozen=True, slots=True)
class Line:
    """One of the two: its newest commit and what it alone has, oldest first."""

    tip: str
    records: tuple[CommitRecord, ...]
    versions: dict[str, tuple[Version, ...]]
    verdicts: tuple[Verdict, ...]

    def steps(self, store: Store, name: str) -> Iterator[Step]:
        """What it did to the live folder of a skill."""
        for version in self.versions.get(name, ()):
            if version.tree and version.place.startswith(SKILLS_ROOT):
                before = store.repo.files(version.before) if version.before else {}
                yield Step(version, before, store.repo.files(version.tree))

    def side(self, name: str, files: Files | None) -> Side:
        """How it stands to a skill of which it has these files."""
        own = [one for one in self.versions.get(name, ()) if one.place.startswith(SKILLS_ROOT)]
        return Side(
            files=files,
            person=any(one.tree and one.action in BY_HAND for one in own),
            refused=any(found.kind is VerdictKind.LESSON and found.name == name for found in self.verdicts),
            first=min(((one.time, one.commit) for one in own), default=(0, "")),
        )


@dataclass(frozen=True, slots=True)
class Parting:
    """Two lines, the one with the smaller id first; `known` are the skills of before, `pinned` those that either pinned since."""

    bases: tuple[str, ...]
    one: Line
    other: Line
    known: frozenset[str]
    pinned: frozenset[str]


def read_parting(context: Context, store: Store, tip: str, other: str) -> Parting:
    """The branch's own `tip` and another, told as if neither were ours."""
    repo = store.repo
    tips = sorted((tip, other))
    hidden = before_birth(store)
    told = [tuple(repo.history(mine, (theirs, *hidden), WATCHED)) for mine, theirs in (tips, tips[::-1])]
    fresh = [frozenset(record.oid for record in records) for records in told]
    before = _without(read_ledger(context, store, tip), frozenset().union(*fresh))
    after = extend(before, (*told[0], *told[1]), lambda _: True, lambda tree: told_by(store, tree), repo.is_ancestor)
    one, two = (_line(tips[number], told[number], after) for number in (0, 1))
    return Parting(repo.merge_bases(*tips), one, two, frozenset(before.versions), after.pinned)


def _without(ledger: Ledger, commits: frozenset[str]) -> Ledger:
    """The ledger as it was before some commits, without the verdicts of before: both lines knew of those."""
    kept = {
        name: tuple(one for one in versions if one.commit not in commits) for name, versions in ledger.versions.items()
    }
    return Ledger(versions={name: versions for name, versions in kept.items() if versions})


def _line(tip: str, records: Sequence[CommitRecord], ledger: Ledger) -> Line:
    fresh = frozenset(record.oid for record in records)
    own = {name: tuple(one for one in versions if one.commit in fresh) for name, versions in ledger.versions.items()}
    verdicts = tuple(found for found in ledger.verdicts if found.commit in fresh)
    return Line(tip, tuple(records), {name: versions for name, versions in own.items() if versions}, verdicts)
