"""Commits that would be trusted for who made them, and yet claim what is not so: nothing of them is taken up."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from gitskills.app.branch.steps import StepReader, said_before
from gitskills.app.branch.trust import judged_here
from gitskills.app.context import Context, Store
from gitskills.model.commit import CommitRecord
from gitskills.model.library import Ledger
from gitskills.model.ruling import Severity
from gitskills.promote.ledger import skill_of
from gitskills.promote.trailers import parse_trailers
from gitskills.state.seen import add_marks, read_marks
from gitskills.validate.claims import claims_of, conflicts
from gitskills.validate.history import judge_step
from gitskills.validate.joins import judge_join
from gitskills.validate.step import Step

REFUSED = "refused"


def forged_commits(
    context: Context, store: Store, ledger: Ledger, records: Sequence[CommitRecord], trusted: AbstractSet[str]
) -> frozenset[str]:
    """Those of the trusted records, which follow on the ledger, that are refused, and those that build on them.

    What was judged here before is sound, and so is what it leaves of a skill.
    """
    judged = judged_here(store)
    before = read_marks(store.state, REFUSED)
    spoilt = {name for name, versions in ledger.versions.items() if versions[-1].commit in before}
    twice = _twice(store, ledger, records)
    reader, found = StepReader(store), set()
    for record in records:
        names = {skill_of(change.path) for change in record.folders}
        if record.oid in judged:
            spoilt -= names
        elif record.oid in trusted and (names & spoilt or record.oid in twice or _refused(context, reader, record)):
            spoilt |= names
            found.add(record.oid)
    add_marks(store.state, REFUSED, sorted(found - before))
    return frozenset(found)


def _twice(store: Store, ledger: Ledger, records: Sequence[CommitRecord]) -> frozenset[str]:
    """Commits that say of a proposal otherwise than the one in which it landed."""
    said = said_before(store, ledger.proposals, records)
    steps = (Step(one.oid, one.message, parse_trailers(one.message), len(one.parents)) for one in records)
    return frozenset(oid for oid, _ in conflicts((claim for step in steps for claim in claims_of(step)), said))


def _refused(context: Context, reader: StepReader, record: CommitRecord) -> bool:
    found = [what for _, what in judge_step(reader.step(record), context.redactor.find)]
    if len(record.parents) > 1:
        found += judge_join(*reader.sides(record))
    return any(what.severity is Severity.REJECT for what in found)
