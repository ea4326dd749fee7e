"""What one more promotion costs, in a repository with a large main tree, beside two ways of making the same commits with git.

The marginal time comes from the outside: one run of `gitskills promote` with many proposals in the queue, less one with a single one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from gitskills.model.changeset import ChangeSet
from tests.bench.library import Lesson, birth, library, stream_commit
from tests.bench.table import Table
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

FILES = 50_000
LIBRARIES = (10, 1_000, 10_000)
BATCH = 100
BY_HAND = 10
ROUNDS = 3
OPEN_LIMITS = {"gitskills.birthsPerDay": "100000", "gitskills.probationMax": "100000"}


@dataclass(frozen=True)
class Cost:
    """Seconds a commit; `start` is a run with one proposal, `size` bytes on disk a commit."""

    ours: float
    start: float
    stream: float
    by_hand: float
    size: float


def run() -> Sequence[Table]:
    rows = []
    for skills in LIBRARIES:
        with tempfile.TemporaryDirectory() as folder:
            cost = measure(Path(folder), skills)
        rows.append(
            (
                f"{skills:,} skills",
                f"{cost.ours * 1e3:.1f}",
                f"{cost.stream * 1e3:.1f}",
                f"{cost.ours / cost.stream:.1f} ×",
                f"{cost.by_hand * 1e3:.0f}",
                f"1/{cost.by_hand / cost.ours:.0f}",
                f"{cost.start * 1e3:.0f}",
                f"{cost.size / 1e3:.1f}",
            )
        )
    columns = ("library", "gitskills", "fast-import", "ratio", "add + commit", "ratio", "start", "KB a commit")
    note = (
        f"Milliseconds a promotion, {BATCH} in one run (validation, proof, commit, live copies), median of {ROUNDS} rounds; main "
        f"has {FILES:,} files. `start` is a whole run with one proposal. fast-import makes the same commits in one stream, "
        f"add + commit in a linked worktree."
    )
    return (Table("Promotion", columns, tuple(rows), note),)


def measure(folder: Path, skills: int) -> Cost:
    repo = library(folder, skills, FILES)
    for name, value in OPEN_LIMITS.items():
        repo.git("config", name, value)
    base = repo.tip("skills")
    single, many, sizes = [], [], []
    free = skills
    for _ in range(ROUNDS):
        single.append(_promote(repo, folder, range(free, free + 1)))
        before = _objects(repo)
        many.append(_promote(repo, folder, range(free + 1, free + 1 + BATCH)))
        sizes.append((_objects(repo) - before) / BATCH)
        free += 1 + BATCH
    streams = []
    for _ in range(ROUNDS):  # others each time: git writes no object twice
        births = [birth(number) for number in range(free, free + BATCH)]
        streams.append(_stream(repo, base, births))
        free += BATCH
    by_hand = _by_hand(repo, folder, base, [birth(number) for number in range(free, free + BY_HAND)])
    start = median(single)
    ours = (median(many) - start) / (BATCH - 1)
    return Cost(ours, start, median(streams) / BATCH, by_hand / BY_HAND, median(sizes))


def _promote(repo: RepoBuilder, folder: Path, numbers: range) -> float:
    """Queue these lessons, then time what lands them."""
    session = TranscriptBuilder()
    proposals = []
    transcript = folder / f"session-{numbers.start}.jsonl"
    for lesson in map(Lesson, numbers):
        quote = {"quote": lesson.quote, "line": session.user(lesson.quote), "transcript": str(transcript)}
        proposals.append(
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
    session.write(transcript)
    lines = "".join(json.dumps(proposal) + "\n" for proposal in proposals)
    _gitskills(repo, "propose", "--queue", stdin=lines)
    begun = time.perf_counter()
    landed = _gitskills(repo, "promote", "--json")
    taken = time.perf_counter() - begun
    rulings = [json.loads(line)["ruling"] for line in landed.splitlines()]
    assert rulings == ["landed"] * len(numbers), landed
    return taken


def _gitskills(repo: RepoBuilder, *words: str, stdin: str = "") -> str:
    command = [sys.executable, "-m", "gitskills", *words]
    done = subprocess.run(
        command, cwd=repo.path, env=repo.environment, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _stream(repo: RepoBuilder, base: str, births: Sequence[ChangeSet]) -> float:
    """The same commits by one `git fast-import`."""
    repo.git("update-ref", "refs/heads/stream", base)
    parts = [stream_commit("stream", change, "" if number else base) for number, change in enumerate(births)]
    begun = time.perf_counter()
    repo.run("fast-import", "--quiet", stdin=b"".join(parts))
    return time.perf_counter() - begun


def _by_hand(repo: RepoBuilder, folder: Path, base: str, births: Sequence[ChangeSet]) -> float:
    """The same commits by `git add` and `git commit` in a linked worktree."""
    tree = repo.worktree(folder / "by-hand", "-b", "by-hand", base)
    begun = time.perf_counter()
    for change in births:
        for write in change.writes:
            tree.write(write.path, write.content)
        tree.git("add", "--", *(write.path for write in change.writes))
        tree.git("commit", "--quiet", "--file=-", stdin=change.message.render().encode())
    return time.perf_counter() - begun


def _objects(repo: RepoBuilder) -> int:
    return sum(path.stat().st_size for path in (repo.path / ".git/objects").rglob("*") if path.is_file())
