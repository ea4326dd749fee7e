"""Reading the trailers of a commit message, as `git interpret-trailers --parse` would for messages of our form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitskills.model.commit import Trailers
from gitskills.model.united import UNITING

LINE = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]*): ?(.*)")
REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40}(?:[0-9a-f]{24})?)", re.MULTILINE)


def parse_trailers(message: str) -> Trailers:
    """Values by key in the order in which they stand; empty where the last paragraph is not all trailers."""
    lines = message.rstrip().rsplit("\n\n", 1)[-1].splitlines()
    matches = [LINE.fullmatch(line) for line in lines]
    found: dict[str, list[str]] = {}
    if "\n\n" not in message.strip():
        return {}
    for match in matches:
        if match is None:
            return {}
        found.setdefault(match[1], []).append(match[2].strip())
    return {key: tuple(values) for key, values in found.items()}


def reverted(message: str) -> tuple[str, ...]:
    """Ids of the commits that the message says it reverts.

    A commit that carries a proposal or a decision never counts: its text may be a model's, and must not forge a person's verdict.
    """
    return () if {"Proposal", "Topic"} & parse_trailers(message).keys() else tuple(REVERTS.findall(message))


def unites(message: str, parents: Sequence[str]) -> bool:
    """Whether a commit is one of ours that made two lines of the branch one: it repeats what they said, and says nothing itself."""
    return len(parents) > 1 and parse_trailers(message).get("Action") == (UNITING,)
