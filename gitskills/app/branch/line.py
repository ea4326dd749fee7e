"""Where the next commits of the branch begin: on its tip, on the default branch, joined to it, or carried over to it.

The default branch's history may be rewritten, say to take a secret out. The branch must not bring it back: the next landing
carries it over. The old tip stays in the reflog.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gitskills.app.branch.apart import fork_of, moves
from gitskills.app.branch.unsigned import signed_again
from gitskills.app.context import Context, Store
from gitskills.errors import RepositoryFault
from gitskills.git.port import Batch, Busy, Landed
from gitskills.model.changeset import ChangeSet, Message
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import ROOTS
from gitskills.promote.reroot import carried, committed_here
from gitskills.state.lock import held
from gitskills.state.seen import add_marks, read_marks, read_seen, write_seen
from gitskills.validate.commits import outside

MADE, ACCEPTED = "made", "accepted"


@dataclass(frozen=True, slots=True)
class Line:
    """Commits to be; `ids` are old → new where the branch is carried over, empty otherwise."""

    batch: Batch
    ids: Mapping[str, str] = field(default_factory=dict)


def open_line(store: Store, *, given_up: bool = False) -> Line:
    """Nothing is changed before the line's batch lands. With `given_up` the branch leaves its fork whatever else it shares."""
    tip, default = store.repo.tip(store.branch), store.repo.default_tip()
    if not tip or not default or (not given_up and _stays(store, tip, default)):
        return Line(store.repo.batch(store.branch, tip or default))
    fork = fork_of(store, tip)
    records = list(store.repo.history(tip, (fork,) if fork else (), ROOTS))
    if fork or sum(not record.parents for record in records) > 1:
        return _carried(store, records, default, fork)
    batch = store.repo.batch(store.branch, tip)
    batch.merge_in(default, ChangeSet(Message(f"Join {store.branch} to the default branch", ("Both began apart.",))))
    return Line(batch)


def _stays(store: Store, tip: str, default: str) -> bool:
    """Whether the branch stands on the default branch, or has left it as it stands here: then another clone knows a newer one."""
    if store.repo.shallow or store.repo.merge_base(tip, default):
        return True
    olds = (store.repo.resolve(f"{old}^{{commit}}") for old in moves(store, tip))
    return any(store.repo.merge_base(old, default) for old in olds if old)


def _carried(store: Store, records: list[CommitRecord], base: str, fork: str) -> Line:
    chain = list(_chain(records))
    _refuse_strays(store, chain)
    batch = store.repo.carried_batch(store.branch, base, fork, committed_here(chain))
    ids: dict[str, str] = {}
    for record in records:
        step = carried(record, base, ids)
        ids[record.oid] = batch.carry(step.old, step.parents, step.message, empty=step.empty)
    return Line(batch, ids)


def _chain(records: list[CommitRecord]) -> Iterator[CommitRecord]:
    """What was committed on the branch itself, newest first."""
    known = {record.oid: record for record in records}
    found: CommitRecord | None = records[-1]
    while found is not None:
        yield found
        found = known.get(next(iter(found.parents), ""))


def _refuse_strays(store: Store, chain: list[CommitRecord]) -> None:
    """What has no place on the branch would be lost: a person decides where it goes."""
    for record in chain:
        loose = record.paths_outside and len(record.parents) < 2
        for stray in outside(store.repo.changed_paths(record.oid)) if loose else ():
            raise RepositoryFault(
                f"the default branch was rewritten, and {record.oid[:12]} on {store.branch} changes {stray.path}",
                f"commit that elsewhere, and take it off {store.branch} with git revert or git rebase",
            )


def note_landed(store: Store, line: Line, landed: Landed) -> None:
    """Remember what this clone made, and under which ids it now knows what it knew."""
    signed_again(store)
    carried_over = set(line.ids.values())
    add_marks(store.state, MADE, [commit for commit in landed.commits if commit not in carried_over])
    follow(store, line.ids)


def follow(store: Store, ids: Mapping[str, str]) -> None:
    """What this clone knew of commits (old → new) it knows of those that took their place."""
    for name in (MADE, ACCEPTED) if ids else ():
        known = read_marks(store.state, name)
        add_marks(store.state, name, [new for old, new in ids.items() if old in known and new != old])
    if (seen := ids.get(read_seen(store.state), "")) != "":
        write_seen(store.state, seen)


def reroot(context: Context, store: Store, *, given_up: bool) -> Landed | Busy | None:
    """Carry the branch over at once, where the default branch was rewritten; None where there is nothing to carry.

    Where others moved it meanwhile it is left as they have it: the next landing carries it over.
    """
    if not store.repo.tip(store.branch):
        return None
    with held(store.state, "promote", context.settings.lock_seconds):
        line = open_line(store, given_up=given_up)
        landed = line.batch.land() if line.ids else None
        if isinstance(landed, Landed):
            note_landed(store, line, landed)
        return landed
