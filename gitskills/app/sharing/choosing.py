"""Which skills of the branch go to the project: those that it does not hold, or holds in an older version of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gitskills.app.branch.library import Library
from gitskills.errors import GitskillsError
from gitskills.model.policy import Policy
from gitskills.model.skill import EVIDENCE_PREFIX, ROOTS, SKILLS_ROOT, Owner, SkillFolder
from gitskills.promote.ledger import owner, skill_of
from gitskills.skillfile.policyfile import is_muted

HELD = "the project holds it already"
RANGE = ".."


@dataclass(frozen=True, slots=True)
class Chosen:
    """The names in the order of their birth; `left` are others that could have gone, and why they don't."""

    names: tuple[str, ...]
    everything: bool
    left: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Counterpart:
    """The library, and the commit `base` that the project is at. `there` remembers folders of it by name."""

    library: Library
    base: str
    there: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        entries = self.library.store.repo.entries(self.base, SKILLS_ROOT)
        self.there = {entry.name: entry.oid for entry in entries if entry.kind == "tree"}

    def changes(self, name: str) -> bool:
        """Whether the project holds the skill by now, in whatever version."""
        return name in self.there

    def before(self, name: str) -> SkillFolder | None:
        tree = self.there.get(name, "")
        return SkillFolder(name, self.library.store.repo.files(tree)) if tree else None

    def choose(self, words: Sequence[str]) -> Chosen:
        """Those that `words` name, by name or by a range of commits; without words all that there are."""
        if not words:
            return self._all()
        names = list(dict.fromkeys(name for word in words for name in self._named(word)))
        for name in names:
            if why := self._why_not(name):
                raise GitskillsError(f"{name} can't be proposed: {why}", "`gitskills pr --dry-run` shows what can")
        return Chosen(tuple(self._by_birth(names)), everything=False)

    def _all(self) -> Chosen:
        left = [(name, why) for name in self.library.skills if (why := self._why_not(name) or self._unasked(name))]
        out = {name for name, _ in left}
        names = self._by_birth([name for name in self.library.skills if name not in out])
        if not names:
            raise GitskillsError("there is nothing that the project does not hold", "see `gitskills list`")
        return Chosen(tuple(names), everything=True, left=tuple((name, why) for name, why in left if why != HELD))

    def _named(self, word: str) -> Iterator[str]:
        if RANGE not in word:
            if word not in self.library.skills:
                raise GitskillsError(f"there is no skill {word!r}", "see `gitskills list`")
            yield word
            return
        repo = self.library.store.repo
        old, new = (repo.resolve(f"{side}^{{commit}}") if side else self.library.tip for side in word.split(RANGE, 1))
        if not old or not new:
            raise GitskillsError(f"{word!r} is no range of commits", "as in `gitskills pr main..skills`")
        touched = {skill_of(change.path) for record in repo.history(new, (old,), ROOTS) for change in record.folders}
        names = [name for name in self.library.skills if name in touched and self._why_not(name) != HELD]
        if not names:
            raise GitskillsError(f"{word!r} changes no skill that the project does not hold", "see `gitskills log`")
        yield from names

    def _by_birth(self, names: Sequence[str]) -> list[str]:
        order = {name: place for place, name in enumerate(self.library.versions)}
        return sorted(names, key=lambda name: (order.get(name, len(order)), name))

    def _why_not(self, name: str) -> str:
        entry, versions = self.library.skills[name], self.library.versions.get(name, ())
        whose = owner(versions, entry.tree)
        if whose is Owner.FOREIGN:
            return "it came from elsewhere, and nobody accepted it here (gitskills review)"
        if whose is Owner.HAND or entry.owner is Owner.HAND:
            return "it was written by hand"
        there = self.there.get(name, "")
        if not there:
            return ""
        if there in self._forms(entry.tree):
            return HELD
        ours = any(there in self._forms(version.tree) for version in versions if version.tree)
        return "" if ours else "the project changed its own copy; propose that change by hand"

    def _unasked(self, name: str) -> str:
        """Why it goes only where a person names it."""
        entry, policy = self.library.skills[name], self.library.policy
        if name in self.library.dropped:
            return "the project dropped it"
        muted = isinstance(policy, Policy) and is_muted(policy, name, entry.category)
        return "the team's policy mutes it" if muted else ""

    def _forms(self, tree: str) -> frozenset[str]:
        """The folder's tree with its evidence and without."""
        repo = self.library.store.repo
        return frozenset({tree, repo.tree_id(without_evidence(SkillFolder("", repo.files(tree))).files)})


def without_evidence(folder: SkillFolder) -> SkillFolder:
    files = {path: file for path, file in folder.files.items() if not path.startswith(EVIDENCE_PREFIX)}
    return SkillFolder(folder.name, files)
