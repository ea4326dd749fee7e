"""What waits for a person, and what landed unseen: shown one by one, and what was decided carried out at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from gitskills.app.adopting import Newborn, adopt, drop
from gitskills.app.context import Context, Store
from gitskills.app.desk import Entry
from gitskills.app.door import commit_change, land
from gitskills.app.edits import open_edits
from gitskills.app.library import Library, read_library
from gitskills.app.sync_live import bring_up
from gitskills.app.words import evidence_of, reason_of, record_of
from gitskills.errors import GitskillsError
from gitskills.git.port import Busy
from gitskills.model.fileplan import Edit
from gitskills.model.library import Version
from gitskills.model.proposal import Proposal
from gitskills.model.report import ReviewItem
from gitskills.model.ruling import Ruling, Severity, Violation
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.promote.changeset import note
from gitskills.promote.draft import draft
from gitskills.state.queue import Waiting, edit_copies, refused_entries, review_queue
from gitskills.state.seen import read_seen, write_seen

PROPOSAL, EDIT, LANDED = "proposal", "edit", "landed"


def waiting(context: Context) -> tuple[ReviewItem, ...]:
    """Proposals that need a yes, then edits in place; of the project first."""
    return tuple(item for store in context.stores() for item in _waiting(context, store))


def _waiting(context: Context, store: Store) -> Iterator[ReviewItem]:
    held = list(review_queue(store.state).entries())
    edits = open_edits(store)
    if not held and not edits:
        return
    library = read_library(context, store, judge=False)
    for key, entry in held:
        yield _proposed(library, key, entry)
    for key, edit in edits.items():
        yield _edited(library, key, edit)


def _proposed(library: Library, key: str, waits: Waiting) -> ReviewItem:
    proposal = waits.proposal
    return ReviewItem(
        id=key,
        kind=PROPOSAL,
        scope=proposal.scope,
        name=proposal.name,
        title=f"{proposal.action} {proposal.name}",
        reason=proposal.reason,
        detail=_change(library, proposal),
        violations=waits.violations,
        quotes=tuple(item.quote for item in proposal.evidence),
    )


def _change(library: Library, proposal: Proposal) -> str:
    """What it would write: the whole SKILL.md of a new skill, the difference to what is there."""
    before = library.folder(proposal.name) or library.archived_folder(proposal.name)
    after = draft(proposal, before)
    if isinstance(after, Violation):
        return after.message
    old = _text(before.skill_md) if before else ""
    new = _text(after.skill_md) if after else ""
    return _difference(old, new, f"{proposal.name}/{SKILL_FILE}") if old and new != old else new or old


def _edited(library: Library, key: str, edit: Edit) -> ReviewItem:
    name, _, path = edit.path.partition("/")
    folder = library.folder(name)
    old = _text(folder.files.get(path)) if folder else ""
    return ReviewItem(
        id=key,
        kind=EDIT,
        scope=library.store.scope,
        name=name,
        title=f"{edit.path} was edited in place",
        reason="",
        detail=_difference(old, _text(SkillFile(edit.content)), edit.path),
    )


def _text(file: SkillFile | None) -> str:
    return file.content.decode("utf-8-sig", "replace").replace("\r\n", "\n") if file else ""


def _difference(old: str, new: str, path: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", lineterm="")
    return "\n".join(lines)


def unseen(context: Context) -> tuple[ReviewItem, ...]:
    """What landed since somebody last looked, oldest first; what a person did by hand is not among it."""
    return tuple(item for store in context.stores() for item in _unseen(context, store))


def _unseen(context: Context, store: Store) -> Iterator[ReviewItem]:
    tip = store.repo.tip(store.branch)
    seen = read_seen(store.state)
    if not tip or seen == tip:
        return
    library = read_library(context, store, judge=False)
    known = bool(seen) and bool(store.repo.resolve(seen)) and store.repo.is_ancestor(seen, tip)
    fresh = {record.oid for record in store.repo.history(tip, (seen,), ())} if known else None
    versions = [version for versions in library.ledger.versions.values() for version in versions]
    shown: set[str] = set()
    for version in sorted(versions, key=lambda version: version.time):
        if version.proposal and version.commit not in shown and (fresh is None or version.commit in fresh):
            shown.add(version.commit)
            yield _landed(store, version)


def _landed(store: Store, version: Version) -> ReviewItem:
    record = record_of(store, version.commit)
    message = record.message if record else version.subject
    return ReviewItem(
        id=version.commit,
        kind=LANDED,
        scope=store.scope,
        name=version.name,
        title=version.subject,
        reason=reason_of(message),
        detail=message,
        quotes=tuple(item.quote for item in evidence_of(store, version)),
        commit=version.commit,
    )


def mark_seen(context: Context) -> None:
    """Somebody has looked: what is on the branches now is no news any more."""
    for store in context.stores():
        if tip := store.repo.tip(store.branch):
            write_seen(store.state, tip)


def accept(context: Context, item: ReviewItem) -> Ruling:
    """A person's yes: the proposal lands, the edit in place becomes the person's commit."""
    store = _store(context, item)
    if item.kind == EDIT:
        return adopt(context, store, item, _live_edit(store, item))
    entry = _held(store, item)
    (ruling,) = land(context, store, [Entry(item.id, entry.proposal, approved=True)])
    bring_up(context, store)
    return ruling


def reject(context: Context, item: ReviewItem, reason: str) -> str:
    """A person's no. Of what has landed, `rollback` is the no: only a commit is a verdict."""
    store = _store(context, item)
    if item.kind == EDIT:
        drop(context, store, _live_edit(store, item))
        return f"{item.name} is again as the branch has it"
    if item.kind == LANDED:
        raise GitskillsError(f"{item.name} has landed", f'take it back: gitskills rollback {item.commit[:12]} -m "…"')
    entry = _held(store, item)
    said = Violation("person", reason or "a person said no", Severity.REJECT)
    refused_entries(store.state).add(item.id, Waiting(entry.proposal, (*entry.violations, said)))
    review_queue(store.state).settle(item.id)
    return f"{item.name} is refused and won't be asked again while this clone remembers it"


def keep(context: Context, item: ReviewItem) -> str:
    """Nothing is decided: it stays as it is."""
    _store(context, item)
    return f"{item.name} stays" if item.kind == LANDED else f"{item.name} goes on waiting"


def pin(context: Context, item: ReviewItem) -> str:
    """A commit that says: this skill is not to be put away."""
    store = _store(context, item)
    landed = commit_change(context, store, note("pin", item.name, "Kept by a person's word."))
    if isinstance(landed, Busy):
        return f"{item.name} is not pinned: {landed.why} ({landed.folder})"
    return f"{item.name} is pinned by {landed.tip[:12]}"


def edit_text(context: Context, item: ReviewItem) -> str:
    """The SKILL.md that an editor is to be opened on."""
    store = _store(context, item)
    if item.kind == EDIT:
        edit = _live_edit(store, item)
        if edit.path == f"{item.name}/{SKILL_FILE}":
            return _text(SkillFile(edit.content))
    library = read_library(context, store, judge=False)
    return _text(_wanted(store, library, item).skill_md)


def edited(context: Context, item: ReviewItem, text: str) -> Ruling | str:
    """A person's own SKILL.md in place of the proposed one; the sentence says why it was not taken."""
    store = _store(context, item)
    if not text.strip() or text == edit_text(context, item):
        return f"{item.name} was not changed"
    path = f"{item.name}/{SKILL_FILE}"
    ruling = adopt(context, store, item, Edit(path, text.encode("utf-8", "replace")), _newborn(context, store, item))
    if ruling.commit and item.kind == PROPOSAL:
        review_queue(store.state).settle(item.id)
    return ruling


def _newborn(context: Context, store: Store, item: ReviewItem) -> Newborn | None:
    """A skill that is not there yet: its sidecar and evidence come from the proposal."""
    if item.kind != PROPOSAL:
        return None
    library = read_library(context, store, judge=False)
    if library.folder(item.name):
        return None
    return Newborn(_wanted(store, library, item), _held(store, item).proposal)


def _wanted(store: Store, library: Library, item: ReviewItem) -> SkillFolder:
    """The folder as it would be with what the item asks for."""
    before = library.folder(item.name)
    after = draft(_held(store, item).proposal, before) if item.kind == PROPOSAL else before
    if not isinstance(after, SkillFolder):
        raise GitskillsError(f"{item.name} has no text to edit", "accept or reject it")
    return after


def _held(store: Store, item: ReviewItem) -> Waiting:
    entry = review_queue(store.state).get(item.id)
    if entry is None:
        raise GitskillsError(f"{item.name} waits no longer", "see `gitskills review`")
    return entry


def _live_edit(store: Store, item: ReviewItem) -> Edit:
    edit = edit_copies(store.state).get(item.id)
    if edit is None:
        raise GitskillsError(f"the edit of {item.name} was decided meanwhile", "see `gitskills review`")
    return edit


def _store(context: Context, item: ReviewItem) -> Store:
    found = next((store for store in context.stores() if store.scope == item.scope), None)
    if found is None:
        raise GitskillsError(f"there are no {item.scope} skills here", "run it in the repository")
    return found
