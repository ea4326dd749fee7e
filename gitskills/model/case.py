"""One folder before the rules: what it was, what it would become, and who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gitskills.model.library import Snapshot
from gitskills.model.proposal import Proposal, Scope
from gitskills.model.settings import Settings
from gitskills.model.skill import SkillFolder


class Origin(StrEnum):
    """Who wrote what is judged (LOOP V13)."""

    PROPOSAL = "proposal"  # a reflector or `gitskills propose`: every rule applies
    PERSON = "person"  # a commit, the index or a file: format, files, secret, safety; caps are warnings


@dataclass(frozen=True, slots=True)
class Case:
    """`before` is None for a birth, `after` is None where the folder goes (archive). `proposal` is None for a person's commit.
    `absorbed` are the folders that a merge takes in, by name.

    `approved` means that a person has looked at exactly this proposal and said yes: REVIEW findings no longer hold it.
    """

    name: str
    scope: Scope
    origin: Origin
    before: SkillFolder | None
    after: SkillFolder | None
    snapshot: Snapshot
    settings: Settings
    proposal: Proposal | None = None
    approved: bool = False
    proposal_id: str = ""  # as the queue and the ledger name the proposal
    after_tree: str = ""  # git's id of `after`, "" where not computed
    absorbed: Mapping[str, SkillFolder] = field(default_factory=dict)
