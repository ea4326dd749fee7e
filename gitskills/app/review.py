"""What a person decided about one thing that waits or has landed, carried out at once."""

from __future__ import annotations

from gitskills.app.branch.adopting import Newborn, adopt, drop
from gitskills.app.branch.commits import judge_commits
from gitskills.app.branch.desk import Entry
from gitskills.app.branch.door import UNSIGNED, land
from gitskills.app.branch.forged import REFUSED
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.pins import PIN, set_pin
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.branch.words import record_of
from gitskills.app.context import Context, Store
from gitskills.app.waiting import EDIT, KEPT, PROPOSAL, text_of
from gitskills.errors import GitskillsError, SigningFault
from gitskills.model.fileplan import Edit
from gitskills.model.review import LANDED, ReviewItem
from gitskills.model.ruling import Outcome, Ruling, Severity, Violation
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.promote.draft import draft
from gitskills.state.queue import Waiting, edit_copies, proposal_queue, refused_entries, review_queue
from gitskills.state.seen import add_marks, read_marks, write_seen
from gitskills.validate import history

BUILT_ON = "see `gitskills review --new`; take that commit off the branch, or revert it"


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
    if item.kind == LANDED:
        return _trust(context, store, item)
    entry = _held(store, item)
    (ruling,) = land(context, store, [Entry(item.id, entry.proposal, approved=True)])
    for found in ruling.violations:
        if found.rule == UNSIGNED:  # who asks waits for an answer; the proposal is still here to be asked about
            proposal_queue(store.state).settle(item.id)
            raise SigningFault(found.message, found.hint)
    bring_up(context, store)
    return ruling


def _trust(context: Context, store: Store, item: ReviewItem) -> Ruling:
    """A commit that this clone did not make counts as its own from now on, where it passes the rules."""
    faults = _faults(context, store, item) if item.foreign else ()
    if any(found.severity is Severity.REJECT for found in faults):
        return Ruling(item.id, item.name, "accept", Outcome.REJECTED, faults, subject=item.title)
    add_marks(store.state, "accepted", [item.commit])
    keep(context, item)
    bring_up(context, store)
    return Ruling(item.id, item.name, "accept", Outcome.LANDED, commit=item.commit, subject=item.title)


def _faults(context: Context, store: Store, item: ReviewItem) -> tuple[Violation, ...]:
    """What `gitskills check` says of the commit, or that it builds on one of which it says something."""
    record = record_of(store, item.commit)
    findings = judge_commits(context, store, [record], every=True).findings if record else ()
    if item.commit in read_marks(store.state, REFUSED) and not findings:
        return (
            Violation(
                history.ID, f"{item.name} was changed before by a commit that is refused", Severity.REJECT, BUILT_ON
            ),
        )
    return tuple(found for _, _, found in findings)


def reject(context: Context, item: ReviewItem, reason: str) -> str:
    """A person's no. Of what has landed, `rollback` is the no: only a commit is a verdict."""
    store = _store(context, item)
    if item.kind == EDIT:
        drop(context, store, _live_edit(store, item))
        return f"{item.name} is again as the branch has it"
    if item.kind == LANDED:
        raise GitskillsError(f"{item.name} has landed", f'take it back: gitskills rollback {item.commit[:12]} -m "…"')
    entry = _held(store, item)
    said = Violation("person", context.redactor.redact(reason)[0] or "a person said no", Severity.REJECT)
    refused_entries(store.state).add(item.id, Waiting(entry.proposal, (*entry.violations, said)))
    review_queue(store.state).settle(item.id)
    return f"{item.name} is refused and won't be asked again while this clone remembers it"


def keep(context: Context, item: ReviewItem) -> str:
    """What landed was looked at and stays; of what waits nothing is decided."""
    store = _store(context, item)
    if item.kind != LANDED:
        return f"{item.name} goes on waiting"
    add_marks(store.state, KEPT, dict.fromkeys((item.commit, item.id)))
    return f"{item.name} stays"


def pin(context: Context, item: ReviewItem) -> str:
    """A commit that says: this skill is not to be put away."""
    said = set_pin(context, _store(context, item), item.name, PIN)
    keep(context, item)
    return said


def edit_text(context: Context, item: ReviewItem) -> str:
    """The SKILL.md that an editor is to be opened on."""
    store = _store(context, item)
    if item.kind == EDIT:
        edit = _live_edit(store, item)
        if edit.path == f"{item.name}/{SKILL_FILE}":
            return text_of(SkillFile(edit.content))
    library = read_library(context, store, judge=False)
    return text_of(_wanted(store, library, item).skill_md)


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
    proposal = _held(store, item).proposal if item.kind == PROPOSAL else None
    after = draft(proposal, before, library.absorbed(proposal)) if proposal else before
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
