"""What the rules said of a proposal or a commit. Rejection is a value, not an exception."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """What a violation leads to."""

    REJECT = "reject"
    REVIEW = "review"
    WARN = "warn"


class Outcome(StrEnum):
    """What became of a proposal."""

    LANDED = "landed"
    REVIEW = "review"
    REJECTED = "rejected"
    WAITING = "waiting"  # the branch is busy or a cap is reached; looked at again


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding of one rule. `span` is the offending text; never shown to a model for safety and secret.

    `line` is counted from 1, 0 where it is not known.
    """

    rule: str
    message: str
    severity: Severity
    hint: str = ""
    path: str = ""
    span: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision on one proposal: `proposal` is its id, `commit` the commit that holds it where it landed."""

    proposal: str
    name: str
    action: str
    outcome: Outcome
    violations: tuple[Violation, ...] = ()
    commit: str = ""
    subject: str = ""
