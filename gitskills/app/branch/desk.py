"""One proposal after the other judged against the library as it will be, the commits gathered in one batch."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gitskills.app.branch.library import Library
from gitskills.app.context import Context
from gitskills.git.port import Batch
from gitskills.model.case import Case, Origin
from gitskills.model.changeset import ChangeSet
from gitskills.model.library import Version
from gitskills.model.proposal import Action, Proposal
from gitskills.model.ruling import Outcome, Ruling, Violation
from gitskills.model.skill import SKILL_FILE, Owner, SkillEntry, SkillFolder, Status
from gitskills.promote.changeset import archive_path, archiving, live_path, merging, promotion, restoring
from gitskills.promote.draft import draft
from gitskills.promote.taking import evidence_in
from gitskills.skillfile.clausemap import clause_map
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.terms import terms
from gitskills.state import clock
from gitskills.state.births import Birth
from gitskills.validate.judge import decide, judge


@dataclass(frozen=True, slots=True)
class Entry:
    """A proposal to be ruled on. `approved`: a person has said yes to exactly this one."""

    id: str
    proposal: Proposal
    approved: bool = False


@dataclass(slots=True)
class Desk:
    """`batch` is None for a dry run. `changed` and `gone` are the live folders to write and to take away afterwards."""

    context: Context
    library: Library
    batch: Batch | None
    changed: dict[str, SkillFolder] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    born: dict[str, Birth] = field(default_factory=dict)

    def rule(self, entry: Entry) -> Ruling:
        """The ruling on one proposal; where it lands, its commit is in the batch and the library knows it."""
        proposal = entry.proposal
        if (commit := self._landed_before(entry)) is not None:
            return Ruling(entry.id, proposal.name, proposal.action, Outcome.LANDED, commit=commit)
        before = self._before(proposal)
        after = draft(proposal, before, self.library.absorbed(proposal))
        if isinstance(after, Violation):
            return Ruling(entry.id, proposal.name, proposal.action, Outcome.REJECTED, (after,))
        violations, outcome = self._judge(entry, None if proposal.action is Action.RESTORE else before, after)
        if outcome is not Outcome.LANDED:
            return Ruling(entry.id, proposal.name, proposal.action, outcome, violations)
        change = self._change(entry, before, after)
        commit = self.batch.add(change) if self.batch is not None else ""
        self._learn(entry, after, commit)
        return Ruling(entry.id, proposal.name, proposal.action, outcome, violations, commit, change.message.subject)

    def _landed_before(self, entry: Entry) -> str | None:
        """A replay after a crash is a look-up. What no longer holds, or a person took back since, is judged anew."""
        refused = any(entry.id in verdict.proposals for verdict in self.library.ledger.verdicts)
        return self.library.ledger.proposals.get(entry.id) if self._holds(entry.proposal) and not refused else None

    def _holds(self, proposal: Proposal) -> bool:
        """Whether the library could be as it is because of this proposal."""
        live, name = self.library.skills, proposal.name
        if proposal.action is Action.ARCHIVE:
            return name not in live
        if proposal.action in {Action.RESTORE, Action.MERGE}:
            return name in live and not any(absorbed in live for absorbed in proposal.absorbs)
        return name in live or name in self.library.archived

    def _before(self, proposal: Proposal) -> SkillFolder | None:
        if proposal.action is Action.RESTORE:
            return self.library.archived_folder(proposal.name)
        return self.library.folder(proposal.name)

    def _judge(
        self, entry: Entry, before: SkillFolder | None, after: SkillFolder | None
    ) -> tuple[tuple[Violation, ...], Outcome]:
        settings = self.context.settings
        case = Case(
            name=entry.proposal.name,
            scope=entry.proposal.scope,
            origin=Origin.PROPOSAL,
            before=before,
            after=after,
            snapshot=self.library.snapshot(settings),
            settings=settings,
            proposal=entry.proposal,
            approved=entry.approved,
            proposal_id=entry.id,
            after_tree=self.library.store.repo.tree_id(after.files) if after is not None else "",
            absorbed=self.library.absorbed(entry.proposal),
        )
        violations = judge(case, self.context.redactor.find, self.library.similar)
        return violations, decide(case, violations)

    def _change(self, entry: Entry, before: SkillFolder | None, after: SkillFolder | None) -> ChangeSet:
        proposal = entry.proposal
        known = self.library.skills.get(proposal.name) or self.library.archived.get(proposal.name)
        if after is None:
            return archiving(proposal, entry.id, known.tree if known else "", known.description if known else "")
        description = _read(after).description
        if proposal.action is Action.RESTORE and known is not None:
            return restoring(proposal, entry.id, known.archive_path, description)
        promoted = promotion(self._whole(proposal), entry.id, before, after, description)
        if proposal.action is not Action.MERGE:
            return promoted
        absorbed = self.library.absorbed(proposal)
        clauses = clause_map(absorbed, after, proposal.dropped).summary()
        return merging(promoted, {name: self.library.skills[name].tree for name in absorbed}, clauses)

    def _whole(self, proposal: Proposal) -> Proposal:
        """With the words that the absorbed skills rest on: whoever takes back a source finds the merge by them."""
        absorbed = self.library.absorbed(proposal)
        return replace(proposal, evidence=tuple(dict.fromkeys((*proposal.evidence, *evidence_in(absorbed)))))

    def _learn(self, entry: Entry, after: SkillFolder | None, commit: str) -> None:
        """Let the next judgement see what this one landed."""
        name, library = entry.proposal.name, self.library
        whole = replace(entry, proposal=self._whole(entry.proposal))
        for absorbed in dict.fromkeys(entry.proposal.absorbs):
            self._put_away(entry, absorbed, commit)
        if after is None:
            self._put_away(entry, name, commit)
            return
        tree = library.store.repo.tree_id(after.files)
        self._note_version(whole, name, tree, commit)
        said = _read(after)
        counts = terms(f"{said.description}\n{said.body}")
        old_entry = library.skills.get(name)
        library.skills[name] = SkillEntry(
            name=name,
            scope=entry.proposal.scope,
            tree=tree,
            description=said.description,
            category=old_entry.category if old_entry else entry.proposal.category,
            owner=old_entry.owner if old_entry else Owner.AGENT,
            terms=counts,
        )
        library.similar.add(name, counts)
        library.folders[name] = after
        library.occupied[fold_name(name)] = f"the skill {name}"
        self.changed[name] = after
        self.gone.discard(name)
        if old_entry is None:
            birth = Birth(name, clock.seconds())
            self.born[name] = library.births[name] = birth
            library.usage.pop(name, None)  # an archived life that ends is not this one

    def _put_away(self, entry: Entry, name: str, commit: str) -> None:
        """The skill is archived by this commit: alone, or because the proposal's own skill took it in."""
        library = self.library
        self._note_version(entry, name, "", commit)
        old = library.skills.pop(name)
        library.archived[name] = replace(old, status=Status.ARCHIVED, archive_path=archive_path(name, old.tree))
        library.similar.remove(name)
        self.changed.pop(name, None)
        self.gone.add(name)

    def _note_version(self, entry: Entry, name: str, tree: str, commit: str) -> None:
        proposal, ledger = entry.proposal, self.library.ledger
        earlier = ledger.versions.get(name, ())
        version = Version(
            commit=commit,
            name=name,
            place=live_path(name),
            before=earlier[-1].tree if earlier else "",
            tree=tree,
            action=proposal.action,
            proposal=entry.id,
            evidence=tuple(item.sha256 for item in proposal.evidence),
            time=clock.seconds(),
        )
        self.library.versions[name] = (*earlier, version)
        self.library.proposals[entry.id] = commit
        for digest in version.evidence:
            self.library.learned.setdefault(digest, set()).add(name)


def _read(folder: SkillFolder) -> Document:
    file = folder.files.get(SKILL_FILE)
    document = parse(file.content) if file is not None else None
    return document if isinstance(document, Document) else Document(folder.name, "", "")
