"""What libgit2, the git program and the operating system say, as one sentence and one next step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygit2

from gitskills.errors import RepositoryFault
from gitskills.git.conversation import GitFailedError

LIBRARY_ERRORS = (pygit2.GitError, GitFailedError, OSError, KeyError)  # pygit2 says KeyError for a missing object


@contextmanager
def reported(doing: str) -> Iterator[None]:
    """Turn a failure of the library into a RepositoryFault: `doing` completes "git could not …"."""
    try:
        yield
    except LIBRARY_ERRORS as error:
        raise RepositoryFault(f"git could not {doing}: {_words(error)}", _hint(error)) from error


def _words(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.strip().rstrip(":") or type(error).__name__


def _hint(error: Exception) -> str:
    text = str(error).casefold()
    if isinstance(error, PermissionError) or "permission denied" in text or "read-only" in text:
        return "make the repository's .git folder writable for yourself"
    if "no space left" in text:
        return "free some disk space"
    return "run `git fsck` to see whether the repository is whole"


def is_final(error: Exception) -> bool:
    """Whether git could not open it either."""
    return any(sign in str(error) for sign, _, _ in _OPENING)


def opening_fault(path: str, error: Exception) -> RepositoryFault:
    """Why a repository can't be opened, in the user's words."""
    said = str(error)
    sentence, hint = next((sentence, hint) for sign, sentence, hint in _OPENING if sign in said)
    return RepositoryFault(sentence.format(path=path, said=said), hint.format(path=path))


_OPENING = (
    (
        "Repository not found",
        "{path} is not in a git repository",
        "run `git init` there, or name another folder with -C",
    ),
    (
        "failed to parse config file",
        "git's configuration can't be parsed: {said}",
        "run `git config --list` to see the line",
    ),
)
