"""Corrections that a skill should have made needless: a person says once more what a skill already says (LOOP U10).

The person's own words are compared, too: what is too short or too cross to become a skill still says one again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.model.episode import Episode
from gitskills.model.skill import SkillEntry
from gitskills.model.turn import Turn
from gitskills.reflect.offline.candidates import candidates, rules_said, spoken_words
from gitskills.reflect.offline.comparing import Nearest, says_already
from gitskills.reflect.offline.weights import Weights
from gitskills.transcript.exchanges import exchanges

_REMINDING = re.compile(
    r"^\W*(?:no\W+)?(?:as )?i(?:'ve| have)? (?:already |just )?(?:said|told you|asked you|mentioned)"
    r"(?: already| again| before| twice)?\W+(?:to |that )?",
    re.IGNORECASE,
)


def relapses(episode: Episode, nearest: Nearest, weights: Weights) -> Iterator[tuple[SkillEntry, Turn]]:
    """The skills that were said again, each with the turn in which."""
    rounds = exchanges(episode.window)
    worded = candidates(rounds, weights, spoken_words(episode.window))
    said = [(one.wording.body, one.wording.description, one.exchange.turn) for one in worded]
    plain = ((_REMINDING.sub("", one.text), exchange) for one, exchange in rules_said(rounds, weights))
    said += [(text, "", exchange.turn) for text, exchange in plain if not text.endswith("?")]
    for body, description, turn in said:
        for skill in nearest(f"{description}\n{body}"):
            if says_already(body, skill):
                yield skill.entry, turn
