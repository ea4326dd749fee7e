"""What waits: proposals to be judged, proposals for a person to look at, and live files that somebody edited in place."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gitskills.model.fileplan import Edit
from gitskills.model.proposal import Proposal
from gitskills.model.ruling import Violation
from gitskills.state.decisions import decision_queue, pending_decisions
from gitskills.state.directory import StateDirectory
from gitskills.state.entries import Aside, Entries


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal in review, and what the rules said of it."""

    proposal: Proposal
    violations: tuple[Violation, ...] = ()


def proposal_queue(state: StateDirectory) -> Entries[Proposal]:
    return Entries(state, "queue", Proposal)


def review_queue(state: StateDirectory) -> Entries[Waiting]:
    return Entries(state, "review", Waiting)


def refused_entries(state: StateDirectory) -> Entries[Waiting]:
    """What was rejected, with the reason: shown to people, and to a reflector that would propose it again."""
    return Entries(state, "refused", Waiting)


def edit_copies(state: StateDirectory) -> Entries[Edit]:
    return Entries(state, "edits", Edit)


def set_aside(state: StateDirectory) -> tuple[Aside, ...]:
    """What could not be read, of all that waits."""
    waiting = (proposal_queue(state), review_queue(state), refused_entries(state))
    decisions = (*decision_queue(state).aside(), *pending_decisions(state).aside())
    return (*(found for entries in waiting for found in entries.aside()), *decisions, *edit_copies(state).aside())


def edit_id(edit: Edit) -> str:
    """The same edit of the same file has the same id."""
    return hashlib.sha256(edit.path.encode("utf-8", "surrogateescape") + b"\0" + edit.content).hexdigest()[:32]
