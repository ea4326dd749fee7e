"""The ledger of a branch, read from history and kept by tip in local state: what is cached can't go stale."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from operator import attrgetter
from typing import Any

from gitskills.app.branch.trust import judged_here, trust_key, trusted_commits
from gitskills.app.context import Context, Store
from gitskills.errors import RepositoryFault
from gitskills.model.library import Ledger, Verdict, VerdictKind, Version
from gitskills.model.skill import EVIDENCE_PREFIX, ROOTS, SKILLS_ROOT
from gitskills.promote.ledger import extend
from gitskills.promote.verdicts import Told
from gitskills.skillfile.evidence import parse_evidence
from gitskills.skillfile.folded import content_digest, folded_digest
from gitskills.state.derived import keep, recall

LEDGER = "ledger"
FORM = 6  # one more whenever the same history is to be read otherwise
VERSION_FIELDS = tuple(field.name for field in fields(Version))
VERDICT_SETS = ("proposals", "evidence", "words", "contents")


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
    stop = (ledger.tip,) if ledger.tip else before_birth(store)
    records = list(store.repo.history(tip, stop, ROOTS))
    trusted = trusted_commits(context, store, records)
    if trusted - judged_here(store):
        from gitskills.app.branch.forged import forged_commits  # the rules take long to load

        trusted -= forged_commits(context, store, ledger, records, trusted)
    accepts = lambda record: record.oid in trusted  # noqa: E731
    ledger = extend(ledger, records, accepts, lambda tree: told_by(store, tree), store.repo.is_ancestor)
    ledger = replace(ledger, tip=tip)
    _save(store, key, ledger)
    return ledger


def told_by(store: Store, tree: str) -> Told:
    """What a refused folder says. Where a shallow clone cut it off, the verdict holds by ids alone."""
    try:
        files = store.repo.files(tree)
    except RepositoryFault:
        return Told()
    quotes = [
        item
        for path, file in files.items()
        if path.startswith(EVIDENCE_PREFIX) and isinstance(found := parse_evidence(file.content), tuple)
        for item in found
    ]
    return Told({item.sha256: folded_digest(item.quote) for item in quotes}, content_digest(files))


def before_birth(store: Store) -> tuple[str, ...]:
    """The default branch's history holds nothing of ours, unless the skills branch was merged into it."""
    tips = store.repo.default_tips()
    merged = any(
        store.repo.blob(tip, f"{SKILLS_ROOT}/{entry.name}/.gitskills.yaml") is not None
        for tip in tips
        for entry in store.repo.entries(tip, SKILLS_ROOT)
    )
    return () if merged else tips


def _key(context: Context, store: Store) -> str:
    return f"{FORM} {trust_key(context, store)}"


def _load(store: Store, key: str) -> Ledger:
    saved = recall(store.state, LEDGER, key)
    if saved is None:
        return Ledger()
    versions: dict[str, list[Version]] = {}
    for row in saved["versions"]:
        version = Version(**dict(zip(VERSION_FIELDS, (_tuple(cell) for cell in row), strict=True)))
        versions.setdefault(version.name, []).append(version)
    verdicts = tuple(
        Verdict(**{**item, "kind": VerdictKind(item["kind"]), **{key: frozenset(item[key]) for key in VERDICT_SETS}})
        for item in saved["verdicts"]
    )
    frozen = {name: tuple(items) for name, items in versions.items()}
    return Ledger(saved["tip"], frozen, verdicts, saved["proposals"], frozenset(saved["pinned"]))


def _tuple(cell: Any) -> Any:
    return tuple(cell) if isinstance(cell, list) else cell


def _save(store: Store, key: str, ledger: Ledger) -> None:
    rows = attrgetter(*VERSION_FIELDS)
    plain = {
        "tip": ledger.tip,
        "versions": [rows(item) for items in ledger.versions.values() for item in items],
        "verdicts": [
            {**asdict(item), **{key: sorted(getattr(item, key)) for key in VERDICT_SETS}} for item in ledger.verdicts
        ],
        "proposals": dict(ledger.proposals),
        "pinned": sorted(ledger.pinned),
    }
    keep(store.state, LEDGER, key, plain)
