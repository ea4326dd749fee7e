"""Decisions that read alike though they say nothing of the same subject: a likeness decides nothing, a person looks.

What contradicts is told first, by subject, predicate and object alone (`ladder.contradict`), however alike or unlike the words.
"""

from __future__ import annotations

from collections.abc import Iterable

from gitskills.decisions.recall import weighed
from gitskills.model.decision import Candidate, Decision
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms
from gitskills.transcript.language import foreign

SHORT = 3  # letters: a longer word counts inside of another one, too
ALIKE = 0.75  # share of weighted words from which two decisions are shown side by side


def bears(candidate: Candidate, quotes: Iterable[str]) -> bool:
    """Whether any word of the quotes is one of what is decided: where none is, they were said of something else.

    A bare yes bears nothing; with the proposal quoted beside it, it does. Of another language nobody can tell here.
    """
    said = " ".join(quotes).casefold()
    about = terms(f"{candidate.title} {candidate.entity} {candidate.decision} {candidate.object}").keys()
    within = any(len(word) > SHORT and word in said for word in about)
    return within or foreign(said, fewest=1) or not about.isdisjoint(terms(said))


def alike(candidate: Candidate, standing: Iterable[Decision]) -> Decision | None:
    """The decision on another topic that reads most like the candidate, None where none does."""
    records = {record.topic.name: record for record in standing}
    mine = terms(f"{candidate.title} {candidate.entity} {candidate.decision} {candidate.object}")
    index = Similarity({name: weighed(record) for name, record in records.items()})
    nearest = index.nearest(mine, 1)
    return records[nearest[0][0]] if nearest and nearest[0][1] >= ALIKE else None
