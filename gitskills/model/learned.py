"""What became of sessions and proposals that were read: for `learn`, `propose` and `preview`, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.decision import Candidate as DecisionCandidate
from gitskills.model.decision import Decided
from gitskills.model.proposal import Proposal
from gitskills.model.ruling import Outcome, Ruling


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposal that a reflector made, with its id; `refusal` says why it got no further than intake, "" otherwise.

    `decided`: its words choose something for the project, so that they became a decision and no skill.
    """

    id: str
    proposal: Proposal
    refusal: str = ""
    nearest: str = ""
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """A decision that was read off a session, and what became of it."""

    candidate: DecisionCandidate
    decided: Decided


@dataclass(frozen=True, slots=True)
class Learned:
    """What one run of `learn` did with one transcript. `left` is True where more windows wait for the next run.

    `notes` say when another reflector stood in, and why. `decisions` are those that the session's words made.
    """

    transcript: str
    windows: int
    candidates: tuple[Candidate, ...]
    rulings: tuple[Ruling, ...]
    skipped: int = 0
    redactions: int = 0
    left: bool = False
    notes: tuple[str, ...] = ()
    decisions: tuple[Noted, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The first request of a run as JSON, and about how many tokens it takes."""

    reflector: str
    tokens: int
    request: str


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of one line given to `propose`; `line` counts from 1. `ruling` is None where `refusal` says why."""

    line: int
    name: str
    ruling: Ruling | None
    refusal: str = ""
    nearest: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether nothing came of it: neither a lesson nor something that waits."""
        return self.ruling is None or self.ruling.outcome is Outcome.REJECTED


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a model would take at most to read sessions: `runs`, tokens in and out; `dollars` is None where no price is known."""

    reflector: str
    sessions: int
    runs: int
    tokens: int
    dollars: float | None
