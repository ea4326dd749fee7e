"""Leave-one-transcript-out and on all: runs the shared scorer on both, counts proposals on the zero-lesson transcripts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gitskills.model.proposal import Proposal
from gitskills.reflect.offline.weights import Weights, parse_weights
from tests.eval.decisions import print_decisions
from tests.eval.scoring import kinds, row_of, scored
from tests.eval.sessions import ASSETS, ZERO_LESSON, labels, read_sessions, transcripts_folder
from tests.eval.train import Labels, Sessions, propose, session_samples, train

Found = Mapping[str, Sequence[Proposal]]


def session_of(name: str) -> str:
    """A sub-agent's transcript belongs to its session: both are left out together."""
    return name.split(".", maxsplit=1)[0]


def left_out(sessions: Sessions, marked: Labels) -> dict[str, list[Proposal]]:
    """What is proposed for each transcript by weights that were trained and tuned without it."""
    samples = session_samples(sessions, marked)
    found: dict[str, list[Proposal]] = {}
    for name in sessions:
        others = {other: windows for other, windows in sessions.items() if session_of(other) != session_of(name)}
        weights = train({other: samples[other] for other in others}, others, marked)
        found[name] = propose(sessions[name], weights)
    return found


def on_all(sessions: Sessions, weights: Weights) -> dict[str, list[Proposal]]:
    return {name: propose(windows, weights) for name, windows in sessions.items()}


def print_score(title: str, found: Found, folder: Path) -> None:
    """The shared scorer's own words."""
    rows = [row_of(name, proposal) for name, proposals in found.items() for proposal in proposals]
    print(f"{title}\n{scored(rows, labels(folder), folder)}")
    print(f"proposals on zero-lesson transcripts: {sum(len(found.get(name, ())) for name in ZERO_LESSON)}\n")


def show(found: Found, marked: Labels) -> None:
    """Every proposal beside its quote and what the labels say."""
    for name, proposals in found.items():
        here = [label for label in marked if label["transcript"] == name]
        for proposal in proposals:
            said = "/".join(sorted(kinds(proposal, here))) or "unlabelled"
            print(
                f"{name}:{proposal.quotes[0].line}  [{said}]  {proposal.category}, {proposal.confidence}, {proposal.scope}"
            )
            for quote in proposal.quotes:
                print(f"    “{quote.text}”")
            print(f"  {proposal.name}\n  {proposal.description}")
            print("".join(f"    | {line}\n" for line in proposal.body.splitlines() if line), end="")
            print(f"  {proposal.reason}\n")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make eval", description=__doc__)
    parser.add_argument("--show", action="store_true", help="print every left-out proposal beside its quote and label")
    chosen = parser.parse_args(argv)
    folder = transcripts_folder()
    if not folder.is_dir():
        print(f"There are no transcripts in {folder}; GITSKILLS_SHARED names another place.", file=sys.stderr)
        return 3
    sessions, marked = read_sessions(folder), labels(folder)
    found = left_out(sessions, marked)
    if chosen.show:
        show(found, marked)
    print_score("left out (each transcript by weights that never saw it)", found, folder)
    weights = parse_weights((ASSETS / "weights.json").read_text("utf-8"))
    print_score("on all (the weights that are shipped, which saw them)", on_all(sessions, weights), folder)
    print_decisions(sessions, found, folder)
    return 0
