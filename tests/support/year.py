"""A year in one repository, drawn by lot: sessions go by, lessons come, skills are used or not, and a person has a say.

All of it goes through the use cases. After every deed the git binary's own view of the branch is held against what must be true.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.pins import PIN, UNPIN, pin
from gitskills.app.check import check
from gitskills.app.curate import Curator
from gitskills.app.forgive import forgive
from gitskills.app.lifecycle import archive, put_away, restore
from gitskills.app.promote import promote
from gitskills.app.propose import propose
from gitskills.app.review import accept, reject
from gitskills.app.rollback import rollback
from gitskills.app.sessions.counting import sum_up
from gitskills.app.waiting import waiting
from gitskills.app.withdraw import session_sources, withdraw
from gitskills.errors import GitskillsError
from gitskills.model.skill import ARCHIVE_ROOT, SKILL_FILE, SKILLS_ROOT, Owner, Status
from gitskills.model.usage import Event, Kind
from gitskills.state.uses import add_events
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, here, transcript
from tests.support.year_lessons import teaching, worth

TURNS, PROPOSALS = 10_000, 400
SESSION = 40  # turns, about
CURATED = 250  # turns between two looks of the curator
SETTINGS = {
    "birthsPerDay": "100000",
    "pool": "50",
    "probationMax": "20",
}  # a year of births in one day, the rest as it is
BIRTHS = frozenset({"propose", "promote"})  # what else makes a skill live a person asked for
LETS_GO = frozenset({"rollback", "take back", "withdraw", "restore"})


@dataclass(frozen=True)
class Size:
    """How long a year is."""

    turns: int = TURNS
    proposals: int = PROPOSALS
    pool: int = 50
    probation: int = 20


@dataclass
class Year:
    """`live` and `kept` are what the branch holds, by the git binary: folder names to tree ids."""

    made: RepoBuilder
    size: Size = field(default_factory=Size)
    seed: int = 1
    live: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    spans: list[tuple[float, int]] = field(default_factory=list)
    invited: set[str] = field(default_factory=set)
    sessions: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    turns: int = 0
    proposed: int = 0
    edits: int = 0
    tip: str = ""
    sampled: str = "main"

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        for name, value in (SETTINGS | {"pool": self.size.pool, "probationMax": self.size.probation}).items():
            self.made.git("config", f"gitskills.{name}", str(value))

    @property
    def over(self) -> bool:
        return self.turns >= self.size.turns and self.proposed >= self.size.proposals

    def round(self) -> None:
        """Sessions until the curator looks again; what landed meanwhile passes `gitskills check`."""
        begun = self.turns
        while not self.over and self.turns - begun < CURATED:
            self.session()
        self.do("curate", lambda: Curator(here(self.made.path), "offline").curate())
        self.decide(0.8)
        self.sound(f"{self.sampled}..skills")
        self.sampled = self.tip or "main"

    def session(self) -> None:
        """People talk and skills are used; then what the session teaches, what use decides, and what a person does."""
        self._talk(min(self.chance.randint(SESSION // 2, 3 * SESSION // 2), max(self.size.turns - self.turns, 0)))
        self._learn()
        self.do("promote", lambda: promote(here(self.made.path), dry_run=False))
        self._say()
        self.decide(0.6)
        self.do("lifecycle", lambda: put_away(here(self.made.path), dry_run=False))
        self.bounded()

    def do(self, name: str, deed: Callable[[], object]) -> object:
        """One deed: its time, its commits, and that nothing is lost by it."""
        begun = _spent()
        done = deed()
        taken = _spent() - begun
        tip = self.made.tip("skills")
        if tip and tip != self.tip:
            new = int(self.made.git("rev-list", "--count", tip, f"^{self.tip or 'main'}"))
            self.spans.append((taken, new))
            self.tip = tip
            self._look(name)
        return done

    def _look(self, deed: str) -> None:
        live, kept = self.trees(SKILLS_ROOT), self.trees(ARCHIVE_ROOT)
        for name in self.live.keys() - live.keys():
            held = any(oid == self.live[name] and folder.rpartition("-")[0] == name for folder, oid in kept.items())
            assert held or deed in LETS_GO, f"{deed} lost {name}"
        for folder in self.kept.keys() - kept.keys():
            assert deed in LETS_GO, f"{deed} took {folder} out of the archive"
        for folder in self.kept.keys() & kept.keys():
            assert kept[folder] == self.kept[folder], f"{deed} changed {folder}"
        came = live.keys() - self.live.keys() if deed not in BIRTHS else set()
        self.invited = (self.invited & live.keys()) | came
        self.live, self.kept = live, kept

    def trees(self, root: str) -> dict[str, str]:
        """The folders below `root` on the branch with their tree ids, which stand for all bytes and modes."""
        rows = self.made.git("ls-tree", "skills", f"{root}/").split("\n")
        return {row.split("\t")[1].rsplit("/", 1)[1]: row.split()[2] for row in rows if row}

    def library(self) -> Library:
        context = here(self.made.path)
        return read_library(context, context.need_project(), judge=False)

    def bounded(self) -> None:
        """Room is bounded; who was asked for by name comes beside the newcomers."""
        skills = self.library().skills
        grown = [name for name, entry in skills.items() if entry.status is Status.ACTIVE]
        young = {name for name, entry in skills.items() if entry.status is Status.PROBATION} - self.invited
        assert len(grown) <= self.size.pool, f"{len(grown)} skills behind their probation at turn {self.turns}"
        assert len(young) <= self.size.probation, f"{len(young)} skills in probation at turn {self.turns}"
        assert skills.keys() == self.live.keys()

    def sound(self, span: str) -> int:
        """How many commits there are in the range; none has a finding."""
        report = check(here(self.made.path), span, staged=False)
        assert report.findings == ()
        return report.commits

    def _talk(self, turns: int) -> None:
        state = here(self.made.path).need_project().state
        add_events(state, self._events(turns))
        sum_up(state)
        self.turns += turns

    def _events(self, turns: int) -> Iterator[Event]:
        listed = frozenset(self.live)
        for turn in range(self.turns, self.turns + turns):
            yield Event(Kind.TURN, f"turn {turn}", listed=listed)
            for name in sorted(listed):
                lot = worth(name)
                if self.chance.random() < lot:
                    yield Event(Kind.USE, f"use {turn} {name}", name)
                elif self.chance.random() < lot / 2:
                    yield Event(Kind.VIEW, f"view {turn} {name}", name)

    def _learn(self) -> None:
        due = self.size.proposals * self.turns // self.size.turns - self.proposed
        if not due or (self.chance.random() < 0.4 and self.turns < self.size.turns):
            return  # they come in heaps
        said = [self._lesson(number) for number in range(self.proposed, self.proposed + due)]
        self.proposed += due
        session = f"session-{len(self.sessions):04d}"
        place = transcript(self.made.home / session, said)
        place = place.rename(place.with_name(f"{session}.jsonl"))
        self.sessions.append(session)
        lines = [each.line for each in said]
        self.do("propose", lambda: propose(here(self.made.path), lines, str(place), approve=False))

    def _lesson(self, number: int) -> Lesson:
        """Mostly a new one; else more for a skill that there is, or a request to put one away."""
        fresh = teaching(number)
        kind = self.chance.random()
        ours = sorted(name for name in self.live if self._text(name).count("Then look at the") == 1)
        if kind > 0.25 or not ours:
            return fresh
        name = self.chance.choice(ours)
        if kind < 0.03:
            return Lesson(name, f"Put {name} away, it is over.", more={"action": "archive"})
        old = next(line for line in self._text(name).split("\n") if line.startswith("Then look at the"))
        new = {"action": "patch", "old_text": old, "new_text": f"{old}\n\n{fresh.said}"}
        return Lesson(name, fresh.said, more=new)

    def _text(self, name: str) -> str:
        return self.made.show(f"skills:{SKILLS_ROOT}/{name}/{SKILL_FILE}").decode()

    def decide(self, yes: float) -> None:
        """A person goes through all that waits."""
        for item in waiting(here(self.made.path)):
            if self.chance.random() < yes:
                self.do("accept", lambda item=item: accept(here(self.made.path), item))  # type: ignore[misc]
            else:
                reject(here(self.made.path), item, "not for us")

    def _say(self) -> None:
        """Any word of a person's."""
        mine = sorted(name for name, entry in self.library().skills.items() if entry.owner is Owner.AGENT)
        if not mine or self.chance.random() < 0.3:
            return
        name = self.chance.choice(mine)
        context = here(self.made.path)
        match self.chance.randrange(10):
            case 0 | 1:
                self._pin(name)
            case 2 | 3 | 4:
                self._restore()
            case 5:
                self.do("archive", lambda: archive(context, name, "not now"))
            case 6:
                self.do("rollback", lambda: rollback(context, name, "it was wrong"))
                self.refused.append(name)
            case 7:
                self._take_back()
            case 8:
                self._forgive_or_withdraw()
            case _:
                self._edit(name)

    def _pin(self, name: str) -> None:
        pinned = sorted(self.library().ledger.pinned & self.live.keys())
        verb, one = (UNPIN, self.chance.choice(pinned)) if len(pinned) > self.size.pool // 10 else (PIN, name)
        self.do(verb, lambda: pin(here(self.made.path), one, verb))

    def _restore(self) -> None:
        gone = sorted(self.library().archived.keys() - self.live.keys())
        if gone:
            name = self.chance.choice(gone)
            self.do("restore", lambda: restore(here(self.made.path), name))

    def _take_back(self) -> None:
        """One commit of the last ones, whatever it did."""
        commits = self.made.git("rev-list", "--max-count=30", "skills", "^main").split()
        commit = self.chance.choice(commits)
        touched = self.made.git("diff-tree", "--no-commit-id", "--name-only", "-r", commit)
        if touched:
            self.do("take back", lambda: rollback(here(self.made.path), commit, "too early"))

    def _forgive_or_withdraw(self) -> None:
        context = here(self.made.path)
        with suppress(GitskillsError):  # what it is about may be gone by another deed
            if self.refused and self.chance.random() < 0.5:
                name = self.refused.pop()
                self.do("forgive", lambda: forgive(context, name, "it was right after all"))
            else:
                sources = session_sources(context, self.chance.choice(self.sessions))
                self.do("withdraw", lambda: withdraw(context, sources, "poisoned", dry_run=False))

    def _edit(self, name: str) -> None:
        """A person's commit on the branch: the skill is a person's from now on, so that few of them come."""
        if self.edits < self.size.pool // 5:
            self.edits += 1
            text = f"{self._text(name)}\nAs agreed.\n"
            self.do("edit", lambda: self.made.commit_on("skills", "mine", {f"{SKILLS_ROOT}/{name}/{SKILL_FILE}": text}))

    def verbs(self) -> Counter[str]:
        """What the commits say they do, and how often."""
        return Counter(subject.removeprefix("skill: ").split()[0] for subject in self.made.subjects("main..skills"))

    def restore_all(self) -> int:
        """How many skills came back out of the archive, each exactly as it went in."""
        count = 0
        for name, entry in sorted(self.library().archived.items()):
            if name in self.live:
                continue
            was = self.kept[entry.archive_path.rpartition("/")[2]]
            self.do("restore", lambda name=name: restore(here(self.made.path), name))  # type: ignore[misc]
            assert self.live[name] == was, name
            count += 1
        return count


def _spent() -> float:
    """Seconds of processor time, with those of finished children."""
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system
