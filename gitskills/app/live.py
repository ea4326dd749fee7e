"""The live tree: what the host reads. Written after every landing, read for edits first; never a source of truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from gitskills.app.context import Context, Store
from gitskills.app.edits import is_known, keep_edits
from gitskills.app.managed import note_managed
from gitskills.hosts import live_tree
from gitskills.hosts.claude_code import config_folder, project_roots
from gitskills.materialize.plan import plan
from gitskills.model.fileplan import Edit
from gitskills.model.proposal import Scope
from gitskills.model.skill import SKILLS_ROOT, SkillFolder
from gitskills.state.journal import note_fault
from gitskills.state.lock import held
from gitskills.state.queue import edit_id

USER_SKILLS = "skills"


@dataclass(frozen=True, slots=True)
class Materialized:
    """What was found and done: edits that people made in place, and sentences about what could not be written."""

    edits: tuple[Edit, ...] = ()
    trouble: tuple[str, ...] = ()


def live_roots(context: Context, store: Store) -> tuple[tuple[str, str], ...]:
    """The places that get the skills: (folder that exists, path of the skills folder below it)."""
    del context
    if store.scope is Scope.USER:
        return own_roots()
    return tuple((root, SKILLS_ROOT) for root in project_roots(store.repo.worktrees(), bare=store.repo.bare))


def own_roots() -> tuple[tuple[str, str], ...]:
    """The place of the person's own skills, in the form of `live_roots`."""
    return ((str(config_folder()), USER_SKILLS),)


def materialize(context: Context, store: Store, wanted: Mapping[str, SkillFolder], gone: Iterable[str]) -> Materialized:
    """Bring the live folders of `wanted` and `gone` in line with the branch; all others stay as they are."""
    look_at = {*wanted, *gone}
    if store.scope is Scope.USER:
        config_folder().mkdir(parents=True, exist_ok=True)
    with held(store.state, "live", context.settings.lock_seconds):
        edits: dict[str, Edit] = {}
        trouble: list[str] = []
        for root, folder in live_roots(context, store):
            live = live_tree.read(root, folder, sorted(look_at))
            steps = plan(wanted, live, partial(is_known, store))
            edits |= {edit_id(edit): edit for edit in steps.edits}
            trouble += live_tree.carry_out(root, folder, steps)
        keep_edits(store, edits)
        kept = {edit.path.partition("/")[0] for edit in edits.values()}  # ours until the edit is decided
        trouble += filter(None, [note_managed(store, wanted, set(gone) - kept)])
    for sentence in trouble:
        note_fault(store.state, "live", sentence)
    return Materialized(tuple(edits.values()), tuple(trouble))
