"""What one more promotion costs, in a repository with a large main tree, beside two ways of making the same commits with git.

The marginal time comes from the outside: one run of `gitskills promote` with many proposals in the queue, less one with a single one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from tests.bench.library import Lesson, birth, library, stream_commit
from tests.bench.table import Table, progress, spent
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

FILES = 50_000
LIBRARIES = (10, 1_000, 10_000)
BATCH = 100
BY_HAND = 5
ROUNDS = 3
OPEN_LIMITS = {"gitskills.birthsPerDay": "100000", "gitskills.probationMax": "100000"}
COLUMNS = (
    "library",
    "gitskills",
    "fast-import",
    "ratio",
    "add + commit",
    "ratio",
    "start",
    "first start",
    "KB a commit",
    "KB, add + commit",
)
NOTE = (
    f"Milliseconds of processor time a promotion, {BATCH} in one run (validation, proof, commit, live copies); main has {FILES:,} files. fast-import makes the "
    "same commits in one stream, add + commit in a linked worktree. `start` is a whole run with one proposal, `first start` the same where "
    f"history was never read, once; of all others the best of {ROUNDS} rounds."
)


@dataclass(frozen=True)
class Cost:
    """Seconds and bytes on disk a commit: ours, in a stream, by hand. `first` and `start` are runs with one proposal."""

    first: float
    ours: float
    stream: float
    by_hand: float
    start: float
    size: float
    size_by_hand: float

    def row(self, label: str) -> tuple[str, ...]:
        return (
            label,
            f"{self.ours * 1e3:.1f}",
            f"{self.stream * 1e3:.1f}",
            f"{self.ours / self.stream:.1f} ×",
            f"{self.by_hand * 1e3:.0f}",
            f"1/{self.by_hand / self.ours:.0f}",
            f"{self.start * 1e3:,.0f}",
            f"{self.first * 1e3:,.0f}",
            f"{self.size / 1e3:.1f}",
            f"{self.size_by_hand / 1e3:.1f}",
        )


def run() -> Sequence[Table]:
    rows = []
    for skills in LIBRARIES:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(Path(folder), skills).row(f"{skills:,} skills"))
    return (Table("Promotion", COLUMNS, tuple(rows), NOTE),)


def measure(folder: Path, skills: int) -> Cost:
    progress(f"promotion, {skills:,} skills: building the library")
    repo = library(folder, skills, FILES)
    for name, value in OPEN_LIMITS.items():
        repo.git("config", name, value)
    base = repo.tip("skills")
    hand = repo.worktree(folder / "by-hand", "-b", "by-hand", base)
    fresh = count(skills)  # others each time: git writes no object twice
    progress(f"promotion, {skills:,} skills: first start")
    first = _promote(repo, folder, take(fresh, 1))
    rounds = []
    for number in range(ROUNDS):
        progress(f"promotion, {skills:,} skills: round {number + 1} of {ROUNDS}")
        start = _promote(repo, folder, take(fresh, 1))
        many, size = _with_size(repo, lambda: _promote(repo, folder, take(fresh, BATCH)))
        stream = _stream(repo, base, take(fresh, BATCH))
        by_hand, size_by_hand = _with_size(repo, lambda: _by_hand(hand, take(fresh, BY_HAND)))
        ours = (many - start) / (BATCH - 1)
        rounds.append((ours, stream / BATCH, by_hand / BY_HAND, start, size / BATCH, size_by_hand / BY_HAND))
    return Cost(first, *(min(taken) for taken in zip(*rounds, strict=True)))


def take(numbers: Iterator[int], size: int) -> list[int]:
    return list(islice(numbers, size))


def _with_size(repo: RepoBuilder, work: Callable[[], float]) -> tuple[float, float]:
    """What the work says, and by how much the repository's objects grew."""
    before = _objects(repo)
    return work(), _objects(repo) - before


def _promote(repo: RepoBuilder, folder: Path, numbers: Sequence[int]) -> float:
    """Queue these lessons, then time what lands them."""
    session = TranscriptBuilder()
    transcript = folder / f"session-{numbers[0]}.jsonl"
    proposals = [_proposal(lesson, session.user(lesson.quote), transcript) for lesson in map(Lesson, numbers)]
    session.write(transcript)
    _gitskills(repo, "propose", "--queue", stdin="".join(json.dumps(proposal) + "\n" for proposal in proposals))
    begun = spent()
    landed = _gitskills(repo, "promote", "--json")
    taken = spent() - begun
    rulings = [json.loads(line)["ruling"] for line in landed.splitlines()]
    assert rulings == ["landed"] * len(numbers), landed
    return taken


def _proposal(lesson: Lesson, line: int, transcript: Path) -> dict[str, object]:
    return {
        "action": "add",
        "name": lesson.name,
        "description": lesson.description,
        "body": lesson.body,
        "reason": f"Said about {lesson.words[1]}.",
        "confidence": "explicit",
        "evidence": [{"quote": lesson.quote, "line": line, "transcript": str(transcript)}],
    }


def _gitskills(repo: RepoBuilder, *words: str, stdin: str = "") -> str:
    command = [sys.executable, "-m", "gitskills", *words]
    done = subprocess.run(
        command, cwd=repo.path, env=repo.environment, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _stream(repo: RepoBuilder, base: str, numbers: Sequence[int]) -> float:
    """The same commits by one `git fast-import`."""
    repo.git("update-ref", "refs/heads/stream", base)
    parts = [stream_commit("stream", birth(number), base if number == numbers[0] else "") for number in numbers]
    begun = spent()
    repo.run("fast-import", "--quiet", stdin=b"".join(parts))
    return spent() - begun


def _by_hand(tree: RepoBuilder, numbers: Sequence[int]) -> float:
    """The same commits by `git add` and `git commit` in a linked worktree."""
    begun = spent()
    for change in map(birth, numbers):
        for write in change.writes:
            tree.write(write.path, write.content)
        tree.git("add", "--", *(write.path for write in change.writes))
        tree.git("commit", "--quiet", "--file=-", stdin=change.message.render().encode())
    return spent() - begun


def _objects(repo: RepoBuilder) -> int:
    files = (path.stat() for path in (repo.path / ".git/objects").rglob("*") if path.is_file())
    return sum(file.st_blocks * 512 for file in files)  # whole blocks: what a small loose object really takes
