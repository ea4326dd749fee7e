"""The live tree: what the host reads. Written after every landing, read for edits first; never a source of truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gitskills.app.context import Context, Store
from gitskills.hosts import live_tree
from gitskills.hosts.claude_code import config_folder, project_roots
from gitskills.materialize.exclude import managed_names, with_block
from gitskills.materialize.plan import plan
from gitskills.model.fileplan import Edit
from gitskills.model.proposal import Scope
from gitskills.model.skill import SKILLS_ROOT, SkillFolder
from gitskills.state.durable import read_whole, write_whole
from gitskills.state.lock import held
from gitskills.state.queue import edit_copies, edit_id

USER_SKILLS = "skills"
MANAGED = "managed"  # the person's own live skills have no exclude file; their names stand in state


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


def managed_here(store: Store) -> frozenset[str]:
    """The skills that we once wrote to the live tree."""
    return frozenset(managed_names(read_whole(_exclude(store)) or b""))


def _exclude(store: Store) -> Path:
    if store.scope is Scope.USER:
        return store.state.peek(MANAGED)
    return Path(store.repo.common_dir) / "info" / "exclude"


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
            steps = plan(wanted, live, lambda path, content: _known(store, path, content))
            edits |= {edit_id(edit): edit for edit in steps.edits}
            trouble += live_tree.carry_out(root, folder, steps)
        keep_edits(store, edits)
        _note_managed(store, wanted, gone)
    return Materialized(tuple(edits.values()), tuple(trouble))


def _known(store: Store, path: str, content: bytes) -> bool:
    """Whether some version on the branch had this content: then it is ours to replace."""
    tip = store.repo.tip(store.branch)
    return bool(tip) and store.repo.blob_id(content) in store.repo.blobs_ever(f"{SKILLS_ROOT}/{path}", tip)


def keep_edits(store: Store, edits: Mapping[str, Edit]) -> None:
    """Git replaces excluded files without a word, so an edit in place is copied as soon as it is seen."""
    copies = edit_copies(store.state)
    for key, edit in edits.items():
        copies.add(key, edit)


def _note_managed(store: Store, wanted: Mapping[str, SkillFolder], gone: Iterable[str]) -> None:
    place = _exclude(store)
    content = read_whole(place) or b""
    names = sorted({*managed_names(content), *wanted} - set(gone))
    fresh = with_block(content, names)
    if fresh == content:
        return
    if store.scope is Scope.USER:
        write_whole(store.state.file(MANAGED), fresh)
        return
    place.parent.mkdir(exist_ok=True)
    _replace(place, fresh)


def _replace(place: Path, content: bytes) -> None:
    """The user's file keeps its mode; a reader sees the old or the new one."""
    mode = place.stat().st_mode & 0o777 if place.exists() else 0o644
    write_whole(place, content)
    place.chmod(mode)
