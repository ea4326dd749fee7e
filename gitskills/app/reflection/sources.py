"""How a transcript is named in a commit: no home path, no user name, no session id in clear."""

from __future__ import annotations

from pathlib import Path

from gitskills.app.context import Store
from gitskills.state.directory import user_state
from gitskills.state.secret import keyed_hash


def source_of(store: Store | None, transcript: str) -> str:
    """The path where the repository holds the file, else `claude-code:` and a hash that only this clone can tie to it."""
    path = Path(transcript).resolve()
    root = Path(store.repo.work_dir).resolve() if store and store.repo.work_dir else None
    if root is not None and path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    state = store.state if store else user_state()
    return f"claude-code:{keyed_hash(state, path.stem)}"
