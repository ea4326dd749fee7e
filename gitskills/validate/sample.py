"""A sound proposal to build samples from: each rule's samples say only what they change in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gitskills.model.case import Case, Origin
from gitskills.model.library import Ledger, Snapshot, Statement, Verdict, learned_from
from gitskills.model.policy import Policy
from gitskills.model.proposal import Action, Confidence, Dropped, Evidence, Proposal, Scope
from gitskills.model.settings import Settings
from gitskills.model.skill import SIDECAR, SKILL_FILE, Owner, SkillEntry, SkillFile, SkillFolder
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.evidence import evidence_path, quote_digest, render_evidence
from gitskills.skillfile.sidecar import Sidecar, render_sidecar
from gitskills.skillfile.terms import terms

QUOTE = "please use uv add here, never pip install"


def said(quote: str = QUOTE, speaker: Speaker = Speaker.USER) -> Evidence:
    """Evidence as intake would have proven it."""
    channel = Channel.TYPED if speaker is Speaker.USER else Channel.RESULT
    return Evidence(quote, speaker, channel, 7, "claude-code:0f0f", quote_digest(quote))


def entry(name: str, text: str, owner: Owner = Owner.AGENT) -> SkillEntry:
    """A skill of the library with a text to be compared with."""
    return SkillEntry(name, Scope.PROJECT, f"tree-of-{name}", text, owner=owner, terms=terms(text))


@dataclass(frozen=True, slots=True)
class Sample:
    """`document` replaces the rendered SKILL.md; `had` is the skill before; `drop` removes files from the folder."""

    name: str = "uv-not-pip"
    description: str = "Add packages with uv add, never pip install."
    body: str = "Run `uv add NAME`; pip install leaves the lock file behind."
    document: bytes | None = None
    files: Mapping[str, SkillFile] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    had: SkillFolder | None = None
    gone: bool = False
    evidence: tuple[Evidence, ...] = (said(),)
    action: Action = Action.ADD
    reason: str = ""
    absorbs: tuple[str, ...] = ()
    absorbed: tuple[SkillFolder, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    confidence: Confidence = Confidence.EXPLICIT
    scope: Scope = Scope.PROJECT
    origin: Origin = Origin.PROPOSAL
    settings: Settings = field(default_factory=Settings)
    skills: tuple[SkillEntry, ...] = ()
    archived: tuple[SkillEntry, ...] = ()
    occupied: Mapping[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    policy: Policy = field(default_factory=Policy)
    category: str = ""
    births_today: int = 0
    in_probation: int = 0
    approved: bool = False
    proposal_id: str = "5a5a"
    after_tree: str = ""

    def folder(self) -> SkillFolder:
        files = {
            SKILL_FILE: SkillFile(self.document or render(Document(self.name, self.description, self.body))),
            SIDECAR: SkillFile(render_sidecar(Sidecar(self.name, self.scope))),
        }
        if self.evidence:
            files[evidence_path(self.evidence)] = SkillFile(render_evidence(self.evidence))
        files |= self.files
        return SkillFolder(self.name, {path: file for path, file in files.items() if path not in self.drop})

    def proposal(self) -> Proposal:
        return Proposal(
            self.action,
            self.name,
            self.scope,
            category=self.category,
            description=self.description,
            body=self.body,
            reason=self.reason,
            absorbs=self.absorbs,
            dropped=self.dropped,
            evidence=self.evidence,
            confidence=self.confidence,
        )

    def snapshot(self) -> Snapshot:
        return Snapshot(
            self.scope,
            "tip",
            skills={skill.name: skill for skill in self.skills},
            archived={skill.name: skill for skill in self.archived},
            occupied=self.occupied,
            statements=self.statements,
            ledger=self.ledger,
            learned=learned_from(version for items in self.ledger.versions.values() for version in items),
            policy=self.policy,
            births_today=self.births_today,
            in_probation=self.in_probation,
        )

    def case(self) -> Case:
        return Case(
            name=self.name,
            scope=self.scope,
            origin=self.origin,
            before=self.had,
            after=None if self.gone else self.folder(),
            snapshot=self.snapshot(),
            settings=self.settings,
            proposal=None if self.origin is Origin.PERSON else self.proposal(),
            approved=self.approved,
            proposal_id=self.proposal_id,
            after_tree=self.after_tree,
            absorbed={folder.name: folder for folder in self.absorbed},
        )


def refused(**verdict: object) -> Ledger:
    """A ledger with one verdict on a lesson."""
    from gitskills.model.library import VerdictKind

    return Ledger(verdicts=(Verdict(**{"kind": VerdictKind.LESSON, "name": "", "commit": "c0ffee", **verdict}),))  # type: ignore[arg-type]


SOUND = Sample()
