"""The branch under a default branch whose history was rewritten: which commits are carried over, on which parents, in which words.

Old ids stand in the new messages, and reverts name the new ids, so that verdicts and undoings hold as before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gitskills.model.changeset import Message
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import SKILLS_ROOT
from gitskills.promote.ledger import skill_of
from gitskills.promote.trailers import parse_trailers

_REVERTS = re.compile(r"(?m)^(This reverts commit )([0-9a-f]{40}(?:[0-9a-f]{24})?)")
_MOVED = re.compile(r"(?m)^Re-rooted from ([0-9a-f]{40,64})\.$")


@dataclass(frozen=True, slots=True)
class Carried:
    """One old commit in its new place. With `empty` it stays even where it changes nothing (pin, forgive, dismiss)."""

    old: str
    parents: tuple[str, ...]
    message: str
    empty: bool


def carried(record: CommitRecord, base: str, ids: Mapping[str, str]) -> Carried:
    """The commit on the parents that were carried over; what is not ours has become `base`."""
    parents = dict.fromkeys(ids.get(parent, base) for parent in record.parents)
    own = tuple(parent for parent in parents if parent != base) or (base,)
    empty = bool({"Skill", "Topic"} & parse_trailers(record.message).keys())
    return Carried(record.oid, own, _retold(record.message, record.oid, ids), empty)


def _retold(message: str, old: str, ids: Mapping[str, str]) -> str:
    text = with_new_ids(message, ids).rstrip()
    note = f"Re-rooted from {old}."
    if not parse_trailers(text):
        return f"{text}\n\n{note}\n"
    head, _, trailers = text.rpartition("\n\n")
    return f"{head}\n\n{note}\n\n{trailers}\n"


def with_new_ids(text: str, ids: Mapping[str, str]) -> str:
    """The text with the commits that it reverts under their new ids."""
    return _REVERTS.sub(lambda found: found[1] + ids.get(found[2], found[2]), text)


def under_new_ids(message: Message, ids: Mapping[str, str]) -> Message:
    """A message to be, as `with_new_ids`."""
    return replace(message, paragraphs=tuple(with_new_ids(part, ids) for part in message.paragraphs))


def committed_here(chain: Sequence[CommitRecord]) -> frozenset[str]:
    """The skills that commits of the branch itself changed, merges left out: these are the branch's own, also by hand."""
    return frozenset(
        skill_of(folder.path)
        for record in chain
        for folder in record.folders
        if len(record.parents) < 2 and folder.path.startswith(SKILLS_ROOT)
    )


def told_moves(messages: Mapping[str, str]) -> dict[str, str]:
    """Which commit became which, old → new, as the messages of the new ones (by id) say."""
    return {old: new for new, text in messages.items() for old in _MOVED.findall(text)}
