"""Three clones learn, patch, put away, take back and edit at random and unite at random: one tree, one reading, nothing lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.branch.ledgers import read_ledger
from gitskills.app.lifecycle import archive, restore
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.errors import GitskillsError
from gitskills.model.library import Ledger
from tests.support.clones import Clone, another, begin, passes
from tests.support.teaching import Lesson, here, lesson, outcomes, teach

pytestmark = [pytest.mark.promise("share-2"), pytest.mark.slow]

SAID = (
    "Use the tool for all packages.",
    "Commit the lock file always.",
    "Ask before an upgrade.",
    "Write the tests first.",
)
STEPS = 16


class Life:
    """What may happen in a clone; `landed` are the lessons that were ever learned."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.landed: set[str] = set()
        self.count = 0

    def step(self, clone: Clone, others: list[Clone]) -> None:
        deeds: list[Callable[[Clone], None]] = [
            self.learn,
            self.twin,
            self.patch,
            self.patch,
            self.edit,
            self.away,
            self.back,
            self.no,
        ]
        self.count += 1
        if self.dice.random() < 0.4:
            self.unite(clone, self.dice.choice(others))
        else:
            self.dice.choice(deeds)(clone)

    def learn(self, clone: Clone) -> None:
        self._teach(clone, lesson(self.count, self.count))

    def twin(self, clone: Clone) -> None:
        """The same saying, under a name of the clone's own."""
        name = clone.path.name
        self._teach(
            clone,
            Lesson(f"twin-of-{name}", "Everybody says so all the time.", f"Everybody says so to {name}, {name * 3}."),
        )

    def patch(self, clone: Clone) -> None:
        old, word = self.dice.choice(SAID), f"{self.dice.choice('klm')}{self.count}"
        new = self.dice.choice([f"Rather {word * 4}.", f"{old} Also {word * 4} counts."])
        more = {"action": "patch", "old_text": old, "new_text": new}
        teach(clone.path, Lesson(self._common(clone), f"It was said as {word * 4}.", more=more))

    def edit(self, clone: Clone) -> None:
        name, old = self._common(clone), self.dice.choice(SAID)
        if name and old in clone.text(name):
            clone.write(name, old, f"My own words {self.count}.")

    def away(self, clone: Clone) -> None:
        self._try(lambda name: archive(here(clone.path), name, "not needed"), clone.skills)

    def back(self, clone: Clone) -> None:
        self._try(lambda name: restore(here(clone.path), name, "needed"), clone.archived)

    def no(self, clone: Clone) -> None:
        newest = clone.made.git("log", "-1", "--no-merges", "--author=gitskills", "--format=%H", "skills")
        self._try(lambda what: rollback(here(clone.path), what, "no"), {*clone.skills, newest})

    def unite(self, clone: Clone, other: Clone) -> None:
        """Both would come to the same tree."""
        trees = set()
        for mine, theirs in ((clone, other), (other, clone)):
            copy = Clone(mine.made.clone(mine.path.parent / "copy", "--no-checkout"))
            copy.made.git("branch", "--force", "skills", "origin/skills")
            copy.take(theirs)
            trees.add(copy.tree)
            shutil.rmtree(copy.path)
        clone.take(other)
        assert trees == {clone.tree}

    def _common(self, clone: Clone) -> str:
        return next(iter(sorted(name for name in clone.skills if name.startswith("common"))), "")

    def _teach(self, clone: Clone, one: Lesson) -> None:
        if outcomes(teach(clone.path, one)) == ["landed"]:
            self.landed.add(one.name)

    def _try(self, deed: Callable[[str], object], names: set[str]) -> None:
        if names:
            try:
                deed(self.dice.choice(sorted(names)))
            except GitskillsError:
                return


def ledger(clone: Clone) -> Ledger:
    context = here(clone.path)
    return read_ledger(context, context.need_project(), clone.tip)


def reading(clone: Clone) -> tuple[object, ...]:
    """What the clone knows of its skills: verdicts and owners."""
    verdicts = {(one.kind, one.name, one.commit, one.evidence) for one in ledger(clone).verdicts}
    return verdicts, {line.name: line.owner for line in list_skills(here(clone.path), archived=False)}


@pytest.mark.parametrize("seed", [3, 8])
def test_clones_come_to_one_tree_and_one_reading_of_it(tmp_path: Path, seed: int) -> None:
    life = Life(seed)
    common = Lesson(
        "common-ground", "Of packages, the lock file, upgrades and tests this is what we all do.", "\n\n".join(SAID)
    )
    one = begin(tmp_path, common)
    clones = [one, another(one, tmp_path / "two"), another(one, tmp_path / "three")]
    for _ in range(STEPS):
        clone = life.dice.choice(clones)
        life.step(clone, [other for other in clones if other is not clone])
    for mine, theirs in [(0, 1), (0, 2), (1, 0), (2, 0)]:
        clones[mine].take(clones[theirs])
    assert len({clone.tip for clone in clones}) == 1
    found = [reading(clone) for clone in clones]
    for clone in clones:
        shutil.rmtree(clone.path / ".git/gitskills")
    assert [reading(clone) for clone in clones] == found == [found[0]] * 3
    refused = {verdict.name for verdict in ledger(one).verdicts}
    assert life.landed <= one.skills | one.archived | refused
    passes(one, "origin/main..skills")
