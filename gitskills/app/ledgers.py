"""The ledger of a branch, read from history and kept by tip in local state: what is cached can't go stale."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from gitskills.app.context import Context, Store
from gitskills.errors import EnvironmentFault
from gitskills.model.commit import CommitRecord
from gitskills.model.library import Ledger, Verdict, VerdictKind, Version
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT
from gitskills.promote.ledger import extend
from gitskills.state.durable import read_whole, write_whole
from gitskills.state.seen import read_marks

FORM = 1
ROOTS = (SKILLS_ROOT, ARCHIVE_ROOT)


def read_ledger(context: Context, store: Store, tip: str) -> Ledger:
    """What history says up to `tip`; only commits since the cached tip are read."""
    if not tip:
        return Ledger()
    key = _key(context, store)
    ledger = _load(store, key)
    if ledger.tip == tip:
        return ledger
    if ledger.tip and not store.repo.is_ancestor(ledger.tip, tip):
        ledger = Ledger()
    stop = (ledger.tip,) if ledger.tip else _before_birth(store)
    records = store.repo.history(tip, stop, ROOTS)
    ledger = extend(ledger, records, accepts(context, store))
    ledger = Ledger(tip, ledger.versions, ledger.verdicts, ledger.proposals)
    with suppress(EnvironmentFault):  # a read-only .git can still be read; history says it again
        save_ledger(context, store, ledger)
    return ledger


def accepts(context: Context, store: Store) -> Callable[[CommitRecord], bool]:
    """Whose commits are taken up without being looked at (`gitskills.trust`)."""
    trust = context.settings.trust
    marked = read_marks(store.state, "made") | read_marks(store.state, "accepted")
    mine = store.repo.committer()[1]
    return lambda record: trust == "all" or record.oid in marked or (trust == "mine" and record.committer_email == mine)


def _before_birth(store: Store) -> tuple[str, ...]:
    """The default branch's history holds nothing of ours, unless the skills branch was merged into it."""
    tips = store.repo.default_tips()
    merged = any(
        store.repo.blob(tip, f"{SKILLS_ROOT}/{entry.name}/.gitskills.yaml") is not None
        for tip in tips
        for entry in store.repo.entries(tip, SKILLS_ROOT)
    )
    return () if merged else tips


def _key(context: Context, store: Store) -> str:
    accepted = len(read_marks(store.state, "accepted"))
    return f"{FORM} {context.settings.trust} {store.repo.committer()[1]} {accepted}"


def _load(store: Store, key: str) -> Ledger:
    content = read_whole(store.state.peek("ledger.json"))
    try:
        saved = json.loads(content) if content else {}
        return _build(saved) if saved.get("key") == key else Ledger()
    except (ValueError, TypeError, KeyError, AttributeError):
        return Ledger()  # torn or foreign: history says it again


def _build(saved: dict[str, Any]) -> Ledger:
    versions: dict[str, tuple[Version, ...]] = {
        name: tuple(
            Version(**{**item, "evidence": tuple(item["evidence"]), "sources": tuple(item["sources"])})
            for item in items
        )
        for name, items in saved["versions"].items()
    }
    verdicts = tuple(
        Verdict(**{**item, "kind": VerdictKind(item["kind"]), "evidence": frozenset(item["evidence"])})
        for item in saved["verdicts"]
    )
    return Ledger(saved["tip"], versions, verdicts, saved["proposals"])


def save_ledger(context: Context, store: Store, ledger: Ledger) -> None:
    """Keep what was read."""
    plain = {
        "key": _key(context, store),
        "tip": ledger.tip,
        "versions": {name: [asdict(item) for item in items] for name, items in ledger.versions.items()},
        "verdicts": [{**asdict(item), "evidence": sorted(item.evidence)} for item in ledger.verdicts],
        "proposals": dict(ledger.proposals),
    }
    write_whole(store.state.file("ledger.json"), json.dumps(plain, ensure_ascii=True).encode("ascii"))
