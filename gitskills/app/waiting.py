"""What a person has to look at: what waits for a yes, what was edited in place, what landed unseen. Nothing is decided here."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.words import evidence_of, reason_of, record_of
from gitskills.app.context import Context, Store
from gitskills.app.decisions.resting import shaken
from gitskills.app.live.edits import open_edits
from gitskills.materialize.plan import canonical, published
from gitskills.model.fileplan import Edit
from gitskills.model.library import Version
from gitskills.model.proposal import Evidence, Proposal
from gitskills.model.review import LANDED, ReviewFile, ReviewItem
from gitskills.model.ruling import Violation
from gitskills.model.skill import SKILL_FILE, SKILLS_ROOT, Owner, SkillFile, SkillFolder
from gitskills.promote.draft import draft
from gitskills.skillfile.clausemap import clause_map
from gitskills.state.queue import Waiting, review_queue
from gitskills.state.seen import read_marks, read_seen

PROPOSAL, EDIT = "proposal", "edit"
KEPT = "kept"  # commits that a person looked at one by one


def waiting(context: Context) -> tuple[ReviewItem, ...]:
    """Proposals that need a yes, then edits in place, commits from elsewhere, and skills on what holds no more; of the project first."""
    return tuple(item for store in context.stores() for item in _waiting(context, store))


def _waiting(context: Context, store: Store) -> Iterator[ReviewItem]:
    library = read_library(context, store, judge=False)
    for key, entry in review_queue(store.state).entries():
        yield _proposed(library, key, entry)
    for key, edit in open_edits(store).items():
        yield _edited(library, key, edit)
    for version in foreign_versions(library):
        yield _landed(store, version)
    kept = read_marks(store.state, KEPT)
    yield from (item for item in shaken(context, library) if item.id not in kept)


def foreign_versions(library: Library) -> tuple[Version, ...]:
    """Commits not accepted here that skills are as they are because of, oldest first; one version of each."""
    names = [name for name, entry in library.skills.items() if entry.owner is Owner.FOREIGN]
    versions = (version for name in names for version in library.versions.get(name, ()))
    return _one_a_commit(version for version in versions if not version.accepted)


def _one_a_commit(versions: Iterable[Version]) -> tuple[Version, ...]:
    """The first of each commit's versions, the oldest commit first."""
    found: dict[str, Version] = {}
    for version in versions:
        found.setdefault(version.commit, version)
    return tuple(sorted(found.values(), key=lambda version: version.time))


def _proposed(library: Library, key: str, waits: Waiting) -> ReviewItem:
    proposal = waits.proposal
    before = library.folder(proposal.name) or library.archived_folder(proposal.name)
    after = draft(proposal, before, library.absorbed(proposal))
    return ReviewItem(
        id=key,
        kind=PROPOSAL,
        scope=proposal.scope,
        name=proposal.name,
        title=" ".join((proposal.action, proposal.name, *_absorbing(proposal))),
        reason="\n".join((proposal.reason, *_accounted(library, proposal, after))),
        detail=after.message if isinstance(after, Violation) else _main(proposal, before, after),
        violations=waits.violations,
        quotes=_quotes(proposal.evidence),
        files=() if isinstance(after, Violation) else tuple(_files(before, after)),
    )


def _absorbing(proposal: Proposal) -> tuple[str, ...]:
    return (f"(takes in {', '.join(proposal.absorbs)})",) if proposal.absorbs else ()


def _accounted(library: Library, proposal: Proposal, after: SkillFolder | Violation | None) -> tuple[str, ...]:
    """What becomes of what the absorbed skills say."""
    if not proposal.absorbs or not isinstance(after, SkillFolder):
        return ()
    return clause_map(library.absorbed(proposal), after, proposal.dropped).summary()


def _main(proposal: Proposal, before: SkillFolder | None, after: SkillFolder | None) -> str:
    """The whole SKILL.md of a new skill, the difference to what is there."""
    old = text_of(before.skill_md) if before else ""
    new = text_of(after.skill_md) if after else ""
    return _difference(old, new, f"{proposal.name}/{SKILL_FILE}") if old and new != old else new or old


def _files(before: SkillFolder | None, after: SkillFolder | None) -> Iterator[ReviewFile]:
    """What would become of the files beside SKILL.md."""
    old = published(before) if before else {}
    new = published(after) if after else {}
    for path in sorted({*old, *new} - {SKILL_FILE}):
        was, becomes = old.get(path), new.get(path)
        shown = becomes or was
        if shown is None or was == becomes:
            continue
        change = "added" if was is None else "removed" if becomes is None else "changed"
        text = "" if becomes is None else _shown(path, was, becomes)
        yield ReviewFile(path, change, len(shown.content), shown.executable, text)


def _shown(path: str, was: SkillFile | None, becomes: SkillFile) -> str:
    """The text of a new file, the difference to an old one; "" where it is no text."""
    if not is_text(becomes.content):
        return ""
    if was is None or not is_text(was.content):
        return text_of(becomes)
    return _difference(text_of(was), text_of(becomes), path)


def _edited(library: Library, key: str, edit: Edit) -> ReviewItem:
    name, _, path = edit.path.partition("/")
    folder = library.folder(name)
    old = folder.files.get(path) if folder else None
    text = is_text(edit.content)
    return ReviewItem(
        id=key,
        kind=EDIT,
        scope=library.store.scope,
        name=name,
        title=f"{edit.path} was edited in place",
        reason="",
        detail=_difference(text_of(old), text_of(SkillFile(edit.content)), edit.path)
        if text
        else f"{edit.path}: {len(edit.content):,} bytes that are not text",
    )


def is_text(content: bytes) -> bool:
    return b"\0" not in content and "\N{REPLACEMENT CHARACTER}" not in content.decode("utf-8", "replace")


def text_of(file: SkillFile | None) -> str:
    return canonical(file.content).decode("utf-8", "replace") if file else ""


def _difference(old: str, new: str, path: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", lineterm="")
    return "\n".join(lines)


def _quotes(evidence: tuple[Evidence, ...]) -> tuple[tuple[str, str, str, int], ...]:
    return tuple((item.speaker, item.quote, item.source, item.line) for item in evidence)


def unseen(context: Context) -> tuple[ReviewItem, ...]:
    """What landed since somebody last looked, oldest first; what a person did by hand is not among it."""
    libraries = [read_library(context, store, judge=False) for store in context.stores()]
    return tuple(_landed(library.store, version) for library in libraries for version in unseen_versions(library))


def unseen_versions(library: Library) -> tuple[Version, ...]:
    """Commits that no person made here and that nobody has looked at, oldest first; one version of each."""
    fresh = _fresh(library)
    kept = read_marks(library.store.state, KEPT) | {version.commit for version in foreign_versions(library)}
    versions = [
        version
        for versions in library.ledger.versions.values()
        for version in versions
        if (version.proposal or not version.accepted) and version.commit not in kept
        if fresh is None or version.commit in fresh
    ]
    return _one_a_commit(sorted(versions, key=_is_put_away))  # a merge is told by what it made


def _fresh(library: Library) -> frozenset[str] | None:
    """The commits since somebody last looked, None for all: nobody did, or the history is another one since."""
    store, tip = library.store, library.tip
    seen = read_seen(store.state)
    if not tip or seen == tip:
        return frozenset()
    if not seen or not store.repo.resolve(seen) or not store.repo.is_ancestor(seen, tip):
        return None
    return frozenset(record.oid for record in store.repo.history(tip, (seen,), ()))


def _is_put_away(version: Version) -> bool:
    return version.tree == "" or not version.place.startswith(SKILLS_ROOT)


def _landed(store: Store, version: Version) -> ReviewItem:
    record = record_of(store, version.commit)
    message = record.message if record else version.subject
    folder = SkillFolder(version.name, store.repo.files(version.tree)) if version.tree else None
    before = SkillFolder(version.name, store.repo.files(version.before)) if version.before else None
    return ReviewItem(
        id=version.commit,
        kind=LANDED,
        scope=store.scope,
        name=version.name,
        title=version.subject,
        reason=reason_of(message),
        detail=message,
        quotes=_quotes(evidence_of(store, version)),
        files=tuple(_files(before, folder)),
        commit=version.commit,
        foreign=not version.accepted,
    )
