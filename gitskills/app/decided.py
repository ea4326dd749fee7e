"""The index of decisions: read from the records at the tip and from history, and kept by tip in local state as the ledger is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter

from gitskills.app.context import Context, Store
from gitskills.app.trust import trust_key, trusted_commits
from gitskills.decisions.index import Change, Step, extend, with_current
from gitskills.decisions.record import parse
from gitskills.decisions.topic import topic_at
from gitskills.errors import GitskillsError
from gitskills.model.commit import CommitRecord, FolderChange
from gitskills.model.decision import DECISIONS_ROOT, Decision, DecisionEvent, DecisionIndex, Past, Topic
from gitskills.promote.trailers import parse_trailers, reverted
from gitskills.skillfile.fault import Fault
from gitskills.state.derived import keep, recall

NAME = "decisions"
FORM = 1  # one more whenever the same history is to be read otherwise
_FIELDS = tuple(field.name for field in fields(DecisionEvent))
_ROW = attrgetter(*_FIELDS)


def read_decided(context: Context, store: Store) -> DecisionIndex:
    """What stands on the branch now, or on what it will fork from, and all that happened; only new commits are read."""
    tip = store.repo.tip(store.branch) or store.repo.default_tip()
    if not tip:
        return DecisionIndex()
    key = f"{FORM} {trust_key(context, store)}"
    index = _load(store, key)
    if index.tip != tip:
        if index.tip and not store.repo.is_ancestor(index.tip, tip):
            index = DecisionIndex()
        stop = (index.tip,) if index.tip else _before_birth(store)
        commits = list(store.repo.history(tip, stop, (DECISIONS_ROOT,)))
        trusted = trusted_commits(context, store, commits)
        index = extend(index, (_step(store, one, trusted=one.oid in trusted) for one in commits), tip)
        _save(store, key, index)
    return with_current(index, {topic.name: _parsed(store, oid) for topic, oid in _records(store, tip)})


def need_decision(context: Context, store: Store, id_: str) -> tuple[DecisionIndex, Decision | Past]:
    """The decision of that id, standing or past, and the index. A GitskillsError where there is none."""
    from gitskills.decisions.index import find

    index = read_decided(context, store)
    found = find(index, id_)
    if found is None:
        raise GitskillsError(f"there is no decision {id_}", "see `gitskills decisions list --all`")
    return index, found


def record_of(store: Store, gone: Past) -> Decision | None:
    """The record as it stood before it was superseded or revoked."""
    tag, _, name = gone.topic.partition("/")
    content = store.repo.blob(gone.parent, Topic(tag, name).path) if gone.parent else None
    found = parse(content) if content is not None else None
    return found if isinstance(found, Decision) else None


def _before_birth(store: Store) -> tuple[str, ...]:
    """The default branch's history holds no decision, unless the skills branch was merged into it."""
    tips = store.repo.default_tips()
    return () if any(store.repo.entries(tip, DECISIONS_ROOT) for tip in tips) else tips


def _records(store: Store, commit: str) -> Iterator[tuple[Topic, str]]:
    """Every record of a commit, with its blob."""
    for folder in store.repo.entries(commit, DECISIONS_ROOT):
        if folder.kind == "tree":
            yield from _in_folder(store, commit, f"{DECISIONS_ROOT}/{folder.name}").items()


def _in_folder(store: Store, commit: str, folder: str) -> dict[Topic, str]:
    entries = store.repo.entries(commit, folder) if commit else ()
    named = ((topic_at(f"{folder}/{entry.name}"), entry) for entry in entries if entry.kind == "blob")
    return {topic: entry.oid for topic, entry in named if topic is not None}


def _step(store: Store, record: CommitRecord, *, trusted: bool) -> Step:
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
    first, *others = record.parents or ("",)
    before = _in_folder(store, first, folder.path) if folder.before else {}
    after = _in_folder(store, record.oid, folder.path) if folder.after else {}
    sides = [_in_folder(store, other, folder.path) for other in others]
    for topic in before.keys() | after.keys():
        was, now = before.get(topic, ""), after.get(topic, "")
        if was != now and not any(side.get(topic, "") == now for side in sides):
            yield Change(topic, _parsed(store, was) if was else None, _parsed(store, now) if now else None)


def _parsed(store: Store, oid: str) -> Decision | Fault:
    return parse(store.repo.read_blob(oid))


def _load(store: Store, key: str) -> DecisionIndex:
    saved = recall(store.state, NAME, key)
    if saved is None:
        return DecisionIndex()
    rows = ([tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in saved["events"])
    return DecisionIndex(saved["tip"], events=tuple(DecisionEvent(*row) for row in rows), taken=saved["taken"])


def _save(store: Store, key: str, index: DecisionIndex) -> None:
    keep(
        store.state, NAME, key, {"tip": index.tip, "events": [_ROW(one) for one in index.events], "taken": index.taken}
    )
