"""The story of a skill or of one commit: who said what, what came of it, and how to take it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.words import evidence_of, reason_of, record_of
from gitskills.app.context import Context, Store
from gitskills.app.decisions.resting import rests_on
from gitskills.app.reflection.spending import costs
from gitskills.app.sessions.counting import look
from gitskills.errors import GitskillsError
from gitskills.model.commit import first
from gitskills.model.library import Version
from gitskills.model.overview import Cost, Story, StoryEvent
from gitskills.model.skill import NOT_OURS, Owner, SkillEntry, SkillFolder, Status
from gitskills.model.usage import NEVER
from gitskills.promote.trailers import parse_trailers

WITHDRAWN = "withdrawn"


def why(context: Context, what: str) -> Story:
    """`what` is a skill's name, also of one that is archived or was taken back, or a commit of the branch."""
    look(context)
    libraries = [read_library(context, store, judge=False) for store in context.stores()]
    took = costs(context)
    for library in libraries:
        if library.ledger.versions.get(what):
            return _story(context, library, what, took)
    for library in libraries:
        if found := _by_commit(context, library, what, took):
            return found
    context.need_project()
    where = f"see `gitskills {f'decisions show {what}' if what.isdigit() else 'list` and `gitskills log'}`"
    raise GitskillsError(f"{what!r} is neither a learned skill nor a commit that changed one", where)


def _by_commit(context: Context, library: Library, what: str, took: Mapping[str, Cost]) -> Story | None:
    """The part of a skill's story that one commit tells."""
    commit = library.store.repo.resolve(f"{what}^{{commit}}") if what and not what.startswith("-") else ""
    for name, versions in library.ledger.versions.items():
        if commit and any(version.commit == commit for version in versions):
            story = _story(context, library, name, took)
            events = tuple(event for event in story.events if event.commit == commit)
            return replace(story, events=events, undo=f'gitskills rollback {commit[:12]} -m "…"')
    return None


def _story(context: Context, library: Library, name: str, took: Mapping[str, Cost]) -> Story:
    versions = library.ledger.versions[name]
    entry = library.skills.get(name) or library.archived.get(name)
    by_commit = {version.commit: version for version in versions if version.tree} | {
        version.commit: version for version in versions if not version.tree and not _moves(version, versions)
    }
    events = tuple(_event(library.store, version, took) for version in reversed(_ordered(by_commit, versions)))
    return Story(
        name=name,
        scope=library.store.scope,
        owner=entry.owner if entry else Owner.AGENT,
        status=entry.status if entry else WITHDRAWN,
        description=entry.description if entry else "",
        events=events,
        verdict=_verdict(library, name),
        undo=_undo(library, name, entry),
        usage=library.usage.get(name, NEVER),
        pinned=name in library.ledger.pinned,
        rests_on=tuple(basis.sentence for basis in rests_on(context, library, name)),
        rules=_rules(context, library, entry),
    )


def _rules(context: Context, library: Library, entry: SkillEntry | None) -> tuple[str, ...]:
    """What `gitskills check` would say of the folder as it is."""
    from gitskills.validate.commits import judge_folder  # the rules take longer to load than the rest

    if entry is None:
        return ()
    folder = SkillFolder(entry.name, library.store.repo.files(entry.tree))
    found = judge_folder(folder, context.settings, context.redactor.find)
    return tuple(f"{one.rule}: {one.message}" for one in found)


def _moves(version: Version, versions: tuple[Version, ...]) -> bool:
    """An archive move is one commit that two places tell of."""
    return any(other.commit == version.commit and other.tree for other in versions)


def _ordered(by_commit: dict[str, Version], versions: tuple[Version, ...]) -> list[Version]:
    return [by_commit[commit] for commit in dict.fromkeys(version.commit for version in versions)]


def _event(store: Store, version: Version, took: Mapping[str, Cost]) -> StoryEvent:
    record = record_of(store, version.commit)
    message = record.message if record else version.subject
    return StoryEvent(
        commit=version.commit,
        time=version.time,
        subject=version.subject,
        action=version.action,
        reason=reason_of(message),
        accepted=version.accepted,
        quotes=tuple((item.speaker, item.quote, item.source, item.line) for item in evidence_of(store, version)),
        reflector=first(parse_trailers(message), "Reflector"),
        cost=took.get(version.proposal),
    )


def _verdict(library: Library, name: str) -> str:
    """The newest no that holds."""
    found = [verdict for verdict in library.ledger.verdicts if verdict.name == name]
    if not found:
        return ""
    reason = f": {found[-1].reason}" if found[-1].reason else ""
    return f"taken back by {found[-1].commit[:12]}{reason}"


def _undo(library: Library, name: str, entry: SkillEntry | None) -> str:
    """The command that makes undone what was done last."""
    if entry is None:
        found = [verdict.commit[:12] for verdict in library.ledger.verdicts if verdict.name == name]
        return f'gitskills rollback {found[-1]} -m "…"' if found else ""
    if entry.owner in NOT_OURS:
        return ""
    return f"gitskills restore {name}" if entry.status is Status.ARCHIVED else f'gitskills rollback {name} -m "…"'
