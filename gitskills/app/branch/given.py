"""Which skills the host is given: the agent's and the person's own, unless they are muted, and nobody's before it was checked.

Of a skill that a stranger changed it keeps the last version that this clone accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from gitskills.app.branch.library import Library
from gitskills.app.context import Context
from gitskills.errors import EnvironmentFault
from gitskills.model.policy import Policy
from gitskills.model.ruling import Severity
from gitskills.model.skill import Owner, SkillEntry, SkillFolder
from gitskills.promote.ledger import accepted_tree
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.policyfile import is_muted
from gitskills.state.seen import add_marks, read_marks

PUBLISHED = frozenset({Owner.AGENT, Owner.ADOPTED})
CHECKED = "checked"  # trees that passed, so that each is judged once


@dataclass(frozen=True, slots=True)
class Given:
    """`folders` by name as the host is to have them; `held` stay as they are on disk, each for its reason."""

    folders: dict[str, SkillFolder] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)


def given(context: Context, library: Library) -> Given:
    """What belongs into the live tree."""
    policy = library.policy
    if not isinstance(policy, Policy):  # what is muted can't be known
        return Given(held=dict.fromkeys(library.skills, "the team's policy can't be read"))
    found = Given()
    passed = read_marks(library.store.state, CHECKED)
    fresh: list[str] = []
    for name, tree in _trees(library, policy):
        folder = SkillFolder(name, library.store.repo.files(tree))
        why = "" if _is_ours(library, name, tree) else _twin(library, name) or _fault(context, folder, tree in passed)
        if why:
            found.held[name] = why
            continue
        found.folders[name] = folder
        fresh += [tree] if tree not in passed and not _is_ours(library, name, tree) else []
    with suppress(EnvironmentFault):  # judged again next time
        add_marks(library.store.state, CHECKED, fresh)
    return found


def _trees(library: Library, policy: Policy) -> Iterator[tuple[str, str]]:
    """(name, tree) of what may be given, not checked yet."""
    for name, entry in library.skills.items():
        tree = entry.tree if entry.owner in PUBLISHED else _older(library, entry)
        if tree and not is_muted(policy, name, entry.category):
            yield name, tree


def _older(library: Library, entry: SkillEntry) -> str:
    return accepted_tree(library.versions.get(entry.name, ())) if entry.owner is Owner.FOREIGN else ""


def _is_ours(library: Library, name: str, tree: str) -> bool:
    """Whether this clone's own door let the content in: it was judged there."""
    versions = library.versions.get(name, ())
    return any(version.tree == tree and version.commit in library.made for version in versions)


def _twin(library: Library, name: str) -> str:
    """Why a skill that came from elsewhere can't lie beside those of the project."""
    twin = next(
        (other for other in sorted(library.tracked) if other != name and fold_name(other) == fold_name(name)), ""
    )
    return f"it looks like the project's own {twin}" if twin else ""


def _fault(context: Context, folder: SkillFolder, passed: bool) -> str:
    if passed:
        return ""
    from gitskills.validate.commits import judge_folder  # the rules take longer to load than a list to show

    found = judge_folder(folder, context.settings, context.redactor.find)
    return next((violation.message for violation in found if violation.severity is Severity.REJECT), "")
