"""What every use case works on: the repository, its state, the person's own store, the settings and the redactor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.git.opening import create_bare, open_repository
from gitskills.git.port import Repository
from gitskills.model.proposal import Scope
from gitskills.model.settings import BadSetting, Settings
from gitskills.model.target import CLAUDE
from gitskills.redact import Redactor
from gitskills.state.directory import StateDirectory, project_state, scanner_cache, user_repository, user_state
from gitskills.state.gitconfig import load


@dataclass(frozen=True, slots=True)
class Store:
    """Where skills of one scope are kept, and the agents that are given them."""

    scope: Scope
    repo: Repository
    state: StateDirectory
    branch: str
    targets: tuple[str, ...] = (CLAUDE,)

    @property
    def folder(self) -> str:
        """Where git is started: in the working tree, without one in the repository itself."""
        return self.repo.work_dir or self.repo.common_dir


@dataclass(frozen=True, slots=True)
class Context:
    """`project` is None outside a repository (`why_none` says why), `user` while the person has no skills of their own."""

    folder: str
    settings: Settings
    bad: tuple[BadSetting, ...]
    project: Store | None
    user: Store | None
    redactor: Redactor
    why_none: GitskillsError | None = None

    def tips(self) -> tuple[str, ...]:
        """Where the branches are now."""
        return tuple(store.repo.tip(store.branch) for store in self.stores())

    def need_project(self) -> Store:
        if self.project is None:
            raise self.why_none or RepositoryFault("this is no git repository", "run `git init`, or name one with -C")
        return self.project

    def base(self) -> Store:
        """Where reading is remembered: the repository, or outside of one the person's own store."""
        return self.project or self.store_for(Scope.USER)

    def stores(self) -> tuple[Store, ...]:
        return tuple(store for store in (self.project, self.user) if store is not None)

    def store_for(self, scope: Scope) -> Store:
        """The store that a proposal goes to; the person's own is made at the first need."""
        if scope is Scope.PROJECT:
            return self.need_project()
        return self.user or _user_store(self.settings, make=True) or self.need_project()


def open_context(folder: str) -> Context:
    """Everything there is to know in `folder` before a command begins. Outside a repository the user scope is left."""
    settings, bad = load(folder)
    project, why = _project(folder, settings)
    user = _user_store(settings, make=False) if settings.user_scope else None
    return Context(folder, settings, bad, project, user, Redactor(rule_cache=scanner_cache()), why)


def _project(folder: str, settings: Settings) -> tuple[Store | None, GitskillsError | None]:
    try:
        repo = open_repository(folder, settings.signing)
    except RepositoryFault as fault:
        return None, fault
    return Store(Scope.PROJECT, repo, project_state(repo.common_dir), settings.branch, settings.targets), None


def _user_store(settings: Settings, *, make: bool) -> Store | None:
    if not settings.user_scope:
        return None
    place = user_repository()
    if make:
        repo: Repository = create_bare(place, settings.signing)
    elif Path(place).is_dir():
        repo = open_repository(place, settings.signing)
    else:
        return None
    anywhere, _ = load(place)  # what one project's configuration says would come and go with the folder one is in
    return Store(Scope.USER, repo, user_state(), settings.branch, anywhere.targets)
