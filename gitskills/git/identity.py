"""Who signs the commits: gitskills is the author, the user the committer (gitskills where git knows no user)."""

from __future__ import annotations

import re

import pygit2

from gitskills.git.process import run_git

AUTHOR_NAME = "gitskills"
AUTHOR_EMAIL = "noreply@gitskills.invalid"

# "Ada Lovelace <ada@example.org> 1700000000 +0100"
_IDENT = re.compile(
    r"(?P<name>.*) <(?P<email>.*)> (?P<time>\d+) (?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>\d\d)\n?", re.DOTALL
)


def author(beside: pygit2.Signature) -> pygit2.Signature:
    """The signature of gitskills, at the same instant as the committer's."""
    return pygit2.Signature(AUTHOR_NAME, AUTHOR_EMAIL, beside.time, beside.offset)


def committer(folder: str) -> pygit2.Signature:
    """The user as `git var` gives them (name, e-mail, date), since libgit2 doesn't read all of git's sources."""
    done = run_git(folder, "var", "GIT_COMMITTER_IDENT")
    found = _IDENT.fullmatch(done.output.decode("utf-8", "replace")) if done.status == 0 else None
    if found is None:
        return pygit2.Signature(AUTHOR_NAME, AUTHOR_EMAIL)
    offset = int(found["sign"] + "1") * (int(found["hours"]) * 60 + int(found["minutes"]))
    return pygit2.Signature(found["name"] or AUTHOR_NAME, found["email"] or AUTHOR_EMAIL, int(found["time"]), offset)
