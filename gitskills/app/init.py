"""Making a repository ready: the managed block in `.git/info/exclude`, and nothing else. Again is as good as once."""

from __future__ import annotations

from pathlib import Path

from gitskills.app.context import open_context
from gitskills.materialize.exclude import BEGIN, BLOCK, END
from gitskills.state.durable import read_whole, write_whole


def init(folder: str) -> tuple[str, ...]:
    """Sentences about what was done. A RepositoryFault outside a repository."""
    store = open_context(folder).need_project()
    place = Path(store.repo.common_dir) / "info" / "exclude"
    done = "added a block for learned skills to" if _add_block(place) else "found the block for learned skills in"
    there = store.repo.tip(store.branch)
    born = "is there already" if there else "is made when the first lesson lands"
    return (
        f"{done} {place}, so that they stay out of `git status`",
        f"the branch {store.branch} {born}; your own branches, index and files are left alone",
        "next: `gitskills learn TRANSCRIPT`, or `gitskills demo` to see it on an example",
    )


def _add_block(place: Path) -> bool:
    """Whether the block was not there; the file keeps everything else, and its mode."""
    content = read_whole(place) or b""
    if BLOCK.search(content):
        return False
    mode = place.stat().st_mode & 0o777 if place.exists() else 0o644
    place.parent.mkdir(exist_ok=True)
    separator = b"" if not content or content.endswith(b"\n") else b"\n"
    write_whole(place, content + separator + BEGIN + END)
    place.chmod(mode)
    return True
