"""A text as stemmed word counts, and what each word weighs. A score never tells a paraphrase from its opposite."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

_WORD = re.compile(r"[^\W_]+(?:[.+#-]?[^\W_]+)*[+#]*")
_PART = re.compile(r"[^\W_]+")
_LONGEST = 40  # characters: hashes and base64 say nothing about a lesson

_STOPS = """a about after again all also always am an and any are as at be because been before being but by can cannot could
    did do does doing don done down during each else every ever few for from further get had has have having he her here
    him his how i if in instead into is it its itself just let like make may me might more most must my need never no
    nor not now of off on once one only or other our out over own please rather same shall she should so some such than
    that the their them then there these they this those through to too under until up us use used uses using very via
    want was way we well were what when where whether which while who whom why will with without would you your"""
STOP_WORDS = frozenset(_STOPS.split())

PRIOR = 60  # documents that every library is taken to have beside its own, so that the first skills compare sensibly


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


def terms(text: str) -> dict[str, int]:
    """Stemmed words without stop words, and how often each stands there; compounds count whole and in parts."""
    counts: dict[str, int] = {}
    for word in _WORD.findall(text.casefold()):
        for part in {word, *_PART.findall(word)}:
            if part in STOP_WORDS or len(part) > _LONGEST:
                continue
            stem = _stem(part) if part.isalpha() else part
            counts[stem] = counts.get(stem, 0) + 1
    return counts


def rarity(frequency: int, documents: int) -> float:
    """Inverse document frequency, smoothed by the prior."""
    return math.log((documents + PRIOR) / (frequency + 1))


def weights(counts: Mapping[str, int], frequencies: Mapping[str, int], documents: int) -> dict[str, float]:
    """TF-IDF weights of one text, length 1 (empty where nothing weighs)."""
    raw = {
        term: (1 + math.log(count)) * rarity(frequencies.get(term, 0), documents)
        for term, count in sorted(counts.items())
        if count > 0
    }
    length = math.sqrt(sum(weight * weight for weight in raw.values()))
    return {term: weight / length for term, weight in raw.items()} if length else {}
