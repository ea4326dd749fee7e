"""A skill's files at a commit: live or archived, of the project or of the person."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.errors import GitskillsError
from gitskills.model.overview import SkillView
from gitskills.model.skill import ARCHIVE_ROOT, SKILL_FILE, SKILLS_ROOT, SkillFile


def show(context: Context, what: str) -> SkillView:
    """`what` is NAME or NAME@REV; REV is git's own syntax, the branch's tip where left out."""
    name, _, revision = what.partition("@")
    for store in context.stores():
        commit = _commit(store, revision)
        tree = _tree(store, commit, name) if commit else ""
        if tree:
            return SkillView(name, store.scope, commit, _texts(store.repo.files(tree)))
    context.need_project()
    at = f" at {revision!r}" if revision else ""
    raise GitskillsError(f"there is no skill {name!r}{at}", "see `gitskills list --archived`")


def _commit(store: Store, revision: str) -> str:
    return store.repo.resolve(f"{revision}^{{commit}}") if revision else store.repo.tip(store.branch)


def _tree(store: Store, commit: str, name: str) -> str:
    """The live folder, else the archived one."""
    for found in store.repo.entries(commit, SKILLS_ROOT):
        if found.name == name and found.kind == "tree":
            return found.oid
    archived = [found for found in store.repo.entries(commit, ARCHIVE_ROOT) if found.name.rpartition("-")[0] == name]
    return archived[-1].oid if archived else ""


def _texts(files: dict[str, SkillFile]) -> tuple[tuple[str, str], ...]:
    ordered = sorted(files, key=lambda path: (path != SKILL_FILE, path))
    return tuple((path, _text(files[path])) for path in ordered)


def _text(file: SkillFile) -> str:
    """The text, "" where it is none."""
    if b"\0" in file.content:
        return ""
    text = file.content.decode("utf-8-sig", "replace")
    return "" if "\N{REPLACEMENT CHARACTER}" in text else text
