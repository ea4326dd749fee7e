"""Clones that learned apart, and one taking up what another has: what `git fetch` brings, without a network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gitskills.app.check import check
from gitskills.app.sharing.uniting import unite
from gitskills.model.ruling import Severity
from gitskills.model.united import United
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, here, outcomes, teach


@dataclass(frozen=True)
class Clone:
    """One clone of the project and the person who works in it."""

    made: RepoBuilder

    @property
    def path(self) -> Path:
        return self.made.path

    def learn(self, *lessons: Lesson) -> None:
        assert outcomes(teach(self.path, *lessons)) == ["landed"] * len(lessons)

    def take(self, other: Clone) -> United:
        """What the other has, fetched and united."""
        self.made.git("fetch", "--quiet", other.path.as_uri(), "skills")
        done = unite(here(self.path), here(self.path).need_project(), self.made.git("rev-parse", "FETCH_HEAD"))
        assert isinstance(done, United)
        return done

    @property
    def tip(self) -> str:
        return self.made.tip("skills")

    @property
    def tree(self) -> str:
        return self.made.git("rev-parse", "skills^{tree}")

    @property
    def skills(self) -> set[str]:
        return set(self.made.git("ls-tree", "--name-only", "skills:.claude/skills", check=False).split())

    @property
    def archived(self) -> set[str]:
        listed = self.made.git("ls-tree", "--name-only", "skills:.gitskills/archive", check=False).split()
        return {name.rpartition("-")[0] for name in listed}

    def text(self, name: str, path: str = "SKILL.md") -> str:
        return self.made.show(f"skills:.claude/skills/{name}/{path}").decode()

    def quotes(self, name: str) -> int:
        folder = f".claude/skills/{name}/references"
        return sum("evidence-" in path for path in self.made.paths("skills", folder))

    def write(self, name: str, old: str, new: str) -> str:
        """A person's commit on the branch."""
        place = f".claude/skills/{name}/SKILL.md"
        return self.made.commit_on("skills", f"edit {name}", {place: self.text(name).replace(old, new)})

    def say(self) -> str:
        return self.made.git("log", "-1", "--format=%B", "skills")


def begin(folder: Path, *lessons: Lesson, files: Mapping[str, str] | None = None) -> Clone:
    """The first clone, with lessons on its branch."""
    origin = RepoBuilder.with_commit(folder / "origin", files, home=Path.home())
    first = Clone(origin.clone(folder / "one"))
    if lessons:
        first.learn(*lessons)
    return first


def another(first: Clone, folder: Path) -> Clone:
    """A further clone of the project that took up the branch."""
    origin = first.made.at(first.path.parent / "origin")
    clone = Clone(origin.clone(folder))
    if first.tip:
        clone.take(first)
    return clone


def passes(clone: Clone, what: str = "skills") -> None:
    """The commit is one that `gitskills check` lets pass, and the repository is whole."""
    found = check(here(clone.path), what, staged=False)
    refused = [(path, what.rule, what.message) for _, path, what in found.findings if what.severity is Severity.REJECT]
    assert refused == [], refused
    clone.made.fsck()


def unite_both(one: Clone, other: Clone) -> United:
    """Both merge what the other had: the same tree, sound on either side; what the first made of it."""
    before = other.tip
    copy = Clone(one.made.clone(one.path.parent / f"{one.path.name}-at-{one.tip[:7]}", "--no-checkout"))
    copy.made.git("branch", "--force", "skills", "origin/skills")
    done = one.take(other)
    there = other.take(copy)
    assert other.made.git("rev-parse", "skills^1") == before
    assert done.merged and there.merged
    assert one.tree == other.tree, one.made.git("diff-tree", "-r", one.tree, other.tree, check=False)
    for clone in (one, other):
        passes(clone)
    return done
