"""Trains the offline reflector: python -m tests.eval.train writes reflector/offline/weights.json.

Learns from the labels of the shared transcripts and from reflector/offline/examples.jsonl (sentences of our own).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gitskills.model.episode import Episode
from gitskills.model.proposal import Proposal
from gitskills.reflect.offline.comparing import nothing_known
from gitskills.reflect.offline.cues import cues
from gitskills.reflect.offline.reflection import reflect
from gitskills.reflect.offline.situation import position, situation
from gitskills.reflect.offline.weights import Weights
from gitskills.transcript.exchanges import exchanges
from gitskills.transcript.statements import statements
from tests.eval.learning import OWN, Sample, fit
from tests.eval.scoring import is_match, tally
from tests.eval.sessions import ASSETS, ROOT, labels, read_sessions, transcripts_folder

OWN_WEIGHT = 0.3
PARTIAL_WEIGHT = 0.6  # an unlabelled statement of a transcript that was not read exhaustively
THRESHOLDS = tuple(round(0.2 + 0.05 * step, 2) for step in range(7))
PARTS = 5

Labels = Sequence[Mapping[str, Any]]
Sessions = Mapping[str, Sequence[Episode]]


def session_samples(sessions: Sessions, marked: Labels) -> dict[str, list[Sample]]:
    """The statements of every transcript with what the labels say of them."""
    exhaustive = {label["transcript"] for label in marked if label["exhaustive"]}
    found: dict[str, list[Sample]] = {}
    for name, windows in sessions.items():
        here = [label for label in marked if label["transcript"] == name]
        found[name] = []
        for exchange in (item for window in windows for item in exchanges(window.window)):
            for statement in statements(exchange.turn):
                hits = {
                    label["label"]
                    for label in here
                    if label["line"] == exchange.turn.line and is_match(statement.text, label["quote"])
                }
                sure = name in exhaustive or bool(hits)
                present = cues(statement.text) | position(statement) | situation(exchange)
                found[name].append(Sample(present, "positive" in hits, 1.0 if sure else PARTIAL_WEIGHT, name))
    return found


def own_samples() -> list[Sample]:
    lines = (ASSETS / "examples.jsonl").read_text("utf-8").splitlines()
    return [
        Sample(cues(row["text"]) | {OWN, "channel_typed", "alone"}, bool(row["lesson"]), OWN_WEIGHT, OWN)
        for row in map(json.loads, lines)
    ]


def train(samples: Mapping[str, Sequence[Sample]], sessions: Sessions, marked: Labels) -> Weights:
    """Weights, and a threshold that is best among exactly these transcripts when each part is judged by the others."""
    own = own_samples()
    names = sorted(samples)
    parts = [names[number::PARTS] for number in range(PARTS)]
    judges = {
        part[0]: fit([s for name in names if name not in part for s in samples[name]] + own) for part in parts if part
    }
    judge_of = {name: judges[part[0]] for part in parts for name in part}
    worth = {threshold: _worth(judge_of, threshold, sessions, marked) for threshold in THRESHOLDS}
    chosen = max(THRESHOLDS, key=lambda threshold: (worth[threshold], -threshold))
    return replace(fit([sample for rows in samples.values() for sample in rows] + own), threshold=chosen)


def _worth(judge_of: Mapping[str, Weights], threshold: float, sessions: Sessions, marked: Labels) -> float:
    """Balance of recall and precision over the exhaustively read transcripts."""
    found = {name: propose(windows, replace(judge_of[name], threshold=threshold)) for name, windows in sessions.items()}
    score = tally(found, [label for label in marked if label["transcript"] in sessions])
    together = score.recall + score.precision
    return round(2 * score.recall * score.precision / together, 4) if together else 0.0


def propose(windows: Sequence[Episode], weights: Weights) -> list[Proposal]:
    return [proposal for window in windows for proposal in reflect(window, nothing_known, weights)]


def fingerprint(folder: Path) -> str:
    """SHA-256 over everything that was learned from."""
    digest = hashlib.sha256()
    for path in (*sorted(folder.glob("*/*.jsonl")), folder / "labels.jsonl", ASSETS / "examples.jsonl"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def write_weights(weights: Weights, folder: Path) -> None:
    document = {
        "made_by": "python -m tests.eval.train",
        "data_sha256": fingerprint(folder),
        "bias": weights.bias,
        "threshold": weights.threshold,
        "weights": dict(sorted(weights.cues.items(), key=lambda item: -item[1])),
    }
    (ASSETS / "weights.json").write_text(json.dumps(document, indent=2) + "\n", "utf-8")


def main() -> None:
    folder = transcripts_folder()
    sessions, marked = read_sessions(folder), labels(folder)
    weights = train(session_samples(sessions, marked), sessions, marked)
    write_weights(weights, folder)
    print(f"{len(weights.cues)} weights, threshold {weights.threshold}: {(ASSETS / 'weights.json').relative_to(ROOT)}")


if __name__ == "__main__":
    main()
