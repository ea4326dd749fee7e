"""A person's own text becomes the person's commit: judged as every person's commit, through the one door."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gitskills.app.branch.door import commit_change
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, Store
from gitskills.app.live.edits import settle_edits
from gitskills.app.live.managed import managed_here
from gitskills.app.live.places import live_folders
from gitskills.git.port import Busy
from gitskills.hosts import live_tree
from gitskills.materialize.plan import canonical, published
from gitskills.model.changeset import ChangeSet
from gitskills.model.fileplan import Edit, FilePlan, Place
from gitskills.model.proposal import Proposal
from gitskills.model.review import ReviewItem
from gitskills.model.ruling import Outcome, Ruling, Severity, Violation
from gitskills.model.skill import SKILLS_ROOT, SkillFile, SkillFolder
from gitskills.promote.changeset import adoption, live_path
from gitskills.promote.message import proposal_message
from gitskills.state import clock
from gitskills.state.births import Birth, record_births
from gitskills.validate.commits import judge_folder

ADOPT = "adopt"


@dataclass(frozen=True, slots=True)
class Newborn:
    """A skill that is not on the branch yet, and the proposal whose evidence it rests on."""

    folder: SkillFolder
    proposal: Proposal


def adopt(context: Context, store: Store, item: ReviewItem, edit: Edit, newborn: Newborn | None = None) -> Ruling:
    """Commit `edit` as the person's; `newborn` is the skill where it is not on the branch yet."""
    library = read_library(context, store, judge=False)
    name, _, path = edit.path.partition("/")
    before = library.folder(name) or (newborn.folder if newborn else None)
    if before is None:
        gone = Violation("paths", f"{name} is no longer on the branch", Severity.REJECT, "keep your text elsewhere")
        return Ruling(item.id, name, ADOPT, Outcome.REJECTED, (gone,))
    content = canonical(edit.content)
    old = before.files.get(path)
    changed = {path: SkillFile(content, old.executable if old else False)}
    after = SkillFolder(name, {**before.files, **changed})
    found = judge_folder(after, context.settings, context.redactor.find)
    if any(violation.severity is Severity.REJECT for violation in found):
        return Ruling(item.id, name, ADOPT, Outcome.REJECTED, found)
    files = {place: file for place, file in after.files.items() if newborn or place == path}
    return _commit(context, library, Ruling(item.id, name, ADOPT, Outcome.LANDED, found), _change(item, files, newborn))


def _change(item: ReviewItem, files: dict[str, SkillFile], newborn: Newborn | None) -> ChangeSet:
    """The adoption; at a birth with the proposal's trailers, so that the words it rests on are not lost."""
    change = adoption(item.name, {path: file.content for path, file in files.items()}, "A person's own words.")
    modes = {f"{live_path(item.name)}/{path}": file.executable for path, file in files.items()}
    writes = tuple(replace(write, executable=modes[write.path]) for write in change.writes)
    if newborn is None:
        return replace(change, writes=writes)
    said = proposal_message(newborn.proposal, item.id, "").trailers
    trailers = tuple((key, ADOPT if key == "Action" else value) for key, value in said)
    return replace(change, writes=writes, message=replace(change.message, trailers=trailers))


def _commit(context: Context, library: Library, ruling: Ruling, change: ChangeSet) -> Ruling:
    store, name = library.store, ruling.name
    landed = commit_change(context, store, change)
    if isinstance(landed, Busy):
        why = Violation("busy", f"{landed.why} ({landed.folder})", Severity.WARN, "try again when the branch is free")
        return Ruling(ruling.proposal, name, ADOPT, Outcome.WAITING, (why,))
    if name not in library.skills:
        record_births(store.state, (Birth(name, clock.seconds()),))
    settle_edits(store, (write.path.removeprefix(f"{SKILLS_ROOT}/") for write in change.writes))
    bring_up(context, store)
    return Ruling(ruling.proposal, name, ADOPT, Outcome.LANDED, ruling.violations, landed.tip, change.message.subject)


def drop(context: Context, store: Store, edit: Edit) -> None:
    """The live file becomes the branch's again, where it still is what the person was shown."""
    library = read_library(context, store, judge=False)
    name, _, path = edit.path.partition("/")
    folder = library.folder(name)
    wanted = published(folder).get(path) if folder else None
    for place in live_folders(store, [word for word, names in managed_here(store).items() if name in names]):
        live = live_tree.read(*place.place, [name]).get(name, {}).get(path)
        if live is not None and live.content == edit.content:
            live_tree.carry_out(*place.place, FilePlan((Place(edit.path, wanted),)))
    settle_edits(store, [edit.path])
    bring_up(context, store)
