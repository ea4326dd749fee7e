"""How the branch stands to the chosen remote, read from refs alone: nothing is asked of the network."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.git.process import run_git
from gitskills.model.sync import Standing

HEADS, REMOTES = "refs/heads", "refs/remotes"


def standing(context: Context, store: Store) -> Standing | None:
    """None where no remote is chosen."""
    remote = context.settings.remote
    if not remote:
        return None
    here, there = f"{HEADS}/{store.branch}", f"{REMOTES}/{remote}/{store.branch}"
    defaults = store.repo.default_tips()
    ahead = _count(store, here, (there, *defaults))
    return Standing(remote, ahead, _count(store, there, (here, *defaults)))


def _count(store: Store, tip: str, stop: tuple[str, ...]) -> int:
    """Commits of a ref that none of the others has; a ref that is not there has none."""
    known = [each for each in stop if store.repo.resolve(each)]
    if not store.repo.resolve(tip):
        return 0
    done = run_git(store.folder, "rev-list", "--count", tip, "--not", *known)
    return int(done.output) if done.output.strip().isdigit() else 0
