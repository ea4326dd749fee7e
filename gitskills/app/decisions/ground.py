"""What the checked-out code still holds of what decisions cite. Where it can't be looked at, that is said instead."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gitskills.app.context import Store
from gitskills.decisions.cited import Cited, cited
from gitskills.decisions.surface import Ground
from gitskills.errors import RepositoryFault
from gitskills.git.process import Finished, run_git
from gitskills.model.decided import DecisionIndex
from gitskills.model.decision import Decision

AT_ONCE = 100  # symbols of one search
OURS = (":(exclude).gitskills", ":(exclude).claude/skills")  # a record's own words are no code


def look_at_code(store: Store, index: DecisionIndex) -> Ground:
    """The ground of all decisions that stand; nothing is called gone where the search itself failed."""
    folder = store.repo.work_dir
    if folder is None:
        return Ground(fault="a bare repository has no code checked out")
    names = {record.id: _inside(cited(record)) for record in index.current.values()}
    paths = {path for one in names.values() for path in one.paths}
    try:
        return Ground(
            gone=frozenset(path for path in paths if not os.path.lexists(Path(folder, path))),
            changed=dict(_changed(folder, index, names)),
            symbols=frozenset(_found(folder, {symbol for one in names.values() for symbol in one.symbols})),
        )
    except RepositoryFault as fault:
        return Ground(fault=fault.sentence)


def _inside(names: Cited) -> Cited:
    """Without paths that lead out of the repository."""
    kept = (path for path in names.paths if not path.startswith("/") and ".." not in path.split("/"))
    return Cited(tuple(kept), names.symbols)


def _found(folder: str, symbols: Iterable[str]) -> Iterator[str]:
    """The symbols that stand in some file as whole words."""
    every = sorted(symbols)
    for start in range(0, len(every), AT_ONCE):
        wanted = [word for symbol in every[start : start + AT_ONCE] for word in ("-e", symbol)]
        done = run_git(folder, "grep", "-I", "-h", "-o", "-w", "-F", "--no-color", *wanted, "--", ".", *OURS)
        _refuse(done, "grep", 1)
        yield from set(done.text.splitlines())


def _changed(folder: str, index: DecisionIndex, names: Mapping[str, Cited]) -> Iterator[tuple[str, frozenset[str]]]:
    """(decision, the cited files that are not what they were when somebody last looked at it)."""
    for record in index.current.values():
        paths = names[record.id].paths
        commit = _then(folder, _looked_at(index, record)) if paths else ""
        if commit:
            done = run_git(folder, "diff", "--name-only", "-z", "--no-renames", "--diff-filter=M", commit, "--", *paths)
            _refuse(done, "diff", 0)
            yield record.id, frozenset(path for path in os.fsdecode(done.output).split("\0") if path)


def _looked_at(index: DecisionIndex, record: Decision) -> int:
    """When it was recorded or last confirmed, UNIX seconds; 0 where nobody knows."""
    return max((event.time for event in index.events if event.id == record.id), default=0)


def _then(folder: str, time: int) -> str:
    """The commit that was checked out at a time, as far as HEAD's history tells, "" where there was none."""
    if not time:
        return ""
    done = run_git(folder, "rev-list", "-1", f"--before={time}", "HEAD", "--")
    return done.text.strip() if done.status == 0 else ""


def _refuse(done: Finished, what: str, nothing: int) -> None:
    if done.status > nothing:
        raise RepositoryFault(f"git {what} failed: {done.complaint.strip()}", "")
