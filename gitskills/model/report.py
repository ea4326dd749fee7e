"""What the use cases tell the command line: plain values, rendered as tables or as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Proposal, Scope
from gitskills.model.ruling import Ruling, Violation
from gitskills.model.usage import NEVER, Usage


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposal that a reflector made, with its id; `refusal` says why it got no further than intake, "" otherwise."""

    id: str
    proposal: Proposal
    refusal: str = ""
    nearest: str = ""


@dataclass(frozen=True, slots=True)
class Learned:
    """What one run of `learn` did with one transcript. `left` is True where more windows wait for the next run.

    `notes` say when another reflector stood in, and why.
    """

    transcript: str
    windows: int
    candidates: tuple[Candidate, ...]
    rulings: tuple[Ruling, ...]
    skipped: int = 0
    redactions: int = 0
    left: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The first request of a run as JSON, and about how many tokens it takes."""

    reflector: str
    tokens: int
    request: str


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of one line given to `propose`; `line` counts from 1. `ruling` is None where `refusal` says why."""

    line: int
    name: str
    ruling: Ruling | None
    refusal: str = ""
    nearest: str = ""


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
    enabled: bool
    landing: str
    reflector: str
    counts: tuple[tuple[str, int], ...]  # (probation|active|archived, how many); muted where there are such
    last: LastLanded | None
    queued: int
    in_review: int
    edits: int
    unseen: int
    foreign: int = 0  # skills that a commit changed which this clone has not accepted
    busy: str = ""
    problems: tuple[str, ...] = ()
    listing: Listing = Listing()
    thinking: Thinking = Thinking("offline")
    scope: str = Scope.PROJECT  # whose branch it is: the person's own outside of a repository


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
    """What `why` tells of a skill, newest first; `undo` is the command that takes it back."""

    name: str
    scope: str
    owner: str
    status: str
    description: str
    events: tuple[StoryEvent, ...]
    verdict: str = ""
    undo: str = ""
    usage: Usage = NEVER
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A file beside SKILL.md: `change` is added, changed or removed; `text` is all of it, or the difference; "" for no text."""

    path: str
    change: str
    size: int
    executable: bool
    text: str


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """Something for a person to decide. `kind` is proposal (waits for a yes), edit (changed in place) or landed (unseen).

    `detail` is SKILL.md or its difference, or the commit's words; `quotes` as in StoryEvent. `foreign`: not from this clone.
    """

    id: str
    kind: str
    scope: str
    name: str
    title: str
    reason: str
    detail: str
    violations: tuple[Violation, ...] = ()
    quotes: tuple[tuple[str, str, str, int], ...] = ()
    files: tuple[ReviewFile, ...] = ()
    commit: str = ""
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """What `rollback` did: the commit that takes it back, or the later commits in its way.

    `waits` says why the branch can't move now, `folder` is the worktree that needs it. Of `kept` the live folder stays as a
    person edited it.
    """

    commit: str
    subject: str
    names: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    waits: str = ""
    folder: str = ""
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawnSkill:
    """What becomes of a skill that descends from a withdrawn source: `removed`, `kept` by what others support, `held`.

    `goes` and `stays` are the commits (id, subject) that brought its parts; `why` says what holds it.
    """

    name: str
    scope: Scope
    place: str
    becomes: str
    goes: tuple[tuple[str, str], ...] = ()
    stays: tuple[tuple[str, str], ...] = ()
    restored: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawReport:
    """What descends from a source and what was done; `queued` names proposals of it that will never land."""

    sources: tuple[str, ...]
    skills: tuple[WithdrawnSkill, ...] = ()
    queued: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    waits: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a model would take at most to read sessions: `runs`, tokens in and out; `dollars` is None where no price is known."""

    reflector: str
    sessions: int
    runs: int
    tokens: int
    dollars: float | None


@dataclass(frozen=True, slots=True)
class Culprit:
    """The learned commit after which a command fails."""

    commit: str
    subject: str
    names: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found: (commit or "", folder or path, violation), and how many folders and commits were judged."""

    findings: tuple[tuple[str, str, Violation], ...]
    folders: int
    commits: int


@dataclass(frozen=True, slots=True)
class Probe:
    """One line of `doctor`: `ok` None means that it is worth knowing but nobody needs to act."""

    name: str
    ok: bool | None
    sentence: str
    hint: str = ""
