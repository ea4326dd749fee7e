"""A pull request (GitLab: a merge request): one that we propose, and one that people reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Evidence
from gitskills.model.ruling import Violation
from gitskills.model.usage import NEVER, Usage


@dataclass(frozen=True, slots=True)
class Lesson:
    """A skill as it is proposed to the project. `quotes` is how many words it rests on, shown or not."""

    name: str
    description: str
    reason: str
    tree: str
    changes: bool  # the project holds an older version of it
    evidence: tuple[Evidence, ...] = ()
    usage: Usage = NEVER
    findings: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class PullRequest:
    """What is to be opened: the commits of `topic` on `base`, and what to say."""

    topic: str
    base: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class PullReport:
    """What `pr` did or would do. `state` is planned, made (the branch alone), pushed, opened or updated.

    `commits` are (id, subject), ids "" where none was made; `left` are skills that stay out, and why; `commands` are what is
    run, with the body as the last one's input; `text` is for a person to send where nothing opens it; `hint` is what to do next.
    """

    request: PullRequest
    remote: str
    state: str
    commits: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, str], ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    url: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Closed:
    """A pull request that was closed unmerged: a person's no. `topics` are the branches that went with it."""

    names: tuple[str, ...]
    commits: tuple[str, ...]
    topics: tuple[str, ...] = ()
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote in a review. `hunk` is the part of the file `path` that it stands beside.

    `insider`: the forge says that the writer belongs to the project; `own`: it is whoever runs this.
    """

    url: str
    writer: str
    text: str
    time: str = ""
    path: str = ""
    hunk: str = ""
    insider: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A pull request with its comments, oldest first; what can't be read of them is counted."""

    number: int
    url: str
    writer: str
    comments: tuple[Comment, ...] = ()
    unreadable: int = 0
