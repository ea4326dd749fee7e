"""The index of decisions: read from the records at the tip and from history, and kept by tip in local state as the ledger is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from gitskills.app.branch.trust import trust_key, trusted_commits
from gitskills.app.context import Context, Store
from gitskills.decisions.index import Change, Step, extend, find, with_current
from gitskills.decisions.record import parse
from gitskills.decisions.topic import topic_at
from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.git.port import TreeEntry
from gitskills.model.commit import CommitRecord, FolderChange
from gitskills.model.decided import DecisionEvent, DecisionIndex, Past
from gitskills.model.decision import DECISIONS_ROOT, Decision, Level, Status, Topic
from gitskills.model.turn import Speaker
from gitskills.promote.trailers import parse_trailers, reverted
from gitskills.skillfile.fault import Fault
from gitskills.state.derived import keep, recall

NAME = "decisions"
FORM = 4  # one more whenever the same history is to be read otherwise
_EVENT = tuple(field.name for field in fields(DecisionEvent))
_DECISION = tuple(field.name for field in fields(Decision))
_KINDS = {"status": Status, "confidence": Level, "speaker": Speaker}

Held = tuple[str, Decision | Fault]  # a record's blob, and what it says


def read_decided(context: Context, store: Store) -> DecisionIndex:
    """What stands on the branch now, or on what it will fork from, and all that happened; only new commits are read."""
    tip = store.repo.tip(store.branch) or store.repo.default_tip()
    if not tip:
        return DecisionIndex()
    key = f"{FORM} {trust_key(context, store)}"
    index, held = _load(store, key)
    if index.tip == tip:
        return with_current(index, {name: record for name, (_, record) in held.items()})
    if index.tip and not store.repo.is_ancestor(index.tip, tip):
        index = DecisionIndex()
    stop = (index.tip,) if index.tip else _before_birth(store)
    commits = list(store.repo.history(tip, stop, (DECISIONS_ROOT,)))
    trusted = trusted_commits(context, store, commits)
    index = extend(index, (step_of(store, one, trusted=one.oid in trusted) for one in commits), tip)
    held = {name: _again(store, held.get(name), oid) for name, oid in _records(store, tip)}
    _save(store, key, index, held)
    return with_current(index, {name: record for name, (_, record) in held.items()})


def _again(store: Store, held: Held | None, oid: str) -> Held:
    """A record that didn't change need not be read again."""
    return held if held and held[0] == oid else (oid, _parsed(store, oid))


def need_decision(context: Context, store: Store, id_: str) -> tuple[DecisionIndex, Decision | Past]:
    """The decision of that id, standing or past, and the index. A GitskillsError where there is none."""
    index = read_decided(context, store)
    found = find(index, id_)
    if found is None:
        raise GitskillsError(f"there is no decision {id_}", "see `gitskills decisions list --all`")
    return index, found


def resting_decisions(context: Context, store: Store, sources: AbstractSet[str]) -> tuple[Decision, ...]:
    """What stands and rests on words from one of some sources."""
    return tuple(
        found
        for found in read_decided(context, store).current.values()
        if sources & {place.rpartition(":")[0] for place in found.evidence_source}
    )


def record_of(store: Store, gone: Past) -> Decision | None:
    """The record as it stood before it was superseded or revoked; None where a shallow clone cut it off."""
    tag, _, name = gone.topic.partition("/")
    try:
        content = store.repo.blob(gone.parent, Topic(tag, name).path) if gone.parent else None
    except RepositoryFault:
        return None
    found = parse(content) if content is not None else None
    return found if isinstance(found, Decision) else None


def _before_birth(store: Store) -> tuple[str, ...]:
    """The default branch's history holds no decision, unless the skills branch was merged into it."""
    tips = store.repo.default_tips()
    return () if any(store.repo.entries(tip, DECISIONS_ROOT) for tip in tips) else tips


def _records(store: Store, commit: str) -> Iterator[tuple[str, str]]:
    """Every record of a commit: its topic and its blob."""
    for folder in store.repo.entries(commit, DECISIONS_ROOT):
        if folder.kind == "tree":
            for topic, oid in _in_folder(store, f"{DECISIONS_ROOT}/{folder.name}", folder.oid).items():
                yield topic.name, oid


@lru_cache(maxsize=64)  # what one commit made of a folder is what the next one begins with
def _in_folder(store: Store, folder: str, tree: str) -> dict[Topic, str]:
    return _topics(folder, store.repo.entries(tree, "") if tree else ())


def _topics(folder: str, entries: Iterable[TreeEntry]) -> dict[Topic, str]:
    named = ((topic_at(f"{folder}/{entry.name}"), entry) for entry in entries if entry.kind == "blob")
    return {topic: entry.oid for topic, entry in named if topic is not None}


def step_of(store: Store, record: CommitRecord, *, trusted: bool = True) -> Step:
    """A commit as the index takes it up."""
    changes = tuple(change for folder in record.folders for change in _changes(store, record, folder))
    return Step(
        commit=record.oid,
        parents=record.parents,
        time=record.time,
        subject=record.message.partition("\n")[0],
        trailers=parse_trailers(record.message),
        reverts=reverted(record.message),
        changes=changes,
        trusted=trusted,
    )


def _changes(store: Store, record: CommitRecord, folder: FolderChange) -> Iterator[Change]:
    """Against the first parent; of a merge only what neither side had."""
    gone, come = store.repo.unequal(folder.before, folder.after)  # of a folder of thousands, mostly one
    before, after = _topics(folder.path, gone.values()), _topics(folder.path, come.values())
    sides = [_in_folder(store, folder.path, _tree_at(store, other, folder.path)) for other in record.parents[1:]]
    for topic in sorted({*before, *after}, key=attrgetter("name")):
        was, now = before.get(topic, ""), after.get(topic, "")
        if was != now and not any(side.get(topic, "") == now for side in sides):
            yield Change(topic, _parsed(store, was) if was else None, _parsed(store, now) if now else None)


def _tree_at(store: Store, commit: str, folder: str) -> str:
    above, _, name = folder.rpartition("/")
    return next((entry.oid for entry in store.repo.entries(commit, above) if entry.name == name), "")


@lru_cache(maxsize=512)
def _parsed(store: Store, oid: str) -> Decision | Fault:
    return parse(store.repo.read_blob(oid))


def _load(store: Store, key: str) -> tuple[DecisionIndex, dict[str, Held]]:
    saved = recall(store.state, NAME, key)
    if saved is None:
        return DecisionIndex(), {}
    events = tuple(DecisionEvent(**_fields(_EVENT, row)) for row in saved["events"])
    held = {name: (oid, _record(row)) for name, oid, row in saved["records"]}
    return DecisionIndex(saved["tip"], events=events, taken=saved["taken"]), held


def _fields(names: tuple[str, ...], row: list[Any]) -> dict[str, Any]:
    return {name: tuple(cell) if isinstance(cell, list) else cell for name, cell in zip(names, row, strict=True)}


def _record(row: list[Any] | str) -> Decision | Fault:
    if isinstance(row, str):
        return Fault(row)
    found = _fields(_DECISION, row)
    return Decision(**(found | {name: kind(found[name]) for name, kind in _KINDS.items()}))


def _save(store: Store, key: str, index: DecisionIndex, held: dict[str, Held]) -> None:
    event, row = attrgetter(*_EVENT), attrgetter(*_DECISION)
    plain = {
        "tip": index.tip,
        "taken": index.taken,
        "events": [event(one) for one in index.events],
        "records": [
            (name, oid, row(found) if isinstance(found, Decision) else found.reason)
            for name, (oid, found) in held.items()
        ],
    }
    keep(store.state, NAME, key, plain)
