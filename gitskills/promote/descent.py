"""Whether a folder descends from a source: read from the evidence that it carries and from the commits that brought it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gitskills.model.library import Version
from gitskills.model.proposal import Action, Evidence
from gitskills.model.skill import ARCHIVE_ROOT, EVIDENCE_PREFIX, SkillFile
from gitskills.model.united import UNITING
from gitskills.promote.changeset import live_path
from gitskills.skillfile.evidence import parse_evidence

SAYS_NOTHING = frozenset({"withdraw", "revert", UNITING, Action.ARCHIVE, Action.RESTORE})  # no support for what is said
FROM_LESSONS = frozenset({*Action}) - {Action.ARCHIVE, Action.RESTORE}


@dataclass(frozen=True, slots=True)
class Descent:
    """What is looked for, and what there is to look into: versions by skill, the folders at the tip (place → tree), a tree's files."""

    sources: frozenset[str]
    versions: Mapping[str, tuple[Version, ...]]
    folders: Mapping[str, str]
    files: Callable[[str], Mapping[str, SkillFile]]

    def is_from(self, place: str, tree: str) -> bool:
        """Whether anything in the folder came from the sources, by itself or by what it took in."""
        return any(item.source in self.sources for item in self.quotes(tree)) or bool(self.brought(place, tree))

    def brought(self, place: str, tree: str) -> list[Version]:
        """The commits of the sources whose part is in the folder, oldest first."""
        digests = self._digests(tree)
        return [
            version
            for version in self.versions.get(name_at(place), ())
            if (version.tree and version.action in FROM_LESSONS and digests.intersection(version.evidence))
            and not _only_put_away(version)
            and (self.sources.intersection(version.sources) or self._took_in(version))
        ]

    def others(self, place: str, tree: str, goes: Iterable[Version]) -> tuple[Version, ...]:
        """The commits beside `goes` by which the folder says what it says."""
        digests = self._digests(tree)
        return tuple(
            version
            for version in self.versions.get(name_at(place), ())
            if version not in goes and version.tree and version.action not in SAYS_NOTHING
            if not _only_put_away(version)
            if not version.evidence or digests.intersection(version.evidence)
        )

    def quotes(self, tree: str) -> tuple[Evidence, ...]:
        read = [
            parse_evidence(file.content) for path, file in self.files(tree).items() if path.startswith(EVIDENCE_PREFIX)
        ]
        return tuple(item for items in read if isinstance(items, tuple) for item in items)

    def is_shared(self, version: Version) -> bool:
        """Whether others support the very same commit."""
        return bool(set(version.sources) - self.sources)

    def is_supported(self, version: Version) -> bool:
        """What others support as well stands; a merge never: what it took in is there again, so that nobody loses anything."""
        return version.action != Action.MERGE and self.is_shared(version)

    def restorable(self, goes: Iterable[Version]) -> Iterator[Version]:
        """Clean skills of a merge that is undone, where they still lie in the archive and their place is free."""
        for item in (item for version in goes for item in self._absorbed(version)):
            there = self.folders.get(item.place) == item.tree and live_path(item.name) not in self.folders
            if there and not self.is_from(item.place, item.tree):
                yield item

    def _digests(self, tree: str) -> set[str]:
        return {item.sha256 for item in self.quotes(tree)}

    def _took_in(self, version: Version) -> bool:
        """Whether a merge took in a skill that descends from the sources."""
        return any(self.is_from(item.place, item.tree) for item in self._absorbed(version))

    def _absorbed(self, version: Version) -> Iterator[Version]:
        """What a merge put into the archive."""
        if version.action != Action.MERGE:
            return
        for name, versions in self.versions.items():
            for item in versions:
                if (
                    name != version.name
                    and item.commit == version.commit
                    and item.tree
                    and item.place != live_path(name)
                ):
                    yield item


def _only_put_away(version: Version) -> bool:
    """Whether the commit put the skill away because another took it in: that brings nothing into its folder."""
    return version.action == Action.MERGE and version.place != live_path(version.name)


def name_at(place: str) -> str:
    """The skill whose folder that is; in the archive a hash follows its name."""
    folder = place.rsplit("/", 1)[-1]
    return folder.rpartition("-")[0] if place.startswith(f"{ARCHIVE_ROOT}/") else folder
