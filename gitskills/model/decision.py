"""A decision: what was chosen, why, who said so, and where it stands.

The path of its record is its topic, so that there is one current decision on each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gitskills.model.proposal import Evidence
from gitskills.model.turn import Speaker

DECISIONS_ROOT = ".gitskills/decisions"
EXCERPT = 200  # characters of the turn that a record may hold
PLACE = re.compile(r".+:[0-9]{1,9}")  # of words in a source: its name, and the line
_SPEAKERS = {Speaker.USER: 2, Speaker.COMMAND: 1}


class Level(StrEnum):
    """How sure it is that this was decided; a ladder."""

    ASSUMED = "assumed"
    INFERRED = "inferred"
    CONFIRMED = "confirmed"
    EXPLICIT = "explicit"

    @property
    def rank(self) -> int:
        return list(Level).index(self)


SURE = frozenset({Level.EXPLICIT, Level.CONFIRMED})  # stands without anybody looking at it


class Status(StrEnum):
    """Where a decision stands. A file at the tip is proposed or accepted; what it was before, history knows."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Act(StrEnum):
    """What a commit did: the `Action` trailer of the commits whose subject begins with `decision:`."""

    RECORD = "record"
    SUPERSEDE = "supersede"
    REVOKE = "revoke"
    VALIDATE = "validate"
    PROMOTE = "promote"
    DISMISS = "dismiss"
    RESOLVE = "resolve"
    VOCABULARY = "vocabulary"
    RENUMBER = "renumber"  # of a merge: another line had given the same id
    EDIT = "edit"  # of a merge or a person's commit: the same decision, worded otherwise


class Outcome(StrEnum):
    """What became of a candidate."""

    LANDED = "landed"
    REFUSED = "refused"  # something about it is wrong, or what stands is stronger
    CONFLICT = "conflict"  # as strong as what stands, and says something else
    WAITING = "waiting"  # the branch is busy
    KNOWN = "known"  # the same words were recorded, dismissed or revoked before


@dataclass(frozen=True, slots=True)
class Topic:
    """What a decision is about: a primary tag and the normalised key of an entity."""

    tag: str
    key: str

    @property
    def name(self) -> str:
        return f"{self.tag}/{self.key}"

    @property
    def path(self) -> str:
        return f"{DECISIONS_ROOT}/{self.name}.md"


@dataclass(frozen=True, slots=True)
class Decision:
    """A record. Fields stand in the order of its front matter; the last five are the body's sections. "" is none.

    Dates are ISO (`2026-11-30`, of `created` and `updated` with the time). `evidence_source` holds `source:line`, in the order of
    the digests.
    """

    id: str
    canonical_id: str  # the topic's name: stays when the id changes
    canonical: bool
    slug: str
    title: str
    type: str
    status: Status
    confidence: Level
    date: str
    created: str
    updated: str
    tags: tuple[str, ...]
    primary_tag: str
    entity: str
    source: str
    related_runs: tuple[str, ...] = ()
    related_decisions: tuple[str, ...] = ()
    supersedes: str = ""
    superseded_by: str = ""
    bookmark_snapshot_id: str = ""
    captured_turn_excerpt: str = ""
    project: str = ""
    tool: str = "unknown"
    model: str = ""
    task_category: str = "unknown"
    author: str = ""
    last_validated: str = ""
    last_accessed: str = ""
    files_touched: tuple[str, ...] = ()
    closing_commit: str = ""
    confidence_source: str = "unknown"
    confirmation_count: int = 0
    valid_until: str = ""
    causal_parent_id: str = ""
    embedding_model_version: str = ""
    domain: str = "unknown"
    goal: str = "unknown"
    speaker: Speaker = Speaker.OTHER
    subject: str = ""
    predicate: str = ""
    object: str = ""
    aliases: tuple[str, ...] = ()  # ids that it had before a merge
    evidence_sha256: tuple[str, ...] = ()
    evidence_source: tuple[str, ...] = ()
    context: str = ""
    decision: str = ""
    alternatives: tuple[str, ...] = ()
    consequences: str = ""
    notes: str = ""

    @property
    def topic(self) -> Topic:
        tag, _, key = self.canonical_id.partition("/")
        return Topic(tag, key)

    @property
    def standing(self) -> tuple[int, int]:
        """The ladder: the level first, then who said it."""
        return self.confidence.rank, speaker_rank(self.speaker)

    @property
    def endorsed(self) -> bool:
        """Whether a person said it or accepted it: only then a session may be told."""
        return self.speaker is Speaker.USER or bool(self.last_validated)


def speaker_rank(speaker: Speaker) -> int:
    """The user outranks what a command gave back, which outranks the agent and all else."""
    return _SPEAKERS.get(speaker, 0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision that somebody asks to record. What is "" is filled in by rule (decisions/drafting.py).

    `speaker` says whose words it rests on; `evidence` holds proven quotes, the one that decides first. `excerpt` is the turn's words
    where there is no evidence.
    """

    title: str
    primary_tag: str
    entity: str
    level: Level
    speaker: Speaker
    decision: str = ""
    context: str = ""
    alternatives: tuple[str, ...] = ()
    consequences: str = ""
    notes: str = ""
    evidence: tuple[Evidence, ...] = ()
    excerpt: str = ""
    subject: str = ""
    predicate: str = ""
    object: str = ""
    tags: tuple[str, ...] = ()
    type: str = "decision"
    source: str = ""
    tool: str = ""
    model: str = ""
    task_category: str = ""
    author: str = ""
    project: str = ""
    files_touched: tuple[str, ...] = ()
    valid_until: str = ""
    causal_parent: str = ""
    domain: str = "unknown"
    goal: str = "unknown"
    confidence_source: str = ""
    confirmation_count: int = 0
    related_decisions: tuple[str, ...] = ()
    supersedes: str = ""  # what it says that it replaces; to be looked at by a person where a model says so


@dataclass(frozen=True, slots=True)
class Extracted:
    """A candidate read off a session's words. `changes`: they say that what was so before is so no more."""

    candidate: Candidate
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of a candidate. `prior` is the decision that it replaced, or that stands in its way."""

    outcome: Outcome
    id: str = ""
    path: str = ""
    commit: str = ""
    sentence: str = ""
    prior: str = ""


class Waits(StrEnum):
    """Why a candidate waits for a person."""

    SWEEP = "sweep"  # found at the end of a session, inferred or assumed
    CONFLICT = "conflict"  # as strong as what stands, and says something else
    DEMOTED = "demoted"  # the ladder refused it


@dataclass(frozen=True, slots=True)
class Pending:
    """A candidate in local review; `against` is the id of the decision that it meets, "" for none."""

    candidate: Candidate
    waits: Waits
    against: str = ""
    sentence: str = ""
