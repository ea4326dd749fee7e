"""The live trees: what the hosts read. Written after every landing, read for edits first; never a source of truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gitskills.app.context import Context, Store
from gitskills.app.live.edits import is_known, keep_edits
from gitskills.app.live.managed import managed_here, note_managed
from gitskills.app.live.places import LiveFolder, live_folders
from gitskills.app.live.targets import left_alone, shown_to
from gitskills.hosts import live_tree
from gitskills.materialize.plan import plan
from gitskills.model.fileplan import Edit
from gitskills.model.proposal import Scope
from gitskills.model.skill import SkillFolder
from gitskills.model.target import CLAUDE
from gitskills.state.journal import note_fault
from gitskills.state.lock import held
from gitskills.state.queue import edit_id


@dataclass(frozen=True, slots=True)
class _Part:
    """What is to be done for one target: `names` are looked at, `wanted` are to be there afterwards, `given_up` are not ours."""

    word: str
    names: AbstractSet[str]
    wanted: Mapping[str, SkillFolder]
    given_up: AbstractSet[str] = frozenset()


def materialize(
    context: Context, store: Store, wanted: Mapping[str, SkillFolder], gone: Iterable[str]
) -> tuple[Edit, ...]:
    """Bring the live folders of `wanted` and `gone` in line with the branch; the edits that people made in place.

    All other folders stay as they are. What was written for a target that is not asked for any more is taken away.
    """
    with held(store.state, "live", context.settings.lock_seconds):
        parts = list(_parts(store, wanted, frozenset(gone)))
        edits: dict[str, Edit] = {}
        trouble: list[str] = []
        dropped: dict[str, set[str]] = {}
        for part in parts:
            changed, said = _carry_out(store, part)
            edits |= {edit_id(edit): edit for edit in changed}
            trouble += said
            kept = {edit.skill for edit in changed}  # ours until the edit is decided
            dropped[part.word] = {*part.names, *part.given_up} - part.wanted.keys() - kept
        keep_edits(store, edits)
        trouble.append(note_managed(store, {part.word: part.wanted for part in parts}, dropped))
    for sentence in filter(None, trouble):
        note_fault(store.state, "live", sentence)
    return tuple(edits.values())


def _parts(store: Store, wanted: Mapping[str, SkillFolder], gone: frozenset[str]) -> Iterable[_Part]:
    managed = managed_here(store)
    for word in dict.fromkeys((*store.targets, *managed)):
        if word not in store.targets:
            yield _Part(word, managed[word], {}, left_alone(store, word, managed[word]).keys())
            continue
        names = gone | wanted.keys()
        alone = left_alone(store, word, names).keys()
        shown = {name: folder for name, folder in shown_to(word, wanted).items() if name not in alone}
        yield _Part(word, names - alone, shown, alone)


def _carry_out(store: Store, part: _Part) -> tuple[list[Edit], list[str]]:
    edits: list[Edit] = []
    trouble: list[str] = []
    names = sorted(part.names - part.given_up)
    busy = store.repo.busy(store.branch)
    for folder in live_folders(store, (part.word,)):
        if busy is not None and busy.folder == folder.root and part.word == CLAUDE:
            continue  # the branch is checked out there: git has all of its files, evidence, too
        if store.scope is Scope.USER and part.wanted:
            Path(folder.root).mkdir(parents=True, exist_ok=True)
        if part.word != CLAUDE and (place := live_tree.obstacle(*folder.place)):
            trouble += [f"{place} is a link or no folder: nothing is written behind it"] if part.wanted else []
            continue
        steps = plan(part.wanted, live_tree.read(*folder.place, names), partial(is_known, store))
        edits += steps.edits
        trouble += live_tree.carry_out(*folder.place, steps)
        _tidy(store, folder)
    return edits, trouble


def _tidy(store: Store, folder: LiveFolder) -> None:
    """A target that is not asked for any more leaves no empty folder."""
    if folder.word not in store.targets and folder.word != CLAUDE:
        live_tree.prune(*folder.place)
