"""What a reflector or a person asks for. Nothing is written because of a proposal alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gitskills.model.turn import Channel, Speaker


class Action(StrEnum):
    """What a proposal asks for (LOOP P1)."""

    ADD = "add"
    UPDATE = "update"
    PATCH = "patch"
    REMOVE_FILE = "remove-file"
    ARCHIVE = "archive"
    MERGE = "merge"
    RESTORE = "restore"


class Scope(StrEnum):
    """Whose skill it is: this repository's or this person's."""

    PROJECT = "project"
    USER = "user"


class Confidence(StrEnum):
    """How plainly the words say it; a proposer may claim less than the words give, never more."""

    EXPLICIT = "explicit"
    CONFIRMED = "confirmed"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote as claimed: not yet found in any transcript. `line` is the 1-based record line, 0 where not said."""

    text: str
    line: int = 0
    transcript: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote that was found (LOOP P2): who said it, by which way, where; `sha256` is over the quote's UTF-8 bytes."""

    quote: str
    speaker: Speaker
    channel: Channel
    line: int
    source: str
    sha256: str
    uuid: str = ""
    timestamp: str = ""


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file that a skill carries; `path` is relative to the skill's folder, POSIX."""

    path: str
    text: str
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A clause of an absorbed skill that the umbrella leaves out on purpose; for a bundled file `clause` is its path."""

    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """One request to change the library. `evidence` is empty until intake proved the `quotes`.

    Field use by action: add, update, merge: description, body, files (merge: also `absorbs`, `dropped`).
    patch: `path` (default SKILL.md), old_text, new_text. remove-file: path; old_text and new_text for its mention in
    SKILL.md. archive: `absorbed_into` optional. restore: name alone. `reflector` names who proposed.
    """

    action: Action
    name: str
    scope: Scope = Scope.PROJECT
    category: str = ""
    description: str = ""
    body: str = ""
    files: tuple[BundledFile, ...] = ()
    path: str = ""
    old_text: str = ""
    new_text: str = ""
    absorbs: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    absorbed_into: str = ""
    reason: str = ""
    quotes: tuple[Quote, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    confidence: Confidence = Confidence.EXPLICIT
    reflector: str = ""
    transcript: str = ""
