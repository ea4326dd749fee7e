"""Which learned commit made a command fail: `git bisect run` in a throw-away clone, with the skills as they were at each step."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gitskills.app.branch.words import record_of
from gitskills.app.context import Context, Store
from gitskills.errors import EnvironmentFault, GitskillsError, UsageError
from gitskills.git.bisecting import STEP, borrow, narrow, run
from gitskills.git.opening import open_repository
from gitskills.git.port import Repository
from gitskills.hosts import live_tree
from gitskills.materialize.plan import plan
from gitskills.model.review import Culprit
from gitskills.model.skill import SIDECAR, SKILLS_ROOT, SkillFolder
from gitskills.promote.ledger import skill_of
from gitskills.state.durable import read_whole, remove, write_whole
from gitskills.state.environment import mark_child
from gitskills.state.lock import held

PREFIX = "gitskills-bisect-"
RECORD = "bisect"  # in state: the clone that is in use, so that the next run takes it away after a kill
UNTESTABLE = 125
ABORT = 128  # git bisect run stops at this exit code and above


def bisect(context: Context, good: str, command: Sequence[str]) -> Culprit:
    """The first commit after `good` ("" = where the branch forked) for which the command fails in the project as it is at HEAD."""
    store = context.need_project()
    tip = store.repo.tip(store.branch)
    if not tip:
        raise GitskillsError("nothing was learned yet", "see `gitskills status`")
    begin = _good(store, good, tip)
    project = store.repo.resolve("HEAD") or store.repo.default_tip() or tip
    with held(store.state, "bisect", 0), _clone(store, project) as folder:
        return _found(store, folder, (begin, tip), command)


def _good(store: Store, good: str, tip: str) -> str:
    """The commit that is known to be fine; without a fork the branch's first."""
    if good:
        commit = "" if good.startswith("-") else store.repo.resolve(f"{good}^{{commit}}")
        if not commit or not store.repo.is_ancestor(commit, tip) or commit == tip:
            raise UsageError(f"{good} is no earlier commit of {store.branch}", "see `gitskills log`")
        return commit
    firsts = store.repo.first_parents(store.branch, "Skill-Tree: ")
    if not firsts:
        raise GitskillsError("nothing was learned yet", "see `gitskills status`")
    first, parent = firsts[-1]
    return parent or first


def _found(store: Store, folder: str, ends: tuple[str, str], command: Sequence[str]) -> Culprit:
    good, tip = ends
    if code := _try(folder, good, command):
        raise GitskillsError(
            f"the command fails ({code}) at {good[:12]} already", "name a commit at which it passes with --good"
        )
    if (code := _try(folder, tip, command)) in {0, UNTESTABLE}:
        why = "passes with everything that was learned" if code == 0 else "says that it can't tell (125)"
        raise GitskillsError(f"the command {why}", "nothing is to be looked for")
    culprit = narrow(folder, tip, good, (sys.executable, "-m", "gitskills", "bisect-step", "--", *command))
    if not culprit:
        raise GitskillsError(
            "the commit could not be found: the command told of too few commits", "see what it printed"
        )
    record = record_of(store, culprit)
    names = tuple(dict.fromkeys(skill_of(folder.path) for folder in record.folders)) if record else ()
    subject = record.message.partition("\n")[0] if record else ""
    return Culprit(culprit, subject, names, record.message if record else "")


def _try(folder: str, commit: str, command: Sequence[str]) -> int:
    dress(open_repository(folder), folder, commit)
    return run(folder, command)


def step(folder: str, command: Sequence[str]) -> int:
    """One step of `git bisect run`, in the clone: the skills of the commit in question, then the command."""
    repo = open_repository(folder)
    commit = repo.resolve(STEP)
    if not commit:
        return ABORT
    dress(repo, folder, commit)
    return min(run(folder, command, apart=False) % 256, ABORT - 1)


def dress(repo: Repository, folder: str, commit: str) -> None:
    """Write the skills of a commit where the host reads them, as a clone has them: without quotes and sidecars."""
    wanted = {
        entry.name: SkillFolder(entry.name, files)
        for entry in repo.entries(commit, SKILLS_ROOT)
        if entry.kind == "tree" and SIDECAR in (files := repo.files(entry.oid))
    }
    kept = {entry.name for entry in repo.entries(repo.resolve("HEAD"), SKILLS_ROOT)}
    gone = {name for name in live_tree.names(folder, SKILLS_ROOT) if name not in wanted and name not in kept}
    live = live_tree.read(folder, SKILLS_ROOT, sorted({*wanted, *gone}))
    trouble = live_tree.carry_out(folder, SKILLS_ROOT, plan(wanted, live, lambda _path, _content: True))
    if trouble:
        raise EnvironmentFault(trouble[0], "nothing of yours was changed")


@contextmanager
def _clone(store: Store, commit: str) -> Iterator[str]:
    """A folder that is gone afterwards; after a kill the next run takes it away."""
    record = store.state.file(RECORD)
    _take_away(read_whole(record))
    folder = str(Path(tempfile.gettempdir()).resolve() / f"{PREFIX}{secrets.token_hex(8)}")
    write_whole(record, os.fsencode(folder))
    mark_child()
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        borrow(store.repo.common_dir, folder, commit)
        yield folder
    finally:
        signal.signal(signal.SIGTERM, before)
        shutil.rmtree(folder, ignore_errors=True)
        remove(record)


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _take_away(record: bytes | None) -> None:
    folder = Path(os.fsdecode(record or b""))
    if folder.name.startswith(PREFIX) and folder.is_absolute() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
