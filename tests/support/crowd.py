"""Many clones of one project that learn, share and are killed at random; then whoever is left meets.

Run in a process of its own, which forks once an act. What is drawn by lot follows from the seed, but for the times of the kills.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gitskills.app.rollback import rollback
from gitskills.app.sync import sync
from tests.support.remotes import Team, team
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, drain, here, landed, lesson, teach, transcript

AT_ONCE = 3  # acts that run side by side
BATCH = 4  # lessons of one session, at most
KILLED = 0.3  # of all acts
LONGEST = 0.8  # seconds before a kill
COMMON = 10  # one of so many lessons is learned in two clones
BACK = 12  # one of so many is taken back
LIMITS = {"gitskills.birthsPerDay": "100000", "gitskills.probationMax": "100000", "gitskills.lockSeconds": "120"}
FASTER = "others kept pushing"


@dataclass(frozen=True)
class Member:
    """A clone, what it is to learn, and what its person takes back."""

    repo: RepoBuilder
    lessons: tuple[Lesson, ...]
    back: tuple[Lesson, ...]


@dataclass(frozen=True)
class Crowd:
    ours: Team
    members: tuple[Member, ...]

    @property
    def wanted(self) -> list[Lesson]:
        """Every lesson that must be there in the end, once."""
        gone = {each.name for member in self.members for each in member.back}
        every = {each.name: each for member in self.members for each in member.lessons if each.name not in gone}
        return sorted(every.values(), key=lambda each: each.name)


def crowd(folder: Path, clones: int, lessons: int) -> Crowd:
    ours = team(folder)
    members = []
    for number in range(clones):
        repo = ours.clone(f"clone{number}")
        for key, value in LIMITS.items():
            repo.git("config", key, value)
        own = [lesson(place, number) for place in range(lessons)]
        known = [lesson(place, (number + 1) % clones) for place in range(lessons) if place % COMMON == COMMON - 1]
        back = [each for place, each in enumerate(own) if place % BACK == BACK - 1]
        members.append(Member(repo, tuple(own + known), tuple(back)))
    return Crowd(ours, tuple(members))


def share(repo: RepoBuilder) -> str:
    """Why the sync stopped, "" where it did all."""
    return sync(here(repo.path), "", push=True, pull=True, progress=lambda _done, _total: None).stopped


def learn(member: Member, some: Sequence[Lesson], session: Path) -> None:
    teach(member.repo.path, *some, session=transcript(session, some))


def _share_once(repo: RepoBuilder) -> None:
    why = share(repo)
    assert not why or FASTER in why, why


def acts(made: Crowd, lot: random.Random) -> list[Callable[[], None]]:
    """Everything that is to happen, in an order drawn by lot: each member learns in sessions and syncs between them."""
    todo: list[Callable[[], None]] = []
    for number, member in enumerate(made.members):
        left = list(member.lessons)
        while left:
            size = lot.randint(1, BATCH)
            some, left = left[:size], left[size:]
            place = made.ours.folder / f"session{number}-{len(left)}"
            todo.append(lambda member=member, some=some, place=place: learn(member, some, place))  # type: ignore[misc]
            todo.append(lambda member=member: _share_once(member.repo))  # type: ignore[misc]
    lot.shuffle(todo)
    return todo


def live_through(made: Crowd, lot: random.Random) -> int:
    """All acts, some at a time, many killed; how many were."""
    waiting, killed = acts(made, lot), 0
    while waiting:
        now, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        children = [_fork(act) for act in now]
        for child in children:
            if lot.random() < KILLED:
                time.sleep(lot.uniform(0, LONGEST) / AT_ONCE)
                os.kill(child, signal.SIGKILL)
        for child in children:
            _, status = os.waitpid(child, 0)
            killed += os.WIFSIGNALED(status)
            assert os.WIFSIGNALED(status) or status == 0, "an act failed"
    return killed


def _fork(act: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:  # noqa: BLE001 - whatever it is, the child must not go on as its parent
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return child


def meet(made: Crowd) -> None:
    """What a kill cut off is done again; people take back what they take back; everybody syncs until all have all."""
    for number, member in enumerate(made.members):
        there = set(landed(member.repo))
        missing = [each for each in member.lessons if each.entry.id not in there]
        if missing:
            learn(member, missing, made.ours.folder / f"again{number}")
        drain(member.repo.path)
        assert {each.entry.id for each in member.lessons} <= set(landed(member.repo))
    for _ in range(2):
        _all_share(made)
    for member in made.members:
        for each in member.back:
            assert rollback(here(member.repo.path), each.name, "not so").commit
    for _ in range(2):
        _all_share(made)


def _all_share(made: Crowd) -> None:
    for member in made.members:
        assert share(member.repo) == ""


def look(made: Crowd) -> None:
    """One tree everywhere, every lesson once, everything whole."""
    names = [each.name for each in made.wanted]
    tip = made.ours.bare.tip("skills")
    made.ours.bare.fsck()
    for member in made.members:
        repo = member.repo
        assert repo.tip("skills") == tip
        repo.fsck()
        assert sorted(place.parent.name for place in repo.path.glob(".claude/skills/*/SKILL.md")) == names
        assert repo.git("status", "--porcelain") == ""
        assert not list((repo.path / ".git/refs").rglob("*.lock"))
    assert repo.git("ls-tree", "--name-only", f"{tip}:.claude/skills").split("\n") == names
    ids = {each.entry.id for each in made.wanted}
    assert ids <= set(landed(made.ours.bare))
    for each in made.wanted:
        assert each.said in made.ours.bare.show(f"{tip}:.claude/skills/{each.name}/SKILL.md").decode()
    print(len(names), made.ours.bare.git("rev-list", "--count", "main..skills"), file=sys.stderr)


def run(folder: Path, clones: int, lessons: int, seed: int) -> None:
    """Prints how many acts were killed."""
    lot = random.Random(seed)
    made = crowd(folder, clones, lessons)
    killed = live_through(made, lot)
    meet(made)
    look(made)
    print(killed)
