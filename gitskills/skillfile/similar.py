"""An index of texts for the question "what is most alike?", cheap to extend by one and exact for the best candidates."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping

from gitskills.skillfile.terms import rarity, weights

CANDIDATES = 24  # texts whose cosine is computed in full


class Similarity:
    """Texts by key. The answer depends on what is held, never on the order in which it came."""

    def __init__(self, texts: Mapping[str, Mapping[str, int]] | None = None) -> None:
        self._texts: dict[str, Mapping[str, int]] = {}
        self._lengths: dict[str, float] = {}
        self._holders: dict[str, dict[str, float]] = {}
        for key, counts in (texts or {}).items():
            self.add(key, counts)

    def __len__(self) -> int:
        return len(self._texts)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def add(self, key: str, counts: Mapping[str, int]) -> None:
        """Hold a text; one of that key is replaced."""
        self.remove(key)
        self._texts[key] = counts
        length = 0.0
        for term, count in counts.items():
            weight = 1 + math.log(count)
            length += weight * weight
            self._holders.setdefault(term, {})[key] = weight
        self._lengths[key] = math.sqrt(length)

    def remove(self, key: str) -> None:
        """Forget a text; nothing happens where there is none."""
        for term in self._texts.pop(key, {}):
            holders = self._holders[term]
            del holders[key]
            if not holders:
                del self._holders[term]
        self._lengths.pop(key, None)

    def holding(self, terms: Iterable[str], least: float) -> list[str]:
        """The keys of texts that hold at least so many of the terms, and one at any rate, in order.

        Such a text holds one of the rarest, however they are chosen among: of the common ones no list is gone through.
        """
        rarest = sorted(set(terms), key=self.frequency)
        some = rarest[: len(rarest) + 1 - max(1, math.ceil(least))]
        found = {key for term in some for key in self._holders.get(term, ())}
        return sorted(key for key in found if sum(term in self._texts[key] for term in rarest) >= least)

    def frequency(self, term: str) -> int:
        """How many texts hold a term."""
        return len(self._holders.get(term, ()))

    def score(self, one: Mapping[str, int], other: Mapping[str, int]) -> float:
        """Cosine of two texts by the rarities of this index, whether it holds them or not."""
        return _product(self._weights(one), self._weights(other))

    def nearest(self, counts: Mapping[str, int], limit: int = 5) -> tuple[tuple[str, float], ...]:
        """The most similar texts, best first, ties by key."""
        first = self._weights(counts)
        scored = [(key, _product(first, self._weights(self._texts[key]))) for key in self._candidates(counts)]
        return tuple(sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:limit])

    def _weights(self, counts: Mapping[str, int]) -> dict[str, float]:
        frequencies = {term: self.frequency(term) for term in counts}
        return weights(counts, frequencies, len(self._texts))

    def _candidates(self, counts: Mapping[str, int]) -> list[str]:
        sums: dict[str, float] = {}
        held = {term: count for term, count in sorted(counts.items()) if count > 0 and self.frequency(term)}
        telling = {term: count for term, count in held.items() if self.frequency(term) <= self._most_holders}
        for term, count in (telling or held).items():
            holders = self._holders[term]
            factor = (1 + math.log(count)) * rarity(len(holders), len(self._texts)) ** 2
            for key, weight in holders.items():
                sums[key] = sums.get(key, 0.0) + factor * weight
        lengths = self._lengths
        best = heapq.nsmallest(CANDIDATES, ((-total / lengths[key], key) for key, total in sums.items()))
        return [key for _, key in best]

    @property
    def _most_holders(self) -> int:
        """A term in more texts than this tells too little to look for candidates by it; it still counts in the cosine."""
        return max(200, len(self._texts) // 8)


def _product(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    return sum(weight * second.get(term, 0.0) for term, weight in first.items())
