"""The curator: looks at agent-made skills, plans merges of narrow ones, and puts them into the queue. None lands by itself."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gitskills.app.branch.desk import Desk, Entry
from gitskills.app.branch.door import land
from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context, Store
from gitskills.app.reflection.reflectors import AUTO, OFFLINE, chosen, lacking, model
from gitskills.app.waiting import is_text, text_of
from gitskills.curate.clusters import clusters
from gitskills.curate.narrow import Narrow, narrow
from gitskills.curate.umbrella import umbrella
from gitskills.errors import EnvironmentFault, UsageError
from gitskills.llm.port import ModelFault
from gitskills.materialize.plan import published
from gitskills.model.curation import ClauseLine, Curation, Merge
from gitskills.model.proposal import Action, Proposal
from gitskills.model.ruling import Outcome, Ruling
from gitskills.model.settings import REFLECTORS
from gitskills.model.skill import Owner, SkillFile, SkillFolder, Status
from gitskills.promote.changeset import archive_path
from gitskills.promote.draft import draft
from gitskills.propose.identity import proposal_id
from gitskills.skillfile.clausemap import ClauseMap, clause_map
from gitskills.state.curated import note_plan, planned_at
from gitskills.state.queue import proposal_queue, refused_entries, review_queue
from gitskills.state.uses import read_log
from gitskills.usage.rates import turns_of

Planner = Callable[[Library, Sequence[Narrow]], Sequence[Proposal]]


@dataclass(slots=True)
class Curator:
    """`reflector` names who plans. In the background nobody sees a fault, and skills in probation are left alone."""

    context: Context
    reflector: str
    dry_run: bool = False
    background: bool = False
    notes: list[str] = field(default_factory=list)

    def curate(self) -> Curation:
        """The merges of both scopes; without a dry run they wait in `review` afterwards."""
        planner = self._planner()
        looked, merges = 0, []
        for store in self.context.stores():
            library = read_library(self.context, store)
            skills = tuple(self._candidates(library))
            looked += len(skills)
            if len(skills) > 1:
                merges += self._merges(library, planner(library, skills))
        return Curation(looked, tuple(merges), tuple(self.notes))

    def _candidates(self, library: Library) -> Iterator[Narrow]:
        """What the agent made and nobody pinned, edited or has before him already."""
        held = {name for waits in _waiting(library.store) for name in (*waits.absorbs, waits.name)}
        for name, entry in sorted(library.skills.items()):
            if entry.owner is not Owner.AGENT or name in held or name in library.ledger.pinned:
                continue
            if entry.status is Status.PROBATION and self.background:
                continue
            folder = library.folder(name)
            found = narrow(entry, folder) if folder else None
            if found is not None:
                yield found

    def _planner(self) -> Planner:
        """Who plans: the model that was named, or the offline planner in its place."""
        if self.reflector not in REFLECTORS:
            raise UsageError(f"there is no reflector {self.reflector!r}", f"choose one of {', '.join(REFLECTORS)}")
        wanted = chosen(self.context, self.reflector)
        missing = "" if wanted == OFFLINE else lacking(self.context, wanted)
        if missing and self.reflector != AUTO and not self.background:
            raise EnvironmentFault(missing, "or choose another: gitskills.reflector")
        if missing:
            self.notes.append(f"planned offline: {missing}")
        return offline if missing or wanted == OFFLINE else self._by_model(wanted)

    def _by_model(self, wanted: str) -> Planner:
        from gitskills.app.reflection.merging import ask  # brings all rules along
        from gitskills.app.reflection.thinking import OverBudget

        def plan(library: Library, skills: Sequence[Narrow]) -> Sequence[Proposal]:
            try:
                return ask(self.context, library, model(self.context, wanted), skills)
            except (ModelFault, OverBudget) as fault:
                self.notes.append(f"planned offline: {fault.sentence}")
            return offline(library, skills)

        return plan

    def _merges(self, library: Library, proposals: Sequence[Proposal]) -> list[Merge]:
        """What the rules let through to a person, with what it would change; the rest is told alone."""
        refused = refused_entries(library.store.state)
        entries = [Entry(proposal_id(proposal), proposal) for proposal in proposals]
        entries = [entry for entry in entries if refused.get(entry.id) is None]
        shown = [_merge(library, entry, Desk(self.context, library, None).rule(entry)) for entry in entries]
        sound = [entry for entry, merge in zip(entries, shown, strict=True) if merge.ruling.outcome is Outcome.REVIEW]
        if not self.dry_run:
            for entry in sound:
                proposal_queue(library.store.state).add(entry.id, entry.proposal)
            land(self.context, library.store, sound)
        return shown


def plan_when_due(context: Context) -> Curation | None:
    """A plan of its own accord, once in so many turns; what it found waits in review."""
    state = context.base().state
    turns = turns_of(read_log(state))
    if 0 <= turns - planned_at(state) < context.settings.curate_turns:
        return None
    note_plan(state, turns)
    return Curator(context, context.settings.reflector, background=True).curate()


def offline(library: Library, skills: Sequence[Narrow]) -> Sequence[Proposal]:
    """Skills that are alike, put together word for word."""
    taken = {*library.skills, *library.archived, *library.occupied}
    return [umbrella(cluster, taken) for cluster in clusters(skills)]


def _waiting(store: Store) -> Iterator[Proposal]:
    """Merges that somebody has to decide on already."""
    for _, waits in review_queue(store.state).entries():
        if waits.proposal.action is Action.MERGE:
            yield waits.proposal


def _merge(library: Library, entry: Entry, ruling: Ruling) -> Merge:
    absorbed, before = library.absorbed(entry.proposal), library.folder(entry.proposal.name)
    after = draft(entry.proposal, before, absorbed)
    if not isinstance(after, SkillFolder):
        return Merge(entry.proposal, ruling, (), (), "")
    found = clause_map(absorbed, after, entry.proposal.dropped)
    moves = [f"rename {name} => {archive_path(name, library.skills[name].tree)}" for name in absorbed]
    return Merge(entry.proposal, ruling, _lines(found), found.summary(), "\n".join((*_diffs(before, after), *moves)))


def _lines(found: ClauseMap) -> tuple[ClauseLine, ...]:
    return tuple(
        ClauseLine(fate.skill, fate.clause.kind, fate.clause.text, fate.place, fate.reason) for fate in found.fates
    )


def _diffs(before: SkillFolder | None, after: SkillFolder) -> Iterator[str]:
    """The umbrella's files as git would show them, without evidence and sidecar."""
    old = published(before) if before else {}
    for path, file in sorted(published(after).items()):
        was = old.get(path)
        if was == file:
            continue
        name = f"{after.name}/{path}"
        if not is_text(file.content):
            yield f"binary file {name}: {len(file.content):,} bytes"
            continue
        mode = [f"new file mode {100755 if file.executable else 100644}"] if was is None else []
        yield "\n".join((f"diff {name}", *mode, *_unified(was, file, name)))


def _unified(was: SkillFile | None, file: SkillFile, name: str) -> Iterator[str]:
    source = f"a/{name}" if was else "/dev/null"
    return difflib.unified_diff(text_of(was).splitlines(), text_of(file).splitlines(), source, f"b/{name}", lineterm="")
