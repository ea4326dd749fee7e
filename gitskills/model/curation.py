"""What `curate` tells: the merges of a plan, each with its clause map and the difference that it would make."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Proposal
from gitskills.model.ruling import Ruling


@dataclass(frozen=True, slots=True)
class ClauseLine:
    """What became of one clause: `place` is the umbrella's file that holds it; "" where `reason` says why it goes."""

    skill: str
    kind: str
    text: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge of the plan: what the rules say, what became of every clause, and the difference as text."""

    proposal: Proposal
    ruling: Ruling
    clauses: tuple[ClauseLine, ...]
    summary: tuple[str, ...]
    diff: str


@dataclass(frozen=True, slots=True)
class Curation:
    """`looked` is how many skills might be merged; `notes` say when another planner stood in, and why."""

    looked: int
    merges: tuple[Merge, ...]
    notes: tuple[str, ...] = ()
