"""The library of one scope as it stands at the branch's tip: what the rules may know, and the folders behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gitskills.app.branch.dropped import read_dropped
from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.branch.policies import read_policy
from gitskills.app.branch.said import Heading, headings, term_counts
from gitskills.app.context import Context, Store
from gitskills.app.live.managed import managed_here
from gitskills.app.live.places import claude_folders, live_folders, own_claude_folder
from gitskills.git.port import TreeEntry
from gitskills.hosts import live_tree
from gitskills.hosts.claude_code import said_files
from gitskills.model.library import Ledger, Snapshot, Statement, Version, learned_from
from gitskills.model.policy import Policy
from gitskills.model.proposal import Action, Proposal, Scope
from gitskills.model.settings import Settings
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT, Owner, SkillEntry, SkillFolder, Status
from gitskills.model.target import CLAUDE
from gitskills.model.usage import NEVER, Usage
from gitskills.promote.ledger import owner, skill_of
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms
from gitskills.state import clock
from gitskills.state.births import Birth, read_births
from gitskills.state.seen import read_marks
from gitskills.state.uses import read_log
from gitskills.usage.rates import usages

DAY = 86_400
SHORTEST = 20  # characters of a line that says something


@dataclass(slots=True)
class Library:
    """`snapshot` shares the mappings below, so that a promotion in a batch shows in the next one's judgement.

    `tracked` names the skills that the default branch holds, `dropped` those that it held once; `handmade` the live ones
    that nobody promoted.
    """

    store: Store
    tip: str
    ledger: Ledger
    skills: dict[str, SkillEntry]
    archived: dict[str, SkillEntry]
    tracked: frozenset[str]
    births: dict[str, Birth]
    usage: dict[str, Usage] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()
    handmade: dict[str, str] = field(default_factory=dict)
    versions: dict[str, tuple[Version, ...]] = field(default_factory=dict)
    proposals: dict[str, str] = field(default_factory=dict)
    learned: dict[str, set[str]] = field(default_factory=dict)
    occupied: dict[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    similar: Similarity = field(default_factory=Similarity)
    policy: Policy | Fault = field(default_factory=Policy)
    made: frozenset[str] = frozenset()  # commits of this clone's own door
    folders: dict[str, SkillFolder] = field(default_factory=dict)  # changed in this batch, not yet on the branch

    def folder(self, name: str) -> SkillFolder | None:
        """The live folder of that name on the branch, with what this batch has changed."""
        if name in self.folders:
            return self.folders[name] if name in self.skills else None
        entry = self.skills.get(name)
        return SkillFolder(name, self.store.repo.files(entry.tree)) if entry else None

    def absorbed(self, proposal: Proposal) -> dict[str, SkillFolder]:
        """The folders that a merge takes in, by name; what is not there is left out."""
        found = {name: self.folder(name) for name in proposal.absorbs if name != proposal.name}
        return {name: folder for name, folder in found.items() if folder is not None}

    def archived_folder(self, name: str) -> SkillFolder | None:
        entry = self.archived.get(name)
        return SkillFolder(name, self.store.repo.files(entry.tree)) if entry else None

    def young(self, name: str, settings: Settings) -> bool:
        """Whether the skill is in probation: turns in which it was listed count, and no time."""
        return self.usage.get(name, NEVER).turns < settings.probation(self.store.scope)

    def snapshot(self, settings: Settings) -> Snapshot:
        """What the rules see now."""
        now = clock.seconds()
        return Snapshot(
            scope=self.store.scope,
            tip=self.tip,
            skills=self.skills,
            archived=self.archived,
            occupied=self.occupied,
            statements=self.statements,
            ledger=self.ledger,
            policy=self.policy if isinstance(self.policy, Policy) else Policy(),  # the door lets nothing in meanwhile
            learned=self.learned,
            births_today=sum(1 for birth in self.births.values() if now - birth.time < DAY),
            in_probation=sum(
                1
                for birth in self.births.values()
                if birth.time and birth.name in self.skills and self.young(birth.name, settings)
            ),
        )


def read_library(context: Context, store: Store, *, judge: bool = True) -> Library:
    """The library; with `judge` also what only the rules need (similarity, what the project says, taken names)."""
    tip = store.repo.tip(store.branch)
    read = read_ledger(context, store, tip)
    versions, proposals = dict(read.versions), dict(read.proposals)
    ledger = Ledger(tip, versions, read.verdicts, proposals, read.pinned)
    library = Library(
        store=store,
        tip=tip,
        ledger=ledger,
        versions=versions,
        proposals=proposals,
        skills={},
        archived={},
        tracked=_tracked(store),
        dropped=read_dropped(store, tip),
        births=read_births(store.state),
        policy=read_policy(store, tip),
        made=read_marks(store.state, "made"),
    )
    library.usage = _usage(library)
    _fill(context, library, judge=judge)
    library.handmade = dict(_handmade(library))
    if judge:
        library.occupied = _occupied(context, library)
        library.learned = learned_from(version for items in versions.values() for version in items)
        library.statements = tuple(_statements(store))
        library.similar = Similarity({name: entry.terms for name, entry in library.skills.items()})
    return library


def _usage(library: Library) -> dict[str, Usage]:
    """What was counted, of every skill that ever was."""
    heirs = _heirs(library.versions)
    live = (
        {folder.name for folder in _folders(library, SKILLS_ROOT)} if heirs else set()
    )  # lines may be told in any order
    own = {name: heir for name, heir in heirs.items() if name not in live}
    return usages(read_log(library.store.state), library.versions, own)


def _heirs(versions: Mapping[str, tuple[Version, ...]]) -> dict[str, str]:
    """Which skill was absorbed by which, where its newest live version says so."""
    merges = {
        version.commit: name
        for name, all_of_it in versions.items()
        for version in all_of_it
        if version.action == Action.MERGE and version.tree and version.place.startswith(SKILLS_ROOT)
    }
    newest = {
        name: [version for version in all_of_it if version.place.startswith(SKILLS_ROOT)][-1:]
        for name, all_of_it in versions.items()
    }
    return {
        name: merges[version.commit]
        for name, last in newest.items()
        for version in last
        if not version.tree and merges.get(version.commit, name) != name
    }


def _fill(context: Context, library: Library, *, judge: bool) -> None:
    """The skills themselves, live and archived."""
    live, archive = (_folders(library, root) for root in (SKILLS_ROOT, ARCHIVE_ROOT))
    said = headings(library.store, [folder.oid for folder in (*live, *archive)])
    counts = term_counts(library.store, [folder.oid for folder in live]) if judge else {}
    for folder in live:
        library.skills[folder.name] = _live(context, library, folder, said[folder.oid], counts.get(folder.oid, {}))
    for folder in sorted(archive, key=lambda folder: _archived_when(library, folder)):
        entry = _archived(library.store.scope, folder, said[folder.oid])
        library.archived[entry.name] = entry


def _folders(library: Library, root: str) -> list[TreeEntry]:
    entries = library.store.repo.entries(library.tip, root) if library.tip else ()
    return [entry for entry in entries if entry.kind == "tree"]


def _live(
    context: Context, library: Library, folder: TreeEntry, heading: Heading, counts: Mapping[str, int]
) -> SkillEntry:
    whose = owner(library.versions.get(folder.name, ()), folder.oid) if heading.marked else Owner.HAND
    young = folder.name not in library.births or library.young(folder.name, context.settings)
    return SkillEntry(
        name=folder.name,
        scope=library.store.scope,
        tree=folder.oid,
        description=heading.description,
        category=heading.category,
        owner=Owner.PROJECT if folder.name in library.tracked or folder.name in library.dropped else whose,
        status=Status.PROBATION if young else Status.ACTIVE,
        terms=counts,
        relapses=library.usage.get(folder.name, NEVER).relapses,
    )


def _archived_when(library: Library, folder: TreeEntry) -> int:
    """A number that grows with every archiving of the same name: the newest comes last."""
    place = f"{ARCHIVE_ROOT}/{folder.name}"
    places = [version.place if version.tree else "" for version in library.versions.get(skill_of(place), ())]
    return len(places) - places[::-1].index(place) if place in places else 0


def _archived(scope: Scope, folder: TreeEntry, heading: Heading) -> SkillEntry:
    return SkillEntry(
        name=skill_of(f"{ARCHIVE_ROOT}/{folder.name}"),
        scope=scope,
        tree=folder.oid,
        description=heading.description,
        status=Status.ARCHIVED,
        archive_path=f"{ARCHIVE_ROOT}/{folder.name}",
    )


def _tracked(store: Store) -> frozenset[str]:
    """The names that the default branch holds: the project's own, whatever is checked out."""
    return frozenset(found.name for tip in store.repo.default_tips() for found in store.repo.entries(tip, SKILLS_ROOT))


def _handmade(library: Library) -> Iterator[tuple[str, str]]:
    """Live folders that are not on the branch: a person's (name, place)."""
    managed = managed_here(library.store).get(CLAUDE, frozenset())
    for folder in claude_folders(library.store):
        for name in live_tree.names(*folder.place):
            if name not in managed and name not in library.skills and not name.startswith("."):
                yield name, f"{folder.skills}/{name}"


def _elsewhere(context: Context, library: Library) -> Iterator[tuple[str, str]]:
    """Live folders that nobody promoted, in the other scope or for other agents: of two of one name a host may show one."""
    mine = [folder for folder in live_folders(library.store) if folder.word != CLAUDE]
    other = context.user if library.store.scope is Scope.PROJECT else context.project
    theirs = live_folders(other) if other else ()
    unborn = (own_claude_folder(),) if other is None and library.store.scope is Scope.PROJECT else ()
    for store, folders in ((library.store, mine), (other, theirs), (None, unborn)):
        managed = managed_here(store) if store else {}
        for folder in folders:
            ours = managed.get(folder.word, frozenset())
            listed = live_tree.names(*folder.place)
            yield from ((name, f"{folder.path}/{name}") for name in listed if name not in ours)


def _occupied(context: Context, library: Library) -> dict[str, str]:
    """Every name that is taken in any layer and scope, folded, with the place to name."""
    taken = {fold_name(name): f"{SKILLS_ROOT}/{name} (written by hand)" for name in library.tracked}
    taken |= {fold_name(name): f"{place} (written by hand)" for name, place in library.handmade.items()}
    taken |= {fold_name(name): f"{place} (written by hand)" for name, place in _elsewhere(context, library)}
    for store in context.stores():
        if store.scope is not library.store.scope:
            tip = store.repo.tip(store.branch)
            names = [found.name for found in store.repo.entries(tip, SKILLS_ROOT)] if tip else []
            taken |= {fold_name(name): f"the {store.scope} skill {name}" for name in names}
    return taken | {fold_name(name): f"the skill {name}" for name in library.skills}


def _statements(store: Store) -> Iterator[Statement]:
    if store.repo.work_dir is None:
        return
    for place, text in said_files(store.repo.work_dir):
        for number, line in enumerate(text.splitlines(), 1):
            said = line.strip().lstrip("#-*>0123456789. ").strip()
            if len(said) >= SHORTEST:
                yield Statement(f"{place}:{number}", said, terms(said))
