"""Commits that would be trusted for who made them, and yet claim what is not so: nothing of them is taken up."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from gitskills.app.context import Context, Store
from gitskills.app.steps import StepReader
from gitskills.model.commit import CommitRecord
from gitskills.model.library import Ledger
from gitskills.promote.ledger import skill_of
from gitskills.state.seen import add_marks, read_marks

REFUSED = "refused"


def forged_commits(
    context: Context, store: Store, ledger: Ledger, records: Sequence[CommitRecord], trusted: AbstractSet[str]
) -> frozenset[str]:
    """Those of the trusted `records`, which follow on the ledger, that are refused, and what builds on them.

    What this clone's own door made and what a person accepted here was judged then.
    """
    judged = read_marks(store.state, "made") | read_marks(store.state, "accepted")
    if not trusted - judged:
        return frozenset()
    before = read_marks(store.state, REFUSED)
    spoilt = {name for name, versions in ledger.versions.items() if versions[-1].commit in before}
    reader, found = StepReader(store), set()
    for record in records:
        names = {skill_of(change.path) for change in record.folders}
        if record.oid in judged:
            spoilt -= names
        elif record.oid in trusted and (names & spoilt or _refused(context, reader, record)):
            spoilt |= names
            found.add(record.oid)
    add_marks(store.state, REFUSED, sorted(found - before))
    return frozenset(found)


def _refused(context: Context, reader: StepReader, record: CommitRecord) -> bool:
    from gitskills.validate.history import judge_step  # the rules take long to load
    from gitskills.validate.joins import judge_join

    if any(judge_step(reader.step(record), context.redactor.find)):
        return True
    return len(record.parents) > 1 and any(judge_join(*reader.sides(record)))
