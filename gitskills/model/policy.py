"""What a team's policy file narrows. It has no field by which anything could become more than the settings allow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """`mute` holds skill names and `mute_categories` categories, `off` actions, `ignore` patterns of .gitskillsignore's kind.

    `decision_tags` are what the team's decisions may be tagged with beside the given ones: words, and no leave to do anything.
    """

    mute: frozenset[str] = frozenset()
    mute_categories: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    ignore: tuple[str, ...] = ()
    review_all: bool = False
    decision_tags: frozenset[str] = frozenset()
