"""The scorer's counts as values, for choosing a threshold; what is reported comes from the shared score.py itself."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitskills.model.proposal import Proposal

SHARED_CHARACTERS = 20


@dataclass(frozen=True, slots=True)
class Score:
    """Recall over the explicit and confirmed lessons, precision over all proposals, of exhaustively read transcripts."""

    recall: float
    precision: float
    proposals: int


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()


def is_match(quote: str, label: str) -> bool:
    """Whether one holds the other and they share enough."""
    quote, label = _fold(quote), _fold(label)
    shorter, longer = sorted((quote, label), key=len)
    return bool(shorter) and shorter in longer and len(shorter) >= min(SHARED_CHARACTERS, len(label))


def kinds(proposal: Proposal, here: Sequence[Mapping[str, Any]]) -> set[str]:
    """What the labels say of a proposal's quotes."""
    return {label["label"] for quote in proposal.quotes for label in _hits(quote.text, quote.line, here)}


def _hits(text: str, line: int, here: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [label for label in here if label["line"] == line and is_match(text, label["quote"])]


def tally(found: Mapping[str, Sequence[Proposal]], labels: Sequence[Mapping[str, Any]]) -> Score:
    exhaustive = {label["transcript"] for label in labels if label["exhaustive"]}
    reached: set[str] = set()
    true = total = 0
    for name, proposals in found.items():
        here = [label for label in labels if label["transcript"] == name]
        for proposal in proposals:
            said = kinds(proposal, here)
            total += name in exhaustive
            true += name in exhaustive and "positive" in said and "negative" not in said
            reached |= {
                _lesson(label)
                for quote in proposal.quotes
                for label in _hits(quote.text, quote.line, here)
                if label["label"] == "positive"
            }
    wanted = {
        _lesson(label)
        for label in labels
        if label["label"] == "positive" and label["transcript"] in exhaustive and label["confidence"] != "inferred"
    }
    return Score(len(wanted & reached) / max(1, len(wanted)), true / max(1, total), total)


def _lesson(label: Mapping[str, Any]) -> str:
    return str(label.get("lesson_id") or label["id"])


def row_of(name: str, proposal: Proposal) -> dict[str, object]:
    """A proposal as the shared scorer reads it."""
    return row(name, [(quote.text, quote.line) for quote in proposal.quotes])


def row(name: str, quotes: Sequence[tuple[str, int]]) -> dict[str, object]:
    return {"transcript": name, "evidence": [text for text, _ in quotes], "line": [line for _, line in quotes]}


def scored(rows: Sequence[Mapping[str, object]], marked: Sequence[Mapping[str, Any]], folder: Path) -> str:
    """What the shared scorer prints of the rows beside these labels."""
    with tempfile.TemporaryDirectory() as place:
        files = [Path(place) / name for name in ("rows.jsonl", "labels.jsonl")]
        for file, written in zip(files, (rows, marked), strict=True):
            file.write_text("".join(json.dumps(one) + "\n" for one in written), "utf-8")
        words = [sys.executable, str(folder / "score.py"), *map(str, files)]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.rstrip()
