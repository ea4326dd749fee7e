"""Corrections that a skill should have made needless: a person says once more what a skill already says (LOOP U10)."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.episode import Episode
from gitskills.model.skill import SkillEntry
from gitskills.model.turn import Turn
from gitskills.reflect.offline.candidates import candidates, spoken_words
from gitskills.reflect.offline.comparing import Nearest, says_already
from gitskills.reflect.offline.situation import exchanges
from gitskills.reflect.offline.weights import Weights


def relapses(episode: Episode, nearest: Nearest, weights: Weights) -> Iterator[tuple[SkillEntry, Turn]]:
    """The skills that were said again, each with the turn in which."""
    for candidate in candidates(exchanges(episode.window), weights, spoken_words(episode.window)):
        body = candidate.wording.body
        for skill in nearest(f"{candidate.wording.description}\n{body}"):
            if says_already(body, skill):
                yield skill.entry, candidate.exchange.turn
