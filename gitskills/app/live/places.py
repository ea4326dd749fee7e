"""The live folders of a store: each target that `gitskills.targets` names in each worktree, or below the person's home."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitskills.app.context import Store
from gitskills.hosts.places import own_place, project_places
from gitskills.model.proposal import Scope
from gitskills.model.target import CLAUDE


@dataclass(frozen=True, slots=True)
class LiveFolder:
    """A folder of skills: `skills` below `root`, for the agents of the target `word`."""

    word: str
    root: str
    skills: str

    @property
    def path(self) -> str:
        return f"{self.root}/{self.skills}"

    @property
    def place(self) -> tuple[str, str]:
        return self.root, self.skills


def live_folders(store: Store, words: Iterable[str] | None = None) -> tuple[LiveFolder, ...]:
    """Those of `words`, or of all targets that the store has."""
    return tuple(
        LiveFolder(word, root, skills)
        for word in (store.targets if words is None else words)
        for root, skills in _places(store, word)
    )


def claude_folders(store: Store) -> tuple[LiveFolder, ...]:
    """Where Claude Code reads, whose use of them is counted."""
    return live_folders(store, (CLAUDE,))


def own_claude_folder() -> LiveFolder:
    """The person's own, also before they have a store."""
    return LiveFolder(CLAUDE, *own_place(CLAUDE))


def _places(store: Store, word: str) -> tuple[tuple[str, str], ...]:
    if store.scope is Scope.USER:
        return (own_place(word),)
    return project_places(word, store.repo.worktrees(), bare=store.repo.bare)
