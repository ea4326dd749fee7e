"""What a sync costs where little is new, after a short history and after a long one.

The library is the same, so that only history differs: its skills were changed over and over.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from gitskills.model.changeset import ChangeSet, Write
from gitskills.model.proposal import Action, Evidence, Proposal
from gitskills.model.skill import SKILL_FILE, SKILLS_ROOT
from gitskills.model.turn import Channel, Speaker
from gitskills.promote.message import proposal_message
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.evidence import quote_digest
from gitskills.state.directory import project_state
from gitskills.state.seen import add_marks
from tests.bench.library import Lesson, library, stream_commit
from tests.bench.table import Table, progress, spent
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

SKILLS = 50
HISTORIES = (100, 10_000)
ROUNDS = 3
LIMITS = {"birthsPerDay": "100000", "probationMax": "100000", "remote": "origin"}
COLUMNS = ("history", "nothing new", "send 1", "take in 1", "merge 1 and 1", "take in 10")
NOTE = (
    f"Milliseconds of processor time of `gitskills sync` with git's own on both sides, over a bare repository on the same disk; {SKILLS} skills, "
    f"of which the longer history is more changes. Best of {ROUNDS} rounds."
)


def run() -> Sequence[Table]:
    costs = []
    for commits in HISTORIES:
        with tempfile.TemporaryDirectory() as folder:
            costs.append(measure(Path(folder), commits))
    rows = [
        (f"{commits:,} commits", *(f"{cost * 1e3:,.0f}" for cost in cost))
        for commits, cost in zip(HISTORIES, costs, strict=True)
    ]
    ratio = ("ratio", *(f"{late / early:.2f} ×" for early, late in zip(*costs, strict=True)))
    return (Table("Sync", COLUMNS, (*rows, ratio), NOTE),)


def measure(folder: Path, commits: int) -> tuple[float, ...]:
    """Seconds, column by column."""
    progress(f"sync, {commits:,} commits: building the history")
    one, other = _clones(folder, commits)
    fresh = count(SKILLS)

    def learn(made: RepoBuilder, number: int) -> None:
        _learn(made, folder, [next(fresh) for _ in range(number)])

    rounds = []
    for number in range(ROUNDS):
        progress(f"sync, {commits:,} commits: round {number + 1} of {ROUNDS}")
        rounds.append(_round(one, other, learn))
    return tuple(min(taken) for taken in zip(*rounds, strict=True))


def _round(one: RepoBuilder, other: RepoBuilder, learn: Callable[[RepoBuilder, int], None]) -> tuple[float, ...]:
    nothing = _sync(one, 0, 0)
    learn(one, 1)
    sent, taken = _sync(one, 0, 1), _sync(other, 1, 0)
    learn(one, 1)
    learn(other, 1)
    _sync(one, 0, 1)
    merged = _sync(other, 1, 2)
    learn(other, 10)
    _sync(other, 0, 10)
    return nothing, sent, taken, merged, _sync(one, 12, 0)


def _sync(made: RepoBuilder, came: int, went: int) -> float:
    begun = spent()
    said = _gitskills(made, "sync", "--json")
    taken = spent() - begun
    report = json.loads(said)
    assert (len(report["came"]), len(report["went"])) == (came, went), said
    return taken


def _clones(folder: Path, commits: int) -> tuple[RepoBuilder, RepoBuilder]:
    """Two clones that hold the whole history, as if they had always shared it."""
    made = library(folder, SKILLS)
    parent = made.tip("skills")
    changes = (
        stream_commit("skills", _change(number), "" if number > SKILLS else parent, number)
        for number in range(SKILLS, commits)
    )
    made.run("fast-import", "--quiet", stdin=b"".join(changes))
    made.git("repack", "-adq")
    bare = made.at(folder / "team.git")
    made.git("clone", "--quiet", "--bare", str(made.path), str(bare.path))
    return _clone(bare, folder / "one"), _clone(bare, folder / "other")


def _clone(bare: RepoBuilder, place: Path) -> RepoBuilder:
    bare.git("clone", "--quiet", bare.path.as_uri(), str(place))
    made = bare.at(place)
    made.git("branch", "--quiet", "--no-track", "skills", "origin/skills")
    for name, value in LIMITS.items():
        made.git("config", f"gitskills.{name}", value)
    add_marks(project_state(str(place / ".git")), "made", made.git("rev-list", "main..skills").split())
    _gitskills(made, "promote")  # reads the history once
    return made


def _change(number: int) -> ChangeSet:
    """The commit that says one of the skills a little differently."""
    lesson = Lesson(number % SKILLS)
    said = Evidence(
        lesson.quote, Speaker.USER, Channel.TYPED, number + 1, "claude-code:bench", quote_digest(lesson.quote)
    )
    proposal = Proposal(Action.PATCH, lesson.name, reason=f"Said again, {number}.", evidence=(said,), reflector="bench")
    text = render(Document(lesson.name, lesson.description, f"{lesson.body}\n\nSaid for the {number}th time."))
    folder = f"{SKILLS_ROOT}/{lesson.name}"
    message = proposal_message(proposal, quote_digest(f"{lesson.name} {number}"), lesson.description)
    return ChangeSet(message, writes=(Write(f"{folder}/{SKILL_FILE}", text),), skill_tree_of=folder)


def _learn(made: RepoBuilder, folder: Path, numbers: Sequence[int]) -> None:
    session = TranscriptBuilder()
    place = folder / f"session-{numbers[0]}.jsonl"
    rows = []
    for lesson in map(Lesson, numbers):
        quote = {"quote": lesson.quote, "line": session.user(lesson.quote), "transcript": str(place)}
        rows.append(
            {
                "action": "add",
                "name": lesson.name,
                "description": lesson.description,
                "body": lesson.body,
                "reason": f"Said about {lesson.words[1]}.",
                "confidence": "explicit",
                "evidence": [quote],
            }
        )
    session.write(place)
    _gitskills(made, "propose", stdin="".join(json.dumps(row) + "\n" for row in rows))


def _gitskills(made: RepoBuilder, *words: str, stdin: str = "") -> str:
    command = [sys.executable, "-m", "gitskills", *words]
    done = subprocess.run(
        command, cwd=made.path, env=made.environment, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
