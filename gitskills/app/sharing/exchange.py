"""One exchange with one remote, and what is known of the commits that are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.app.context import Context, Store
from gitskills.git import remote
from gitskills.git.network import Network
from gitskills.git.process import run_git
from gitskills.model.commit import CommitRecord
from gitskills.model.sync import Named, SyncReport

SHORT = 12


@dataclass(frozen=True, slots=True)
class Exchange:
    """Between whom, and in which directions."""

    context: Context
    store: Store
    remote: str
    network: Network
    push: bool
    pull: bool

    @property
    def tip(self) -> str:
        return self.store.repo.tip(self.store.branch)

    @property
    def folder(self) -> str:
        return self.network.folder

    def report(self) -> SyncReport:
        """Nothing done so far."""
        return SyncReport(self.remote, self.store.branch)


def named(records: Sequence[CommitRecord]) -> tuple[Named, ...]:
    """The commits as they are told."""
    return tuple((record.oid, title(record)) for record in records)


def title(record: CommitRecord) -> str:
    return record.message.partition("\n")[0]


def noted_there(exchange: Exchange) -> tuple[str, ...]:
    """Commits that the remote had when it was last asked."""
    return _listed(exchange, f"refs/remotes/{exchange.remote}")


def asked_there(exchange: Exchange, *, pushed: bool = False) -> tuple[str, ...] | None:
    """Commits that the remote's other branches have now, as far as they are known here; None where it has no other branch.

    `pushed`: of the place that pushes go to.
    """
    heads = remote.heads(exchange.network, exchange.remote, pushed=pushed)
    others = {name: oid for name, oid in heads.tips.items() if name != exchange.store.branch}
    if not others:
        return None
    default = others.get(heads.default, "")
    if default and not remote.known_tip(exchange.folder, default):
        remote.fetch_objects(exchange.network, exchange.remote, heads.default)
    here = {*_listed(exchange, "refs"), default}
    return tuple(sorted(here.intersection(others.values()) - {""}))


def _listed(exchange: Exchange, space: str) -> tuple[str, ...]:
    listed = run_git(exchange.folder, "for-each-ref", "--format=%(objectname) %(objecttype)", space).output
    rows = [row.split() for row in listed.decode("ascii", "replace").splitlines()]
    return tuple(dict.fromkeys(oid for oid, kind in rows if kind == "commit"))
