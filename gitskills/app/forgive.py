"""Taking back a no: a commit without a change, after which the lesson may be learned again."""

from __future__ import annotations

from gitskills.app.branch.door import commit_change
from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.context import Context
from gitskills.errors import GitskillsError
from gitskills.git.port import Busy
from gitskills.model.review import Undone
from gitskills.promote.changeset import note
from gitskills.skillfile.lookalike import fold_name


def forgive(context: Context, name: str, reason: str) -> Undone:
    """Every verdict over the skill of that name, in whichever store it was; a GitskillsError where there is none."""
    reason = context.redactor.redact(reason)[0]
    for store in context.stores():
        verdicts = read_ledger(context, store, store.repo.tip(store.branch)).verdicts
        found = next((item.name for item in verdicts if fold_name(item.name) == fold_name(name)), "")
        if not found:
            continue
        landed = commit_change(context, store, note("forgive", found, reason))
        if isinstance(landed, Busy):
            why = landed.stops(store.branch)
            return Undone("", f"skill: forgive {found}", (found,), waits=why, folder=landed.folder)
        return Undone(landed.commits[-1], f"skill: forgive {found}", (found,))
    context.need_project()
    raise GitskillsError(f"nobody took {name!r} back", "`gitskills log` shows what was taken back")
