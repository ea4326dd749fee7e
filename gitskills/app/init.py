"""Switching gitskills on in a repository: `gitskills.enabled` and the managed block in `.git/info/exclude`; and off again."""

from __future__ import annotations

from gitskills.app.context import open_context
from gitskills.app.githook import take_out
from gitskills.app.live.managed import add_block, exclude_file, in_the_way, managed_here, note_managed
from gitskills.app.switches import begin_now
from gitskills.model.hookwords import TOPICS
from gitskills.model.target import folder_of
from gitskills.state import gitconfig


def init(folder: str) -> tuple[str, ...]:
    """Sentences about what was done. A RepositoryFault outside a repository."""
    store = open_context(folder).need_project()
    place, obstacle = exclude_file(store), in_the_way(store)
    done = "added a block for learned skills to" if add_block(store) else "found the block for learned skills in"
    if gitconfig.explicitly(folder, gitconfig.ENABLED) is not True:
        begin_now(str(store.state.root), TOPICS)
    gitconfig.write(folder, gitconfig.ENABLED, "true", "local")
    there = store.repo.tip(store.branch)
    born = "is there already" if there else "is made when the first lesson lands"
    return (
        f"{obstacle}: `git status` will show learned skills"
        if obstacle
        else f"{done} {place}, so that they stay out of `git status`",
        f"the branch {store.branch} {born}; your own branches, index and files are left alone",
        "`gitskills learn TRANSCRIPT` reads a session that is over; `gitskills demo` shows it on an example",
    )


def leave(folder: str, *, staying: bool = True) -> tuple[str, ...]:
    """The opposite, as if it had never been; nothing outside a repository. Live skills stay, and stay out of `git status`.

    `staying`: say so; they don't where a purge follows.
    """
    store = open_context(folder).project
    if store is None:
        return ()
    gitconfig.unset(folder, gitconfig.ENABLED, "local")
    note_managed(store, {}, {})
    left = [f"{folder_of(word)}: {len(names)}" for word, names in managed_here(store).items()]
    kept = f"; learned skills stay in {', '.join(left)}, their history on {store.branch}" if left and staying else ""
    return (f"switched off in {store.folder}{kept}", *take_out(store))
