"""The same lesson learned on two lines under two names: which of the two stays. Both clones choose alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gitskills.model.skill import SkillFolder
from gitskills.share.folders import Files
from gitskills.share.refused import quotes_in
from gitskills.share.texts import apart
from gitskills.skillfile.clausemap import said_by
from gitskills.skillfile.folded import content_digest


@dataclass(frozen=True, slots=True)
class Newborn:
    """A skill that one line alone has learned. `asked` : a person pinned or changed it."""

    name: str
    files: Files
    asked: bool
    first: tuple[int, str]


@dataclass(frozen=True, slots=True)
class Twins:
    """`gone` says what `stays` says, under another name."""

    stays: Newborn
    gone: Newborn


def twins(one: Iterable[Newborn], other: Iterable[Newborn]) -> tuple[Twins, ...]:
    """Pairs that say the same, then pairs that rest on the same words. Where several could be meant none is.

    One saying may teach two things: who rests on the same words and has nothing in common is no pair.
    """
    left, right = ({born.name: born for born in side} for side in (one, other))
    found: list[Twins] = []
    for keys in (_content, _words):
        for mine, theirs in _pairs(left, right, keys):
            if keys is _words and apart(*(said_by(SkillFolder(born.name, born.files)) for born in (mine, theirs))):
                continue
            found.append(_chosen(mine, theirs))
            del left[mine.name], right[theirs.name]
    return tuple(sorted(found, key=lambda pair: pair.stays.name))


def _chosen(one: Newborn, other: Newborn) -> Twins:
    stays, gone = sorted((one, other), key=lambda born: (not born.asked, *born.first, born.name))
    return Twins(stays, gone)


def _pairs(
    left: Mapping[str, Newborn], right: Mapping[str, Newborn], keys: Callable[[Newborn], Iterable[Hashable]]
) -> Iterator[tuple[Newborn, Newborn]]:
    """Those that share a key which nobody else on either line has."""
    mine, theirs = _holders(left, keys), _holders(right, keys)
    pairs = {
        (mine[key][0].name, theirs[key][0].name) for key in mine if len(mine[key]) == len(theirs.get(key, ())) == 1
    }
    once = [[pair[side] for pair in pairs] for side in (0, 1)]
    for one, other in sorted(pairs):
        if once[0].count(one) == once[1].count(other) == 1:
            yield left[one], right[other]


def _holders(
    side: Mapping[str, Newborn], keys: Callable[[Newborn], Iterable[Hashable]]
) -> dict[Hashable, list[Newborn]]:
    found: dict[Hashable, list[Newborn]] = {}
    for born in side.values():
        for key in set(keys(born)):
            found.setdefault(key, []).append(born)
    return found


def _content(born: Newborn) -> Iterable[Hashable]:
    digest = content_digest(born.files)
    return (digest,) if digest else ()


def _words(born: Newborn) -> Iterable[Hashable]:
    return (item.sha256 for item in quotes_in(born.files))
