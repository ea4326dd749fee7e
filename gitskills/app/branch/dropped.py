"""Skills that the default branch took up from the skills branch and has dropped since: the project's decision, which stands."""

from __future__ import annotations

from gitskills.app.context import Store
from gitskills.model.skill import SIDECAR, SKILLS_ROOT
from gitskills.promote.ledger import skill_of
from gitskills.promote.trailers import parse_trailers
from gitskills.state.derived import keep, recall

DROPPED = "dropped"


def read_dropped(store: Store, tip: str) -> frozenset[str]:
    """Their names, read from what the default branch did since it parted from `tip`; a commit of ours drops nothing."""
    tips = store.repo.default_tips()
    if not tip or not tips:
        return frozenset()
    key = " ".join((tip, *tips))
    known = recall(store.state, DROPPED, key)
    if known is None:
        known = sorted({name for default in tips for name in _dropped(store, tip, default)})
        keep(store.state, DROPPED, key, known)
    return frozenset(known)


def _dropped(store: Store, tip: str, default: str) -> set[str]:
    found: set[str] = set()
    for record in store.repo.history(default, (tip,), (SKILLS_ROOT,)):
        if "Skill" in parse_trailers(record.message):
            continue
        for folder in record.folders:
            if not folder.after and store.repo.blob(folder.before, SIDECAR) is not None:
                found.add(skill_of(folder.path))
    return found
