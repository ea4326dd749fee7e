"""Finding and opening a repository as git would from the same folder, whatever the environment says; or one clear sentence.

By libgit2, which is faster; by the git program where libgit2 can't open it or can't read all of it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pygit2

from gitskills.errors import RepositoryFault
from gitskills.git.binary.place import find_place
from gitskills.git.binary.repository import ProgramRepository
from gitskills.git.faults import is_final, opening_fault, reported
from gitskills.git.objects import ObjectRepository
from gitskills.git.port import Repository
from gitskills.git.process import scrub_environment

USER_BRANCH = "main"


def open_repository(path: str, sign_seconds: float = 0) -> Repository:
    """The repository that `path` lies in: a working folder, a linked worktree, a submodule, a bare one.

    `sign_seconds` is how long a signer may take for each commit; 0 where none is signed.
    """
    scrub_environment()
    if not Path(path).is_dir():
        raise RepositoryFault(f"there is no folder {path}", "name an existing folder with -C")
    pygit2.settings.enable_fsync_gitdir(True)
    try:
        repo = pygit2.Repository(path)
    except (pygit2.GitError, KeyError) as error:
        if is_final(error):
            raise opening_fault(path, error) from error
        return ProgramRepository(find_place(path), sign_seconds)
    if _is_partial(repo):
        return ProgramRepository(find_place(path), sign_seconds)
    return ObjectRepository(repo, _common_dir(repo), sign_seconds)


def _is_partial(repo: pygit2.Repository) -> bool:
    """Whether git fetches objects when they are asked for: libgit2 doesn't."""
    names = (entry.name for entry in repo.config)
    promised = [name for name in names if name.startswith("remote.") and name.endswith(".promisor")]
    return "extensions.partialclone" in repo.config or any(repo.config.get_bool(name) for name in promised)


def create_bare(path: str, sign_seconds: float = 0) -> Repository:
    """The repository at `path`, made where there is none: bare, without templates and hooks, with a reflog."""
    scrub_environment()
    if not (Path(path) / "HEAD").exists():
        with reported(f"make a repository at {path}"):
            made = pygit2.init_repository(path, bare=True, initial_head=USER_BRANCH)
            made.config["core.logAllRefUpdates"] = True
    return open_repository(path, sign_seconds)


def _common_dir(repo: pygit2.Repository) -> str:
    """The folder that all worktrees share, absolute and without a slash at the end."""
    own = Path(repo.path)
    pointer = own / "commondir"
    if not pointer.is_file():
        return str(own)
    return os.path.normpath(own / os.fsdecode(pointer.read_bytes()).rstrip("\n"))
