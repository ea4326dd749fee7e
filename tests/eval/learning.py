"""A small logistic regression in plain Python: signs that are known beforehand are kept, the rest is learned and held small."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.reflect.offline.weights import Weights

PENALTY = 1.0
ROUNDS = 150
STEP = 0.5
OWN = "own_example"  # tells our own sentences from transcripts while training; not kept
SEEN_IN = 2  # sources (transcripts, or our own sentences as one) in which a cue must occur
# What a cue can only speak for, and what only against: keeps a handful of labels from teaching nonsense.
FOR = frozenset(
    "always_never we_should should_be no_ban dont dont_start no_need lets_choice instead x_not_y prefer id_like dont_want we_use already reuse "
    "remember policy general simpler polite_not is_there_no do_we_need lasting_start agent_agreed agent_gave_way channel_rejection "
    "channel_answer because hopeful correction disgust testing naming tooling errors documents structure not_x must_should only ban settled "
    "plain_rule polite_correction use_choice opener_no".split()
)
AGAINST = frozenset(
    "chore_start lets_chore question_mark wh_start yn_start hedge for_now status local_object again number thanks users_view story option "
    "first_turn many_siblings long_turn words_1_3 opener_yes i_will this_thing".split()
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A statement for training: its cues, whether it holds a lesson, how much it counts, where it comes from."""

    present: frozenset[str]
    lesson: bool
    weight: float
    source: str


def fit(samples: Sequence[Sample]) -> Weights:
    """The weights that explain the samples best; `threshold` is left at 0."""
    names = _names(samples)
    place = {name: number for number, name in enumerate(names)}
    rows = [[place[name] for name in sample.present if name in place] for sample in samples]
    signs = [(name in FOR) - (name in AGAINST) for name in names]
    values, bias = [0.0] * len(names), 0.0
    squares, bias_square = [1e-8] * len(names), 1e-8
    for _ in range(ROUNDS):
        slopes, bias_slope = _slopes(samples, rows, values, bias)
        for number, slope in enumerate(slopes):
            squares[number] += slope * slope
            values[number] -= STEP * slope / math.sqrt(squares[number])
            values[number] = values[number] if values[number] * signs[number] >= 0 else 0.0
        bias_square += bias_slope * bias_slope
        bias -= STEP * bias_slope / math.sqrt(bias_square)
    kept = {
        name: round(value, 3) for name, value in zip(names, values, strict=True) if name != OWN and abs(value) >= 0.01
    }
    return Weights(bias=round(bias, 3), threshold=0.0, cues=kept)


def _names(samples: Sequence[Sample]) -> list[str]:
    seen: dict[str, set[str]] = defaultdict(set)
    for sample in samples:
        for name in sample.present:
            seen[name].add(sample.source)
    return sorted(name for name, sources in seen.items() if len(sources) >= SEEN_IN or name == OWN)


def _slopes(
    samples: Sequence[Sample], rows: Sequence[Sequence[int]], values: Sequence[float], bias: float
) -> tuple[list[float], float]:
    slopes, bias_slope = [PENALTY * value for value in values], 0.0
    for sample, row in zip(samples, rows, strict=True):
        total = bias + sum(values[number] for number in row)
        error = sample.weight * (1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total)))) - sample.lesson)
        bias_slope += error
        for number in row:
            slopes[number] += error
    return slopes, bias_slope
