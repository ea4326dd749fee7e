"""A pull request that was closed unmerged, where a person says that it is a verdict: the lessons are refused, the topic goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitskills.app.context import Context, Store
from gitskills.app.rollback import rollback
from gitskills.app.sharing.topic import own_chain, skills_of
from gitskills.errors import GitskillsError, UsageError
from gitskills.git.topics import drop_branch
from gitskills.model.pull import Closed
from gitskills.model.skill import SKILLS_ROOT
from gitskills.share.pullrequest import ALL, topic_of

REASON = "The pull request was closed unmerged."


def close_unmerged(context: Context, names: Sequence[str], reason: str) -> Closed:
    """Take the skills back, as `rollback` does, and their topic branches away."""
    if not names:
        raise UsageError("a closed pull request is a verdict on skills that you name", "gitskills pr --closed SKILL")
    store = context.need_project()
    tip = store.repo.tip(store.branch)
    live = {found.name for found in store.repo.entries(tip, SKILLS_ROOT)} if tip else set()
    for name in names:
        if name not in live:
            raise GitskillsError(f"there is no skill {name!r}", "see `gitskills list`")
    commits: list[str] = []
    for name in dict.fromkeys(names):
        done = rollback(context, name, reason or REASON)
        if not done.commit:
            return Closed(tuple(names[: len(commits)]), tuple(commits), waits=done.waits or f"{name} is in the way")
        commits.append(done.commit)
    return Closed(tuple(dict.fromkeys(names)), tuple(commits), tuple(_dropped(store, names)))


def _dropped(store: Store, names: Sequence[str]) -> Iterator[str]:
    """The topics that are about these skills alone, with nothing but commits of ours, and that no worktree is on."""
    wanted = (*(topic_of([name], everything=False) for name in names), topic_of(names, everything=False), ALL)
    for topic in dict.fromkeys(wanted):
        tip = store.repo.tip(topic)
        skills = skills_of(own_chain(store, tip)) if tip else frozenset()
        if skills and skills <= set(names) and store.repo.busy(topic) is None and drop_branch(store.folder, topic, tip):
            yield topic
