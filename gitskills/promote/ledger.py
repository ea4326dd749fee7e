"""What the branch's history says: versions of every skill, who owns it, and a person's verdicts. Commits in, values out.

A folder missing from a working tree is no verdict: only commits are read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from gitskills.model.commit import CommitRecord, FolderChange
from gitskills.model.library import Ledger, Verdict, VerdictKind, Version
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT, Owner
from gitskills.promote.trailers import parse_trailers, reverted

MOVES = frozenset({"archive", "merge", "restore"})  # the folder goes, the lesson stays

Accepts = Callable[[CommitRecord], bool]


def extend(ledger: Ledger, records: Iterable[CommitRecord], accepts: Accepts) -> Ledger:
    """The ledger after `records` (parents before children), which follow on `ledger.tip`."""
    versions = {name: list(items) for name, items in ledger.versions.items()}
    verdicts = list(ledger.verdicts)
    proposals = dict(ledger.proposals)
    commits = {item.commit: item for items in ledger.versions.values() for item in items}
    tip = ledger.tip
    for record in records:
        trailers = parse_trailers(record.message)
        for change in _changes(record, versions):
            version = _version(record, change, trailers, accepts)
            verdicts = _judge(version, record, versions, verdicts, commits)
            versions.setdefault(version.name, []).append(version)
            commits[record.oid] = version
        if trailers.get("Action") == ("forgive",):
            verdicts = [item for item in verdicts if item.name not in trailers.get("Skill", ())]
        for proposal in trailers.get("Proposal", ()):
            proposals.setdefault(proposal, record.oid)
        tip = record.oid
    frozen = {name: tuple(items) for name, items in versions.items()}
    return Ledger(tip, frozen, tuple(verdicts), proposals)


def _changes(record: CommitRecord, versions: Mapping[str, Sequence[Version]]) -> Iterable[FolderChange]:
    """A merge repeats what its sides said; only what no side had is the merge's own."""
    for change in record.folders:
        if not change.path.startswith((SKILLS_ROOT + "/", ARCHIVE_ROOT + "/")):
            continue
        known = versions.get(skill_of(change.path), ())
        if len(record.parents) > 1 and any(v.place == change.path and v.tree == change.after for v in known):
            continue
        yield change


def skill_of(path: str) -> str:
    """The skill that a live or an archived folder belongs to."""
    folder = path.rsplit("/", 1)[-1]
    return folder if path.startswith(SKILLS_ROOT) else folder.rpartition("-")[0]


def _version(
    record: CommitRecord, change: FolderChange, trailers: Mapping[str, tuple[str, ...]], accepts: Accepts
) -> Version:
    return Version(
        commit=record.oid,
        name=skill_of(change.path),
        place=change.path,
        before=change.before,
        tree=change.after,
        action=next(iter(trailers.get("Action", ())), ""),
        proposal=next(iter(trailers.get("Proposal", ())), ""),
        evidence=tuple(trailers.get("Evidence-Sha256", ())),
        sources=tuple(trailers.get("Source", ())),
        accepted=accepts(record),
        time=record.time,
        subject=record.message.partition("\n")[0],
    )


def _judge(
    version: Version,
    record: CommitRecord,
    versions: Mapping[str, Sequence[Version]],
    verdicts: list[Verdict],
    commits: Mapping[str, Version],
) -> list[Verdict]:
    """The verdicts after one version: a revert refuses, a revert of a revert forgives, an archive move is neither."""
    if not version.place.startswith(SKILLS_ROOT) or version.action in MOVES:
        return verdicts
    earlier = versions.get(version.name, ())
    kept = [item for item in verdicts if not _forgiven(item, version, record)]
    if len(kept) < len(verdicts):
        return kept
    named = [commits[oid] for oid in reverted(record.message) if oid in commits and commits[oid].name == version.name]
    if any(item.action in MOVES for item in named):
        return kept
    refused = named or _refused_by_tree(version, earlier)
    if not refused:
        return kept
    gone = version.tree == "" or any(item.before == "" for item in named)
    if gone:
        refused = list(earlier) or refused
    return [*kept, _verdict(VerdictKind.LESSON if gone else VerdictKind.PATCH, version, refused, record)]


def _forgiven(verdict: Verdict, version: Version, record: CommitRecord) -> bool:
    if verdict.name != version.name:
        return False
    return version.tree == verdict.tree or verdict.commit in reverted(record.message)


def _refused_by_tree(version: Version, earlier: Sequence[Version]) -> list[Version]:
    """The versions that a commit takes back by leaving the folder as it was before them."""
    if version.tree == "":
        return list(earlier)
    if version.action not in {"", "revert"}:
        return []
    trees = [item.tree for item in earlier if item.place == version.place]
    if version.tree not in trees:
        return []
    back = len(trees) - 1 - trees[::-1].index(version.tree)
    return [item for item in earlier if item.place == version.place][back + 1 :]


def _verdict(kind: VerdictKind, version: Version, refused: Sequence[Version], record: CommitRecord) -> Verdict:
    reason = record.message.partition("\n\n")[2].partition("\n\n")[0].strip()
    return Verdict(
        kind=kind,
        name=version.name,
        commit=record.oid,
        tree=version.before,
        proposal=next((item.proposal for item in reversed(refused) if item.proposal), ""),
        evidence=frozenset(digest for item in refused for digest in item.evidence),
        reason=reason,
    )


def owner(versions: Sequence[Version], tree: str) -> Owner:
    """Who owns the folder whose tree is `tree`: read from history, never from a file that a clone brings.

    Content that we wrote is the agent's whatever commit brought it back; a person's edit adopts the skill for good.
    """
    ours: set[str] = set()
    current = Owner.HAND
    for version in versions:
        if version.tree == "" or not version.place.startswith(SKILLS_ROOT):
            continue
        if version.tree in ours:
            current = Owner.AGENT
        elif not version.accepted:
            current = Owner.FOREIGN
        elif version.action == "adopt" or not version.action:
            current = Owner.ADOPTED if version.action or current is not Owner.HAND else Owner.HAND
        elif current is not Owner.ADOPTED or version.before == "":
            current = Owner.AGENT
            ours.add(version.tree)
    return current if any(version.tree == tree for version in versions) else Owner.HAND
