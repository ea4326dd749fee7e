"""What a team's policy file narrows. It has no field by which anything could become more than the settings allow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """`mute` holds skill names and `mute_categories` categories, `off` actions, `ignore` patterns of .gitskillsignore's kind."""

    mute: frozenset[str] = frozenset()
    mute_categories: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    ignore: tuple[str, ...] = ()
    review_all: bool = False
