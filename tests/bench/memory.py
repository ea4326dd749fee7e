"""How much memory `gitskills learn` needs for a very long transcript."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.library import Lesson
from tests.bench.table import Table, progress
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

GIGABYTE = 1_000_000_000
SIZES = {"one exchange": 1, "100 MB": GIGABYTE // 10, "1 GB": GIGABYTE}
EXCHANGES = 500  # written at a time


class Part(TranscriptBuilder):
    """A part of a session: its records are numbered on from `offset` and hang on the last one before."""

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.number = 1
        self.offset = offset
        self.parent = super().uuid(offset) if offset else None

    def uuid(self, line: int) -> str:
        return super().uuid(self.offset + line)


def run() -> Sequence[Table]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        repo = RepoBuilder.with_commit(Path(folder) / "project", home=Path(folder) / "home")
        repo.git("config", "gitskills.window.perRun", "100000")
        for name, size in SIZES.items():
            transcript = Path(folder) / "session.jsonl"
            written = write_session(transcript, size)
            progress(f"memory, {name}: learning")
            rows.append((name, f"{written / 1e6:,.1f}", f"{learn(repo, transcript) / 1e6:.0f}"))
    note = "`gitskills learn --dry-run` from an empty cursor to the end of the file, all windows in one run."
    return (Table("Memory", ("transcript", "MB", "peak MB"), tuple(rows), note),)


def write_session(place: Path, size: int) -> int:
    """A session of at least `size` bytes: a prompt, then commands with long output, again and again."""
    with place.open("wb") as file:
        records = exchanges = 0
        while file.tell() < size:
            part = Part(records)
            for _ in range(EXCHANGES if size > 1_000_000 else 1):
                lesson = Lesson(exchanges)
                part.user(f"Now look at {' '.join(lesson.words[:4])}, please.")
                for turn in range(4):
                    output = "\n".join(f"{word}: {turn} of {exchanges}" for word in lesson.words * 40)
                    part.exchange("Bash", output, command=f"./run {lesson.words[turn]}")
                exchanges += 1
            file.write(part.data())
            records += part.line
        return file.tell()


def learn(repo: RepoBuilder, transcript: Path) -> int:
    """The peak of resident memory in bytes, as the kernel counts it for the finished process."""
    command = [sys.executable, "-m", "gitskills", "learn", "--dry-run", str(transcript)]
    with tempfile.TemporaryFile() as output:
        started = subprocess.Popen(command, cwd=repo.path, env=repo.environment, stdout=output, stderr=output)
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        assert started.returncode in {0, 1}, output.read().decode("utf-8", "replace")
    return usage.ru_maxrss * 1_024
