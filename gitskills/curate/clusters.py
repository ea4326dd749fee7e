"""Which skills belong to one class of work: alike in words, or nearly so with a category or a word of the name in common.

Every two of a cluster are alike, and the answer does not depend on the order in which the skills come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gitskills.curate.narrow import Narrow
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms

ALIKE = 0.22  # cosine that is enough by itself
KINDRED = 0.12  # enough where category or name say the same
SHARED_WORDS = 2  # without a category or a word of the name in common
MOST = 6  # skills in one umbrella
MOST_CLUSTERS = 5  # a person reads them all


def clusters(skills: Sequence[Narrow]) -> tuple[tuple[Narrow, ...], ...]:
    """The closest ones first, no skill twice, each by name."""
    by_name = {skill.name: skill for skill in sorted(skills, key=lambda skill: skill.name)}
    index = Similarity({name: skill.entry.terms for name, skill in by_name.items()})
    joined: dict[str, list[Narrow]] = {}
    for _, one, other in sorted(_pairs(by_name.values(), index)):
        together = _together(joined, by_name[one], by_name[other])
        if len(together) <= MOST and all(
            _kin(first, second, index) for place, first in enumerate(together) for second in together[:place]
        ):
            joined |= {skill.name: together for skill in together}
    found = {id(group): tuple(sorted(group, key=lambda skill: skill.name)) for group in joined.values()}
    return tuple(found.values())[:MOST_CLUSTERS]


def _together(joined: dict[str, list[Narrow]], one: Narrow, other: Narrow) -> list[Narrow]:
    both = (*joined.get(one.name, [one]), *joined.get(other.name, [other]))
    return list({skill.name: skill for skill in both}.values())


def _pairs(skills: Iterable[Narrow], index: Similarity) -> Iterator[tuple[float, str, str]]:
    """Pairs that are alike, by distance."""
    for skill in skills:
        for name, score in index.nearest(skill.entry.terms, MOST + 1):
            if name != skill.name and score >= KINDRED:
                one, other = sorted((skill.name, name))
                yield -round(score, 6), one, other


def _kin(one: Narrow, other: Narrow, index: Similarity) -> bool:
    if one.entry.scope is not other.entry.scope or _collide(one, other):
        return False
    score = index.score(one.entry.terms, other.entry.terms)
    if one.entry.category == other.entry.category != "" or set(terms(one.name)) & set(terms(other.name)):
        return score >= KINDRED
    return score >= ALIKE and len(set(one.entry.terms) & set(other.entry.terms)) >= SHARED_WORDS


def _collide(one: Narrow, other: Narrow) -> bool:
    """Whether both carry a file of one path with another content: what speaks of it would speak of two."""
    files = other.bundled
    return any(path in files and files[path] != file for path, file in one.bundled.items())
