"""Who goes to the archive, and why: unused at the end of probation, or the least used where there is no room (LOOP U3, U4).

Turns in which a skill was listed are the only clock. A skill in its probation is left alone; one that a person pinned, edited
or made, and one that a skill which stays refers to, stays.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gitskills.model.usage import Usage

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Standing:
    """A live skill. `stays` for a word of a person's or an owner that is not us; `mentions` are the skills that its text names."""

    name: str
    usage: Usage
    young: bool
    stays: bool = False
    mentions: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Leaving:
    """A skill that goes, and the sentence that its commit says."""

    name: str
    reason: str


def leaving(standings: Sequence[Standing], capacity: int) -> tuple[Leaving, ...]:
    """Those that go, the least used first. Who is referred to only by one that goes is not held by it."""
    held: frozenset[str] = frozenset()
    while True:
        gone = _gone(standings, capacity, held)
        names = {one.name for one in gone}
        named = {name for one in standings if one.name not in names for name in one.mentions}
        if not names & named:
            return gone
        held |= names & named


def _gone(standings: Sequence[Standing], capacity: int, held: AbstractSet[str]) -> tuple[Leaving, ...]:
    grown = [one for one in standings if not one.young]
    free = sorted((one for one in grown if not one.stays and one.name not in held), key=_rank)
    unused = [one for one in free if not one.usage.uses and not one.usage.views]
    rest = [one for one in free if one.usage.uses or one.usage.views]
    surplus = max(0, len(grown) - len(unused) - capacity)
    return (
        *(Leaving(one.name, f"{counts(one.usage)} Its probation is over.") for one in unused),
        *(Leaving(one.name, f"{counts(one.usage)} {_full(len(grown), capacity)}") for one in rest[:surplus]),
    )


def _rank(one: Standing) -> tuple[bool, float, float, str]:
    """Unused ones first, by how rarely they are read; then by use per turn. Ties are broken by no one's choice."""
    usage = one.usage
    return (
        usage.uses > 0,
        usage.rate,
        usage.view_rate,
        hashlib.sha256(one.name.encode("utf-8", "replace")).hexdigest(),
    )


def counts(usage: Usage) -> str:
    """What stands in the commit."""
    return f"Used {_times(usage.uses)}, read {_times(usage.views)}, in {usage.turns} turns in which it was listed."


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _full(grown: int, capacity: int) -> str:
    return f"There is room for {capacity} skills behind their probation, and there were {grown}; it was used least."


def mentions(text: str, names: AbstractSet[str]) -> frozenset[str]:
    """The skills that a text refers to. A name that is a plain word counts only where it is marked as a name."""
    found = names & set(_WORD.findall(text))
    return frozenset(name for name in found if "-" in name or _marked(text, name))


def _marked(text: str, name: str) -> bool:
    forms = (f"`{name}`", f"`/{name}`", f"skills/{name}", f"[[{name}]]", f"{name} skill", f"skill {name}")
    return any(form in text for form in forms)
