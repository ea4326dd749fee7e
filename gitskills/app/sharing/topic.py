"""The branch of a pull request: one clean commit a skill on the project's base, made in memory, its ref moved by compare-and-swap.

A branch of that name is replaced only where all that is on it is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitskills.app.branch.door import ATTEMPTS
from gitskills.app.context import Context, Store
from gitskills.errors import EnvironmentFault, GitskillsError, RepositoryFault
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.port import Busy, Landed
from gitskills.git.topics import branches_below
from gitskills.model.changeset import ChangeSet
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import ROOTS
from gitskills.promote.trailers import parse_trailers
from gitskills.share.pullrequest import PREFIX
from gitskills.state.lock import held
from gitskills.state.seen import add_marks, read_marks

TREE = "Skill-Tree"
TOPICS = "topics"  # marks of tips that this clone gave its topics
SHORT = 12


def land_topic(context: Context, store: Store, topic: str, base: str, changes: Sequence[ChangeSet]) -> Landed | Busy:
    """The branch `topic` as these commits on `base`; where it is that already, nothing moves."""
    with held(store.state, "promote", context.settings.lock_seconds):
        for _ in range(ATTEMPTS):
            if why := store.repo.blocked(topic):
                raise RepositoryFault(why, f"rename or remove what is there (git branch -m {topic} NAME)")
            old = store.repo.tip(topic)
            chain = own_chain(store, old) if old else ()
            _refuse_strays(store, topic, old, chain)
            if _is_same(chain, base, changes):
                return Landed(old, tuple(record.oid for record in chain))
            landed = _attempt(store, topic, (base, old), changes)
            if isinstance(landed, Landed):
                add_marks(store.state, TOPICS, [landed.tip])
            if landed is not None:
                return landed
    raise EnvironmentFault(f"others kept moving {topic}", "try again")


def _attempt(store: Store, topic: str, ends: tuple[str, str], changes: Sequence[ChangeSet]) -> Landed | Busy | None:
    base, old = ends
    batch = store.repo.carried_batch(topic, base, base, frozenset()) if old else store.repo.batch(topic, base)
    for change in changes:
        batch.add(change)
    return batch.land()


def made_here(store: Store, topic: str, tip: str) -> bool:
    """Whether this clone made what the remote has as its topic, now or earlier."""
    return tip == store.repo.tip(topic) or tip in read_marks(store.state, TOPICS)


def own_chain(store: Store, tip: str) -> tuple[CommitRecord, ...]:
    """The commits of ours that a topic ends with, oldest first."""
    records = {record.oid: record for record in store.repo.history(tip, store.repo.default_tips(), ROOTS)}
    chain: list[CommitRecord] = []
    found = records.get(tip)
    while found is not None and found.author_email == AUTHOR_EMAIL and len(found.parents) == 1:
        chain.append(found)
        found = records.get(found.parents[0])
    return tuple(reversed(chain))


def topics(store: Store) -> dict[str, str]:
    """The topics that end with commits of ours and that no worktree is on, with their tips."""
    names = branches_below(store.folder, PREFIX.rstrip("/"))
    tips = {name: store.repo.tip(name) for name in names}
    return {name: tip for name, tip in tips.items() if own_chain(store, tip) and store.repo.busy(name) is None}


def skills_of(chain: Sequence[CommitRecord]) -> frozenset[str]:
    """The skills that a topic is about."""
    return frozenset(name for record in chain for name in parse_trailers(record.message).get("Skill", ()))


def _refuse_strays(store: Store, topic: str, old: str, chain: Sequence[CommitRecord]) -> None:
    """A commit that a reviewer put on top would be lost."""
    merged = any(store.repo.is_ancestor(old, tip) for tip in store.repo.default_tips()) if old else True
    if not chain and not merged:
        raise GitskillsError(
            f"{topic} ends with a commit that is not ours: {old[:SHORT]}",
            f"merge it, or keep it under another name: git branch -m {topic} NAME",
        )


def _is_same(chain: Sequence[CommitRecord], base: str, changes: Sequence[ChangeSet]) -> bool:
    """Whether the branch says this already; the message names the tree."""
    wanted = [change.message.render() for change in changes]
    return bool(chain) and chain[0].parents == (base,) and [record.message for record in chain] == wanted


def with_tree(change: ChangeSet, tree: str) -> ChangeSet:
    """The change whose message names the folder's tree, so that it can be known again."""
    trailers = tuple((key, tree if key == TREE else value) for key, value in change.message.trailers)
    return replace(change, message=replace(change.message, trailers=trailers))
