"""All that `gitskills check` can find, by id: the rules over a skill's folder, and those over a commit."""

from __future__ import annotations

from gitskills.validate import claims, commits, history, joins
from gitskills.validate.rules import RULES

CATALOGUE: dict[str, tuple[str, str]] = {  # id → what holds, and what to do where it doesn't
    **{rule.id: (rule.sentence, rule.hint) for rule in RULES.values()},
    commits.OUTSIDE: (commits.OUTSIDE_SENTENCE, commits.OUTSIDE_HINT),
    claims.ID: (claims.SENTENCE, claims.HINT),
    history.ID: (history.SENTENCE, history.HINT),
    joins.ID: (joins.SENTENCE, joins.HINT),
    history.LOOKS: (history.LOOKS_SENTENCE, history.LOOKS_HINT),
}
