"""How the branch here stands to the remote's: on which history of the default branch, and moved over to that where it was rewritten."""

from __future__ import annotations

from gitskills.app.branch.apart import Relation, fork_of, relation
from gitskills.app.branch.line import reroot
from gitskills.app.sharing.exchange import Exchange, asked_there
from gitskills.git.port import Busy, Landed
from gitskills.git.remote import known_tip, tracking


def is_too_shallow(exchange: Exchange, there: str) -> bool:
    """Whether the default branch's own commits can't be told from the branch's."""
    repo = exchange.store.repo
    default = repo.default_tip()
    return repo.shallow and bool(default) and not repo.merge_base(there, default)


def stance(exchange: Exchange, there: str) -> Relation | Busy:
    """How both sides stand, after ours has moved to the default branch as it is now, where that makes them kin."""
    tip = exchange.tip
    found = relation(exchange.store, tip, there) if tip else Relation.KIN
    if found is Relation.APART:
        moved = carried_over(exchange)
        if isinstance(moved, Busy):
            return moved
        if isinstance(moved, Landed):
            return relation(exchange.store, moved.tip, there)
    return found


def carried_over(exchange: Exchange) -> Landed | Busy | None:
    return reroot(exchange.context, exchange.store, given_up=_is_given_up(exchange))


def _is_given_up(exchange: Exchange) -> bool:
    """Whether the remote has the default branch as it is here, and not the commit of it that ours began with."""
    repo, tip = exchange.store.repo, exchange.tip
    default, fork = repo.default_tip(), fork_of(exchange.store, tip) if tip else ""
    if repo.shallow or not default or not fork or repo.is_ancestor(fork, default):
        return False
    shared = known_tip(exchange.folder, tracking(exchange.remote, exchange.store.branch))
    if repo.is_ancestor(default, fork) and not (shared and repo.is_ancestor(fork, shared)):
        return False  # work that was not pushed yet
    known = asked_there(exchange) or ()
    has = any(repo.is_ancestor(fork, one) for one in known)
    return not has and any(repo.is_ancestor(default, one) for one in known)
