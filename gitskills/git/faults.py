"""What libgit2 and the operating system say, as one sentence and one next step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygit2

from gitskills.errors import RepositoryFault

LIBRARY_ERRORS = (pygit2.GitError, OSError, KeyError)  # pygit2 says KeyError for a missing object


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


def opening_fault(path: str, error: Exception) -> RepositoryFault:
    """Why a repository can't be opened, in the user's words."""
    said = str(error)
    for sign, sentence, hint in _OPENING:
        if sign in said:
            return RepositoryFault(sentence.format(path=path, said=said), hint.format(path=path))
    return RepositoryFault(
        f"the repository at {path} can't be opened: {said}", "run `git status` there to see what git says"
    )


_OPENING = (
    (
        "Repository not found",
        "{path} is not in a git repository",
        "run `git init` there, or name another folder with -C",
    ),
    (
        "unknown object format",
        "the repository at {path} uses SHA-256 object ids, which libgit2 can't read",
        "use a repository with SHA-1 object ids",
    ),
    (
        "extensions.refstorage",
        "the repository at {path} keeps its refs as reftable, which libgit2 can't read",
        "run `git refs migrate --ref-format=files` there",
    ),
    (
        "unsupported extension name",
        "the repository at {path} uses an extension that libgit2 doesn't know ({said})",
        "remove the extension from the repository's configuration, if nothing needs it",
    ),
    (
        "unsupported repository version",
        "the repository at {path} has a format version that libgit2 doesn't know",
        "use a repository of format version 0 or 1",
    ),
    (
        "not owned by current user",
        "the repository at {path} belongs to another user",
        "if you trust it: git config --global --add safe.directory {path}",
    ),
    (
        "failed to parse config file",
        "git's configuration can't be parsed: {said}",
        "run `git config --list` to see the line",
    ),
)
