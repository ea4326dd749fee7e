"""The README's picture of the demo: `python -m tests.support.demo_log` makes the demo and writes down what git log says of it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.readme import write_block
from tests.support.repos import RepoBuilder

RANGE = "main..skills"


def made(folder: Path) -> RepoBuilder:
    """The repository that `gitskills demo FOLDER` makes."""
    home = folder / "home"
    home.mkdir()
    repo = RepoBuilder(folder / "demo" / "inventory", home)
    command = [sys.executable, "-m", "gitskills", "demo", str(folder / "demo")]
    done = subprocess.run(command, cwd=folder, env=repo.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return repo


def picture(repo: RepoBuilder) -> str:
    """All subjects, and the oldest commit in full."""
    subjects = repo.git("log", "--oneline", RANGE)
    first = repo.git("rev-list", "--reverse", RANGE).split("\n")[0]
    whole = repo.git("show", "--no-patch", "--format=medium", first)
    words = f"$ git log --oneline {RANGE}\n{subjects}\n\n$ git show --no-patch {first[:7]}\n{whole}"
    return "\n".join(f"    {line}".rstrip() for line in words.split("\n"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        write_block("demo", picture(made(Path(place))))
