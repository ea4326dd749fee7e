"""Taking back what a source taught: every skill and decision that descends from it, one commit each, in one series."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gitskills.app.branch.door import commit_series
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import resting_decisions
from gitskills.decisions import transitions
from gitskills.errors import GitskillsError, UsageError
from gitskills.git.port import Busy
from gitskills.model.changeset import ChangeSet
from gitskills.model.decision import Decision
from gitskills.model.proposal import Proposal
from gitskills.model.review import WithdrawnSkill, WithdrawReport
from gitskills.model.ruling import Severity
from gitskills.model.skill import ROOTS, SKILLS_ROOT, SkillFolder
from gitskills.promote.descent import Descent
from gitskills.promote.withdrawing import Withdrawal, withdrawals
from gitskills.state.births import record_births
from gitskills.state.decisions import pending_decisions
from gitskills.state.directory import user_state
from gitskills.state.queue import proposal_queue, review_queue
from gitskills.state.secret import keyed_hash

REMOVED, KEPT, HELD = "removed", "kept", "held"
GONE = "Its source was taken back."


def session_sources(context: Context, session: str) -> frozenset[str]:
    """How a session, named by its id or its transcript, is named in commits: never by what was typed, which holds its id."""
    stem = Path(session).name.removesuffix(".jsonl")
    states = [store.state for store in context.stores()] or [user_state()]
    named = frozenset(f"claude-code:{keyed_hash(state, stem)}" for state in states)
    return named | _inside(context, session) if Path(context.folder, session).is_file() else named


def file_sources(context: Context, path: str) -> frozenset[str]:
    """How a file of the repository is named in commits: by its path from the top."""
    return _inside(context, path) | ({path} if not Path(path).is_absolute() else set())


def _inside(context: Context, path: str) -> frozenset[str]:
    """The path from the repository's top, nothing where it leads out of it."""
    root = Path(context.project.repo.work_dir).resolve() if context.project and context.project.repo.work_dir else None
    place = Path(context.folder, path).resolve()
    inside = root is not None and place.is_relative_to(root)
    return frozenset({place.relative_to(root).as_posix()} if root is not None and inside else ())


def withdraw(context: Context, sources: frozenset[str], reason: str, *, dry_run: bool) -> WithdrawReport:
    """Take back all that descends from the sources. A dry run says what would go and what would stay.

    Raises UsageError where no source is named, GitskillsError where nothing here descends from one.
    """
    if not sources:
        raise UsageError("no source is named", "see `gitskills withdraw --help`")
    reason = context.redactor.redact(reason)[0]
    works = [_Work(context, store, sources, reason) for store in context.stores()]
    done = [work.show() if dry_run else work.carry_out() for work in works]
    report = WithdrawReport(
        sources=tuple(sorted(sources)),
        skills=tuple(skill for one in done for skill in one.skills),
        queued=tuple(name for one in done for name in one.queued),
        commits=tuple(commit for one in done for commit in one.commits),
        waits=next((one.waits for one in done if one.waits), ""),
        folder=next((one.folder for one in done if one.waits), ""),
    )
    if not report.skills and not report.queued:
        raise GitskillsError("nothing here descends from it", "`gitskills why SKILL` names a skill's sources")
    return report


@dataclass(slots=True)
class _Work:
    """The part of one store."""

    context: Context
    store: Store
    sources: frozenset[str]
    reason: str
    found: tuple[Withdrawal, ...] = ()
    tracked: frozenset[str] = frozenset()
    decisions: tuple[Decision, ...] = ()
    names: tuple[str, ...] = field(default=())

    def show(self) -> WithdrawReport:
        self._look()
        return WithdrawReport(tuple(self.sources), self._told(), tuple(name for _, name in self._queued()))

    def carry_out(self) -> WithdrawReport:
        queued = tuple(self._queued())
        self._drop([key for key, _ in queued])
        names = tuple(name for _, name in queued)
        if not self.store.repo.tip(self.store.branch):
            return WithdrawReport(tuple(self.sources), queued=names)
        landed = commit_series(self.context, self.store, self._look)
        if isinstance(landed, Busy):
            why = landed.stops(self.store.branch)
            return WithdrawReport(tuple(self.sources), self._told(), names, waits=why, folder=landed.folder)
        if landed.commits:
            live = {entry.name for entry in self.store.repo.entries(landed.tip, SKILLS_ROOT)}
            record_births(self.store.state, (), tuple(one.name for one in self.found if one.name not in live))
            bring_up(self.context, self.store)
        return WithdrawReport(tuple(self.sources), self._told(), names, landed.commits)

    def _look(self) -> tuple[ChangeSet, ...]:
        """What descends, at the tip as it is now."""
        if not self.store.repo.tip(self.store.branch):
            return ()
        library = read_library(self.context, self.store, judge=False)
        self.tracked = library.tracked
        self.found = withdrawals(self._descent(library), self.reason, self._stands, self.store.repo.tree_id)
        skills = (one.change for one in self.found if one.change is not None and not self._held(one))
        self.decisions = resting_decisions(self.context, self.store, self.sources)
        return (*skills, *(transitions.revoke(one, self.reason or GONE) for one in self.decisions))

    def _descent(self, library: Library) -> Descent:
        repo = self.store.repo
        folders = {
            f"{root}/{entry.name}": entry.oid
            for root in ROOTS
            for entry in repo.entries(library.tip, root)
            if entry.kind == "tree"
        }
        return Descent(self.sources, library.versions, folders, repo.files)

    def _stands(self, folder: SkillFolder) -> bool:
        from gitskills.validate.commits import judge_folder  # the rules take long to load

        found = judge_folder(folder, self.context.settings, self.context.redactor.find)
        return all(violation.severity is not Severity.REJECT for violation in found)

    def _held(self, one: Withdrawal) -> str:
        if one.place.startswith(f"{SKILLS_ROOT}/") and one.name in self.tracked:
            return f"it belongs to the project: take it out of the default branch (git rm -r {one.place})"
        if one.conflicts:
            later = " ".join(version.commit[:12] for version in one.stays)
            return f"later commits changed the same lines of {', '.join(one.conflicts)}: {later}"
        return ""

    def _told(self) -> tuple[WithdrawnSkill, ...]:
        return tuple(
            WithdrawnSkill(
                name=one.name,
                scope=self.store.scope,
                place=one.place,
                becomes=HELD if (why := self._held(one)) else KEPT if one.left else REMOVED,
                goes=tuple((version.commit, version.subject) for version in one.goes),
                stays=tuple((version.commit, version.subject) for version in one.stays),
                restored=one.restored,
                why=why,
            )
            for one in self.found
        ) + tuple(WithdrawnSkill(one.topic.name, self.store.scope, one.topic.path, REMOVED) for one in self.decisions)

    def _queued(self) -> Iterator[tuple[str, str]]:
        """(id, name) of proposals that wait and rest on the sources."""
        for key, proposal in proposal_queue(self.store.state).entries():
            if self._rests(proposal):
                yield key, proposal.name
        for key, waits in review_queue(self.store.state).entries():
            if self._rests(waits.proposal):
                yield key, waits.proposal.name
        for key, pending in pending_decisions(self.store.state).entries():
            if any(item.source in self.sources for item in pending.candidate.evidence):
                yield key, pending.candidate.title

    def _rests(self, proposal: Proposal) -> bool:
        return any(item.source in self.sources for item in proposal.evidence)

    def _drop(self, keys: list[str]) -> None:
        proposal_queue(self.store.state).settle(*keys)
        review_queue(self.store.state).settle(*keys)
        pending_decisions(self.store.state).settle(*keys)
