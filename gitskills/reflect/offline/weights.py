"""The learned part of the offline reflector as a value: a weight a cue, a bias, a threshold.

Written by tests/eval/train.py, read from reflector/offline/weights.json by the use case that calls the reflector.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model over named cues; `threshold` is the least probability that is worth a proposal."""

    bias: float = 0.0
    threshold: float = 0.5
    cues: Mapping[str, float] = field(default_factory=dict)

    def probability(self, present: Iterable[str]) -> float:
        """How likely a statement with these cues is a lesson; unknown cues weigh nothing."""
        total = self.bias + math.fsum(self.cues.get(name, 0.0) for name in sorted(present))
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def parse_weights(text: str) -> Weights:
    """Weights from the text of weights.json; a ValueError or KeyError says what is wrong with it."""
    document = json.loads(text)
    return Weights(
        bias=float(document["bias"]),
        threshold=float(document["threshold"]),
        cues={str(name): float(weight) for name, weight in document["weights"].items()},
    )
