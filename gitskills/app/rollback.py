"""Taking back: a skill at once, or one commit as `git revert` would, merged in memory."""

from __future__ import annotations

from dataclasses import replace

from gitskills.app.branch.door import commit_change
from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.branch.sync_live import bring_up
from gitskills.app.context import Context, Store
from gitskills.errors import GitskillsError, UsageError
from gitskills.git.port import Busy, Conflict
from gitskills.model.changeset import ChangeSet
from gitskills.model.review import Undone
from gitskills.model.skill import ROOTS, SKILLS_ROOT
from gitskills.promote.changeset import withdrawal
from gitskills.promote.ledger import skill_of
from gitskills.promote.message import revert_message
from gitskills.state.births import record_births


def rollback(context: Context, what: str, reason: str) -> Undone:
    """Take back the skill or the commit that `what` names; what is in the way is said, and nothing is changed.

    The reason stands in a commit, so that it is redacted like every message.
    """
    if not reason.strip():
        raise UsageError("a reason is needed: it stands in the commit", "say why with -m")
    reason = context.redactor.redact(reason)[0]
    for store in context.stores():
        tip = store.repo.tip(store.branch)
        if tip and any(found.name == what for found in store.repo.entries(tip, SKILLS_ROOT)):
            return _withdraw(context, store, what, reason)
    for store in context.stores():
        commit = store.repo.resolve(what) if _revision(what) else ""
        tip = store.repo.tip(store.branch)
        if commit and tip and store.repo.is_ancestor(commit, tip):
            return _revert(context, store, commit, reason)
    _refuse_twice(context, what)
    raise GitskillsError(
        f"{what!r} is neither a skill nor a commit of the skills branch", "see `gitskills list` and `gitskills log`"
    )


def _refuse_twice(context: Context, name: str) -> None:
    """What was taken back is told apart from what never was."""
    for store in context.stores():
        tip = store.repo.tip(store.branch)
        verdicts = read_ledger(context, store, tip).verdicts if tip else ()
        if commit := next((item.commit[:12] for item in verdicts if item.name == name), ""):
            raise GitskillsError(
                f"{name} was taken back by {commit} already", f"`gitskills forgive {name}` lets it be learned again"
            )


def _revision(what: str) -> bool:
    """A name that git could take for an option is no revision."""
    return bool(what) and not what.startswith("-")


def _withdraw(context: Context, store: Store, name: str, reason: str) -> Undone:
    tracked = {found.name for tip in store.repo.default_tips() for found in store.repo.entries(tip, SKILLS_ROOT)}
    if name in tracked:
        raise GitskillsError(
            f"{name} belongs to the project: the default branch tracks it",
            f"remove it there: git rm -r {SKILLS_ROOT}/{name}",
        )
    return _commit(context, store, withdrawal(name, reason), (name,))


def _revert(context: Context, store: Store, commit: str, reason: str) -> Undone:
    if any(commit == tip or store.repo.is_ancestor(commit, tip) for tip in store.repo.default_tips()):
        raise GitskillsError(
            f"{commit[:12]} came with the project, not from a lesson", "use `git revert` on the default branch"
        )
    record = next(iter(store.repo.history(commit, tuple(_parents(store, commit)), ROOTS)))
    change = store.repo.revert(store.branch, commit)
    title = record.message.partition("\n")[0]
    if isinstance(change, Conflict):
        return Undone("", title, conflicts=change.paths, later=change.later)
    names = tuple(dict.fromkeys(skill_of(folder.path) for folder in record.folders))
    one = f"{SKILLS_ROOT}/{names[0]}" if len(names) == 1 else ""
    message = revert_message(commit, title, names, reason)
    return _commit(context, store, replace(change, message=message, skill_tree_of=one), names)


def _parents(store: Store, commit: str) -> tuple[str, ...]:
    """All parents, so that of a merge nothing but itself is read."""
    return tuple(oid for side in ("^1", "^2") if (oid := store.repo.resolve(commit + side)))


def _commit(context: Context, store: Store, change: ChangeSet, names: tuple[str, ...]) -> Undone:
    landed = commit_change(context, store, change)
    if isinstance(landed, Busy):
        why = landed.stops(store.branch)
        return Undone("", change.message.subject, names, waits=why, folder=landed.folder)
    live = {found.name for found in store.repo.entries(landed.tip, SKILLS_ROOT)}
    record_births(store.state, (), tuple(name for name in names if name not in live))
    edited = {edit.skill for edit in bring_up(context, store)}
    kept = tuple(name for name in names if name in edited)
    return Undone(landed.commits[-1], change.message.subject, names, kept=kept)
