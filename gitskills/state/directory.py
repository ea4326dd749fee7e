"""Where local state lives: `<git-common-dir>/gitskills/` for a repository, the user's data folder for the person.

Disposable, shared by all worktrees, never cloned, 0700 and 0600 whatever the umask. Nothing is created before the first write.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gitskills.model.hookwords import STATE as NAME
from gitskills.state.durable import private_folder, refuse_link
from gitskills.state.environment import variables

SCANNER_CACHE = "KF_RULE_CACHE_DIR"  # the scanner's own variable


@dataclass(frozen=True, slots=True)
class StateDirectory:
    """The folder `root`; every path below it is asked for here."""

    root: Path

    def folder(self, *names: str) -> Path:
        """A folder below the root, made private where missing."""
        place = private_folder(self.root)
        for name in names:
            place = private_folder(place / name)
        return place

    def file(self, name: str) -> Path:
        """Where a file directly below the root is written; the folder is made."""
        return self.folder() / name

    def peek(self, *names: str) -> Path:
        """A path below the root for reading: nothing is made, no link on the way is followed."""
        place = self.root
        refuse_link(place)
        for name in names:
            place = place / name
            refuse_link(place)
        return place


def project_state(common_dir: str) -> StateDirectory:
    """The state of a repository, given its common git folder."""
    return StateDirectory(Path(common_dir) / NAME)


def user_state() -> StateDirectory:
    """The state of the person's own scope."""
    return StateDirectory(user_folder() / "state")


def user_repository() -> str:
    """Where the person's own skills are kept: a bare repository."""
    return str(user_folder() / "skills.git")


def user_folder() -> Path:
    """The person's data folder for gitskills; not made here."""
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)


def cache_folder() -> Path:
    """The person's cache folder for gitskills; not made here."""
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def scanner_cache() -> str:
    """Where the secret scanner keeps its compiled rules, once for this person; it makes the folder, and trusts no other's.

    It keeps none where that folder is behind a link, open to others or can't be written.
    """
    named = variables([SCANNER_CACHE]).get(SCANNER_CACHE)
    return named or str(cache_folder() / "scanner-rules")
