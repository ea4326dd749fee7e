"""Two lines of the skills branch become one: taken up where that is enough, else joined by one ordinary merge commit.

Its tree is the same whichever clone merges. What does not fit together goes to this clone's review; the merge's parents hold it all.
"""

from __future__ import annotations

from gitskills.app.branch.door import ATTEMPTS, refuse_foreign
from gitskills.app.branch.line import Line, note_landed
from gitskills.app.context import Context, Store
from gitskills.app.sharing.contested import WHY, ask
from gitskills.app.sharing.decisions_united import keep_contests
from gitskills.app.sharing.differing import differing
from gitskills.app.sharing.filewise import settle_decisions, settle_file
from gitskills.app.sharing.pairing import pair
from gitskills.app.sharing.parting import Parting, read_parting
from gitskills.app.sharing.settling import Settling, is_skill
from gitskills.app.sharing.wanted import Wanted
from gitskills.errors import EnvironmentFault
from gitskills.git.port import Busy
from gitskills.model.ruling import Severity
from gitskills.model.settings import Settings
from gitskills.model.skill import SkillFolder
from gitskills.model.united import Held, United
from gitskills.state.lock import held
from gitskills.validate.commits import judge_folder

CAPS = frozenset({"body", "description"})  # what a person may exceed, a merge may not


def unite(context: Context, store: Store, other_tip: str) -> United | Busy:
    """Land what `other_tip` holds on the local branch. Raises EnvironmentFault where others kept moving it."""
    refuse_foreign(store)
    with held(store.state, "promote", context.settings.lock_seconds):
        for _ in range(ATTEMPTS):
            done = _attempt(context, store, other_tip)
            if done is not None:
                return done
    raise EnvironmentFault(f"others kept moving {store.branch}", "try again")


def _attempt(context: Context, store: Store, other: str) -> United | Busy | None:
    if (busy := store.repo.busy(store.branch)) is not None:
        return busy
    tip = store.repo.tip(store.branch)
    if tip and store.repo.is_ancestor(other, tip):
        return United(tip)
    if not tip or store.repo.is_ancestor(tip, other):
        moved = store.repo.advance(store.branch, tip, other)
        if isinstance(moved, Busy):
            return moved
        return United(other) if moved else None
    return _merge(context, store, tip, other)


def _merge(context: Context, store: Store, tip: str, other: str) -> United | Busy | None:
    wanted = _wanted(context, store, read_parting(context, store, tip, other))
    batch = store.repo.batch(store.branch, tip)
    batch.unite(other, wanted.placed, wanted.change(store.branch))
    landed = batch.land()
    if landed is None or isinstance(landed, Busy):
        return landed
    note_landed(store, Line(batch), landed)
    waits = [asked for lost in wanted.lost for asked in ask(store, lost)]
    asked = keep_contests(store, wanted.contests)
    waits += [Held(one.kept.topic.name, key, WHY) for one, key in zip(wanted.contests, asked, strict=True)]
    told = tuple(f"{name}: {said}" for name, said in sorted(wanted.told.items()))
    return United(landed.tip, merged=True, held=tuple(waits), told=told)


def _wanted(context: Context, store: Store, parting: Parting) -> Wanted:
    """What the merge is to hold, decided without regard to which side is ours."""

    def passes(folder: SkillFolder) -> bool:
        found = judge_folder(folder, Settings(), context.redactor.find)
        return not any(one.severity is Severity.REJECT or one.rule in CAPS for one in found)

    found = differing(store.repo, parting.bases, parting.one.tip, parting.other.tip)
    settling = Settling(store, parting, found, passes)
    wanted = settling.settle()
    pair(settling)
    settle_decisions(context, store, parting, found, wanted)
    for path, three in found.items():
        settled = path in wanted.files or path in wanted.placed or is_skill(path, three)
        if not settled:
            settle_file(store.repo, wanted, path, three)
    return wanted
