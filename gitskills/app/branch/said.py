"""What skill folders say, read once: a folder is named by its tree's id, and an id never means anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gitskills.app.context import Store
from gitskills.model.skill import SIDECAR, SKILL_FILE
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.sidecar import Sidecar, parse_sidecar
from gitskills.skillfile.terms import terms
from gitskills.state.derived import keep, recall

FORM = "1"  # one more whenever the same folder is to be read otherwise


@dataclass(frozen=True, slots=True)
class Heading:
    """A skill in a list. `marked`: the folder has a sidecar, as all of ours do."""

    description: str
    category: str
    marked: bool


def headings(store: Store, trees: Iterable[str]) -> dict[str, Heading]:
    """The heading of every folder, by tree."""
    read = _by_tree(store, "headings", trees, lambda tree: _heading(store, tree))
    return {tree: Heading(*cells) for tree, cells in read.items()}


def term_counts(store: Store, trees: Iterable[str]) -> dict[str, dict[str, int]]:
    """The terms of every folder's description and body, by tree."""
    return _by_tree(store, "terms", trees, lambda tree: _terms(store, tree))


def _by_tree(store: Store, name: str, trees: Iterable[str], read: Callable[[str], Any]) -> dict[str, Any]:
    kept = recall(store.state, name, FORM) or {}
    found = {tree: kept[tree] if tree in kept else read(tree) for tree in trees}
    if not found.keys() <= kept.keys():
        keep(store.state, name, FORM, found)
    return found


def _heading(store: Store, tree: str) -> tuple[str, str, bool]:
    content = store.repo.blob(tree, SIDECAR)
    sidecar = parse_sidecar(content) if content is not None else None
    category = sidecar.category if isinstance(sidecar, Sidecar) else ""
    return _document(store, tree).description, category, content is not None


def _terms(store: Store, tree: str) -> dict[str, int]:
    document = _document(store, tree)
    return terms(f"{document.description}\n{document.body}")


def _document(store: Store, tree: str) -> Document:
    """What the skill says; an unreadable one is listed under its name with nothing said."""
    content = store.repo.blob(tree, SKILL_FILE)
    document = parse(content) if content is not None else None
    return document if isinstance(document, Document) else Document("", "", "")
