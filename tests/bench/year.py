"""A year of learning in one repository: what a commit costs and how large the repository is, when it begins and when it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.table import Table, progress
from tests.support.hunting import hunt
from tests.support.repos import RepoBuilder
from tests.support.year import PROPOSALS, TURNS, Size, Year

ROOT = Path(__file__).parents[2]
COLUMNS = ("", "commits", "ms a commit", "live skills", "archived", "MB", "MB after gc")
Measured = dict[str, float]


def run() -> Sequence[Table]:
    with tempfile.TemporaryDirectory() as folder:
        made = RepoBuilder.with_commit(Path(folder) / "project", home=Path(folder) / "home")
        progress(f"year: {TURNS:,} turns")
        child = [sys.executable, "-m", "tests.bench.year", folder]
        done = subprocess.run(child, cwd=ROOT, env=made.environment, stdout=subprocess.PIPE, text=True, check=True)
    told = json.loads(done.stdout)
    rows = tuple(row(label, told[label]) for label in ("first tenth", "last tenth"))
    verbs = ", ".join(f"{times} {verb}" for verb, times in sorted(told["verbs"].items(), key=lambda item: -item[1]))
    note = (
        f"Processor time of the use cases; MB of `.git` with all state, and of a packed clone. {TURNS:,} turns and {PROPOSALS} proposals, drawn by lot: {verbs}. Room for {Size().pool} "
        f"skills was never exceeded; {told['restored']} archived ones came back byte for byte, each commit passed `gitskills check`, "
        "and `git fsck --strict` and `git bisect run` had nothing to complain of."
    )
    return (Table("A year", COLUMNS, rows, note),)


def row(label: str, told: Measured) -> tuple[str, ...]:
    return (
        label,
        f"{told['commits']:,.0f}",
        f"{told['seconds'] * 1e3 / told['commits']:,.0f}",
        f"{told['live']:.0f}",
        f"{told['kept']:.0f}",
        f"{told['bytes'] / 1e6:.1f}",
        f"{told['packed'] / 1e6:.1f}",
    )


def live_through(folder: Path) -> dict[str, object]:
    """The whole year, in a process whose home is the repository's."""
    made = RepoBuilder(folder / "project", folder / "home")
    year = Year(made, Size())
    _until(year, TURNS // 10)
    told: dict[str, object] = {"first tenth": _measured(year, year.spans)}
    _until(year, TURNS * 9 // 10)
    before = len(year.spans)
    _until(year, TURNS)
    told["last tenth"] = _measured(year, year.spans[before:])
    told["verbs"] = year.verbs()
    found, sought = hunt(made, year.live, folder / "hunt")
    assert found == sought, "git bisect run found another commit"
    told["restored"] = year.restore_all()
    assert year.sound("main..skills") == int(made.git("rev-list", "--count", "main..skills"))
    made.fsck()
    return told


def _until(year: Year, turns: int) -> None:
    while year.turns < turns and not year.over:
        year.round()
        progress(f"year: {year.turns:,} of {TURNS:,} turns")


def _measured(year: Year, spans: Sequence[tuple[float, int]]) -> Measured:
    copy = year.made.path.parent / f"packed-{year.turns}.git"
    year.made.git("clone", "--quiet", "--bare", "--no-local", str(year.made.path), str(copy))
    year.made.at(copy).git("gc", "--quiet", "--aggressive")
    return {
        "seconds": sum(seconds for seconds, _ in spans),
        "commits": sum(commits for _, commits in spans),
        "live": len(year.live),
        "kept": len(year.kept),
        "bytes": _size(year.made.path / ".git"),
        "packed": _size(copy),
    }


def _size(folder: Path) -> int:
    files = (path.stat() for path in folder.rglob("*") if path.is_file())
    return sum(file.st_blocks * 512 for file in files)  # whole blocks: what a small loose object really takes


if __name__ == "__main__":
    print(json.dumps(live_through(Path(sys.argv[1]))))
