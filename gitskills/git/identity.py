"""Who signs the commits: gitskills is the author, the user the committer (gitskills where git knows no user)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gitskills.errors import RepositoryFault
from gitskills.git.process import run_git

AUTHOR_NAME = "gitskills"
AUTHOR_EMAIL = "noreply@gitskills.invalid"

# "Ada Lovelace <ada@example.org> 1700000000 +0100"
_IDENT = re.compile(
    r"(?P<name>.*) <(?P<email>.*)> (?P<time>\d+) (?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>\d\d)\n?", re.DOTALL
)
_OWN = ("-c", f"user.name={AUTHOR_NAME}", "-c", f"user.email={AUTHOR_EMAIL}")


@dataclass(frozen=True, slots=True)
class Person:
    """A name, an e-mail address, seconds since 1970 and minutes east of Greenwich."""

    name: str
    email: str
    time: int
    offset: int

    @property
    def line(self) -> bytes:
        """As a commit and a reflog name them."""
        hours, minutes = divmod(abs(self.offset), 60)
        zone = f"{'-' if self.offset < 0 else '+'}{hours:02}{minutes:02}"
        return f"{self.name} <{self.email}> {self.time} {zone}".encode("utf-8", "surrogateescape")


def author(beside: Person) -> Person:
    """gitskills, at the same instant as the committer."""
    return replace(beside, name=AUTHOR_NAME, email=AUTHOR_EMAIL)


def committer(folder: str) -> Person:
    """The user as `git var` gives them (name, e-mail, date), since libgit2 doesn't read all of git's sources."""
    done = run_git(folder, "var", "GIT_COMMITTER_IDENT")
    if done.status:
        done = run_git(folder, *_OWN, "var", "GIT_COMMITTER_IDENT")
    found = _IDENT.fullmatch(done.text)
    if found is None:
        raise RepositoryFault(
            f"git does not know who commits: {done.complaint.strip()}", "run `git var GIT_COMMITTER_IDENT`"
        )
    offset = int(found["sign"] + "1") * (int(found["hours"]) * 60 + int(found["minutes"]))
    return Person(found["name"] or AUTHOR_NAME, found["email"] or AUTHOR_EMAIL, int(found["time"]), offset)
