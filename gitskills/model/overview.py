"""What the library is and how it came to be: for `status`, `list`, `show` and `why`, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Scope
from gitskills.model.sync import Standing
from gitskills.model.usage import NEVER, Usage


@dataclass(frozen=True, slots=True)
class SkillLine:
    """A row of `list`. `status` may be `muted`: the team's policy keeps it from the host.

    `cost` and `tokens` are what its line in the host's own list takes (bytes, and at most so many tokens).

    `turns` are those in which it was listed since its life here began. Times are UNIX seconds, 0 = unknown.
    """

    name: str
    scope: str
    status: str
    owner: str
    description: str
    category: str
    changed: int = 0
    commit: str = ""
    cost: int = 0
    tokens: int = 0
    uses: int = 0
    views: int = 0
    turns: int = 0
    relapses: int = 0
    rate: float = 0.0  # uses per turn, recent ones weighing more
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What learned skills take of the host's list, beside the budget for all; `dispensable` ones first to be put away."""

    skills: int = 0
    cost: int = 0
    tokens: int = 0
    budget: int = 0
    dispensable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LastLanded:
    """The newest commit that changed a skill, and the words it rests on. `scope` says whose skill it was."""

    commit: str
    subject: str
    time: int
    reason: str
    quote: str
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """Who reads sessions (`why` says what it lacks, where offline stands in), and what models took today.

    `tokens` holds the `cached` ones; `dollars` is None where nobody said. `used_up` says which budget is, and is "" while none is.
    """

    reflector: str
    why: str = ""
    runs: int = 0
    tokens: int = 0
    cached: int = 0
    seconds: float = 0.0
    dollars: float | None = None
    used_up: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the run took that proposed something; `of` is how many proposals share it."""

    tokens: int
    cached: int
    seconds: float
    dollars: float | None
    of: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What `status` says. `problems` are sentences with the next step; `busy` names the worktree that holds the branch."""

    branch: str
    tip: str
    enabled: bool  # nobody said no
    landing: str
    reflector: str
    counts: tuple[tuple[str, int], ...]  # (probation|active|archived, how many); muted where there are such
    last: LastLanded | None
    queued: int
    in_review: int
    edits: int
    unseen: int
    deciding: int = 0  # decisions that wait for a person
    decisions: int = 0  # that stand
    asked: bool = True  # whether anybody said yes or no here
    foreign: int = 0  # skills that a commit changed which this clone has not accepted
    busy: str = ""
    problems: tuple[str, ...] = ()
    listing: Listing = Listing()
    thinking: Thinking = Thinking("offline")
    scope: str = Scope.PROJECT  # whose branch it is: the person's own outside of a repository
    sharing: Standing | None = None  # None where no remote is chosen


@dataclass(frozen=True, slots=True)
class SkillView:
    """What `show` prints: the skill's files at `commit` as text ("" for binary), by path, SKILL.md first."""

    name: str
    scope: str
    commit: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """One commit in a skill's life: what was done, why, from which words (speaker, quote, source, line)."""

    commit: str
    time: int
    subject: str
    action: str
    reason: str
    accepted: bool
    quotes: tuple[tuple[str, str, str, int], ...] = ()
    reflector: str = ""
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """What `why` tells of a skill, newest first; `undo` is the command that takes it back.

    `rests_on` are the decisions under it, a sentence each; `rules` what the rules say of it now, nothing where all passed.
    """

    name: str
    scope: str
    owner: str
    status: str
    description: str
    events: tuple[StoryEvent, ...]
    verdict: str = ""
    undo: str = ""
    rests_on: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    usage: Usage = NEVER
    pinned: bool = False
