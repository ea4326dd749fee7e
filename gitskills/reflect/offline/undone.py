"""A bare "undo": the person takes back what the agent has just done. The evidence is inferred, so a person looks before it lands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Confidence, Proposal, Quote
from gitskills.reflect.offline.naming import content_words, skill_name
from gitskills.reflect.offline.shorten import shorten
from gitskills.transcript.exchanges import Exchange

_BARE = re.compile(
    r"^\W*(?:no,? |please |ok,? )*(?:undo|revert|back out|roll back|take)(?: (?:it|that|this|these|those|"
    r"your (?:last )?changes?|the last (?:change|edit)))?(?: back| out)?(?:,? please)?\W*$",
    re.IGNORECASE,
)
_DEED = re.compile(
    r"(?:\b(?:I'll|I will|let me|I'm going to|going to|I have|I've|I|now I'll)\s+(?:now |also |just |first "
    r")*|^)(?P<deed>(?:add|added|replace|replaced|remove|removed|rename|renamed|"
    r"move|moved|use|used|introduce|introduced|switch|switched|rewrite|rewrote|extract|extracted|convert|"
    r"converted|wrap|wrapped|delete|deleted|create|created|update|updated|change|changed|write|wrote|"
    r"refactor|refactored|split|merge|merged|install|installed)\b[^.:!?\n]{8,110})",
    re.IGNORECASE | re.MULTILINE,
)
_BASE = {
    "added": "add", "replaced": "replace", "removed": "remove", "renamed": "rename", "moved": "move", "used": "use",
    "introduced": "introduce", "switched": "switch", "rewrote": "rewrite", "extracted": "extract",
    "converted": "convert", "wrapped": "wrap", "deleted": "delete", "created": "create", "updated": "update", "changed": "change",
    "wrote": "write", "refactored": "refactor", "merged": "merge", "installed": "install",
}  # fmt: skip


def undone(rounds: Sequence[Exchange], episode: Episode) -> list[Proposal]:
    """One proposal for each deed that was taken back with nothing but a word."""
    return [proposal for exchange in rounds if (proposal := _undone(exchange, episode)) is not None]


def _undone(exchange: Exchange, episode: Episode) -> Proposal | None:
    deeds = list(_DEED.finditer(exchange.before)) if exchange.acted_before and _BARE.match(exchange.turn.text) else []
    if not deeds:
        return None
    first, _, rest = " ".join(deeds[-1]["deed"].replace("*", "").split()).partition(" ")
    deed = f"{_BASE.get(first.lower(), first.lower())} {rest}"
    description = shorten(f"Don't {deed}: the user had it undone") or shorten(f"Don't {deed}")
    name = skill_name(f"not {deed}")
    if not description or not name or len(content_words(deed)) < 2:
        return None
    return Proposal(
        action=Action.ADD,
        name=name,
        category="correction",
        description=description,
        body=f"Don't {deed} without asking.\n\n**Why:** the agent did so and the user had it undone at once, "
        f"without giving a reason.\n",
        reason="The user had the agent's change undone at once; a later session would make it again.",
        quotes=(Quote(" ".join(exchange.turn.text.split()), exchange.turn.line, episode.transcript),),
        confidence=Confidence.INFERRED,
        reflector="offline",
        transcript=episode.transcript,
    )
