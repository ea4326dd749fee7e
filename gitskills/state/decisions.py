"""Decisions that wait for a person: never on the branch until somebody judged them, since they hold words as they were said."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gitskills.model.decision import Act, Candidate, Pending
from gitskills.state.directory import StateDirectory
from gitskills.state.entries import Entries


@dataclass(frozen=True, slots=True)
class Queued:
    """What is to be recorded as soon as the branch is free."""

    candidate: Candidate
    supersedes: str = ""
    act: Act = Act.RECORD


def decision_queue(state: StateDirectory) -> Entries[Queued]:
    return Entries(state, "decision-queue", Queued)


def pending_decisions(state: StateDirectory) -> Entries[Pending]:
    return Entries(state, "decisions", Pending)


def pending_id(candidate: Candidate) -> str:
    """The same words about the same topic are one entry, however often a sweep finds them."""
    said = sorted(f"{item.sha256} {item.source} {item.line}" for item in candidate.evidence)
    about = (candidate.primary_tag, candidate.entity.casefold(), *(said or (candidate.title, candidate.decision)))
    return hashlib.sha256("\0".join(about).encode("utf-8", "surrogatepass")).hexdigest()[:16]
