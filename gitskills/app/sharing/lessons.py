"""A skill put into the words of a pull request: what it says, why, from whose words, how it fared, and the commit that brings it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gitskills.app.branch.words import reason_of, record_of
from gitskills.app.context import Context
from gitskills.app.sharing.choosing import Chosen, Counterpart, without_evidence
from gitskills.app.sharing.topic import with_tree
from gitskills.errors import GitskillsError
from gitskills.model.changeset import ChangeSet
from gitskills.model.commit import first
from gitskills.model.library import Version
from gitskills.model.proposal import Action, Evidence, Proposal
from gitskills.model.pull import Lesson
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import EVIDENCE_PREFIX, SKILLS_ROOT, SkillFolder
from gitskills.model.usage import NEVER
from gitskills.promote.changeset import promotion
from gitskills.promote.trailers import parse_trailers
from gitskills.share.pullrequest import topic_message
from gitskills.skillfile.evidence import parse_evidence
from gitskills.validate.commits import judge_folder


@dataclass(frozen=True, slots=True)
class Told:
    """A lesson and the commit that brings it."""

    lesson: Lesson
    change: ChangeSet


def tell_lessons(
    context: Context, project: Counterpart, chosen: Chosen, *, evidence: bool
) -> tuple[list[Told], tuple[tuple[str, str], ...]]:
    """What goes out, and what stays and why. A GitskillsError where the rules hold back what a person named, or everything."""
    told: list[Told] = []
    left = list(chosen.left)
    for name in chosen.names:
        found = tell_lesson(context, project, name, evidence=evidence)
        if isinstance(found, Told):
            told.append(found)
            continue
        left.append((name, f"{found.rule}: {found.message}"))
        if not chosen.everything:
            raise GitskillsError(f"{name} may not go out: {found.rule}: {found.message}", found.hint)
    if not told:
        raise GitskillsError(f"nothing may go out: {'; '.join(': '.join(each) for each in left)}", "gitskills check")
    return told, tuple(left)


def tell_lesson(context: Context, project: Counterpart, name: str, *, evidence: bool) -> Told | Violation:
    """The lesson with its commit, or the rule that lets none of it leave this clone."""
    library, repo = project.library, project.library.store.repo
    entry = library.skills[name]
    whole = SkillFolder(name, repo.files(entry.tree))
    folder = whole if evidence else without_evidence(whole)
    findings = judge_folder(folder, context.settings, context.redactor.find)
    refused = next((found for found in findings if found.severity is Severity.REJECT), None)
    if refused is not None:
        return refused
    reason, reflector, proposal_id = _origin(project, name)
    clean = context.redactor.redact
    lesson = Lesson(
        name=name,
        description=clean(entry.description)[0],
        reason=clean(reason)[0],
        tree=repo.tree_id(folder.files),
        changes=project.changes(name),
        evidence=tuple(replace(item, quote=clean(item.quote)[0]) for item in _evidence(whole)),
        usage=library.usage.get(name, NEVER),
        findings=findings,
    )
    proposal = Proposal(
        action=Action.UPDATE if lesson.changes else Action.ADD,
        name=name,
        reason=lesson.reason,
        evidence=lesson.evidence,
        reflector=reflector,
    )
    change = promotion(proposal, proposal_id, project.before(name), folder, lesson.description)
    message = topic_message(change.message, evidence=evidence)
    return Told(lesson, with_tree(replace(change, message=message), lesson.tree))


def _origin(project: Counterpart, name: str) -> tuple[str, str, str]:
    """Why the newest lesson of the skill was learned, who proposed it, and its id."""
    versions = [version for version in project.library.versions.get(name, ()) if _tells(version)]
    record = record_of(project.library.store, versions[-1].commit) if versions else None
    if record is None:
        return "", "", ""
    reflector = first(parse_trailers(record.message), "Reflector")
    return reason_of(record.message), reflector, versions[-1].proposal


def _tells(version: Version) -> bool:
    return bool(version.tree and version.proposal) and version.place.startswith(SKILLS_ROOT)


def _evidence(folder: SkillFolder) -> tuple[Evidence, ...]:
    """Every quote that the skill rests on, verified by its digest; an evidence file that is not whole is none."""
    found = [
        parse_evidence(file.content) for path, file in sorted(folder.files.items()) if path.startswith(EVIDENCE_PREFIX)
    ]
    return tuple(dict.fromkeys(item for items in found if isinstance(items, tuple) for item in items))
