"""What the branch's history says: versions of every skill, who owns it, and a person's verdicts. Commits in, values out.

A folder missing from a working tree is no verdict: only commits are read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from gitskills.model.commit import CommitRecord, FolderChange, Trailers, first
from gitskills.model.library import Ledger, Version
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT, Owner
from gitskills.model.united import UNITING
from gitskills.promote.trailers import parse_trailers
from gitskills.promote.verdicts import Follows, Past, Tell, judged, nothing_told, one_line

Accepts = Callable[[CommitRecord], bool]
_DOUBT = (Owner.FOREIGN, Owner.HAND, Owner.ADOPTED)  # of two owners of what was made one the first counts


def extend(
    ledger: Ledger,
    records: Iterable[CommitRecord],
    accepts: Accepts,
    tell: Tell = nothing_told,
    follows: Follows = one_line,
) -> Ledger:
    """The ledger after `records` (parents before children), which follow on `ledger.tip`.

    What a commit takes back or forgives is only what it knew of (`follows`): lines that were merged may be told in any order.
    """
    versions = {name: list(items) for name, items in ledger.versions.items()}
    commits: dict[str, list[Version]] = {}
    for items in ledger.versions.values():
        for item in items:
            commits.setdefault(item.commit, []).append(item)
    verdicts, proposals, tip = list(ledger.verdicts), dict(ledger.proposals), ledger.tip
    pinned = set(ledger.pinned)
    for record in records:
        trailers = parse_trailers(record.message)
        accepted = accepts(record)
        fresh = [_version(record, change, trailers, accepted) for change in _changes(record, versions)]
        verdicts = judged(record, fresh, verdicts, Past(versions, commits, tell, accepted, follows))
        for version in fresh:
            versions.setdefault(version.name, []).append(version)
        commits[record.oid] = fresh
        if trailers.get("Action") == ("forgive",) and accepted:
            names = trailers.get("Skill", ())
            verdicts = [item for item in verdicts if item.name not in names or not follows(item.commit, record.oid)]
        if accepted:
            _pin(pinned, trailers)
        for proposal in trailers.get("Proposal", ()):
            proposals.pop(proposal, "")  # the newest commit comes last
            proposals[proposal] = record.oid
        tip = record.oid
    frozen = {name: tuple(items) for name, items in versions.items()}
    return Ledger(tip, frozen, tuple(verdicts), proposals, frozenset(pinned))


def _pin(pinned: set[str], trailers: Trailers) -> None:
    """A pin holds until its opposite; what carries a proposal is a model's and pins nothing."""
    names, action = trailers.get("Skill", ()), trailers.get("Action", ())
    if "Proposal" not in trailers and action == ("pin",):
        pinned.update(names)
    elif "Proposal" not in trailers and action == ("unpin",):
        pinned.difference_update(names)


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


def _version(record: CommitRecord, change: FolderChange, trailers: Trailers, accepted: bool) -> Version:
    return Version(
        commit=record.oid,
        name=skill_of(change.path),
        place=change.path,
        before=change.before,
        tree=change.after,
        action=first(trailers, "Action"),
        proposal=first(trailers, "Proposal"),
        evidence=tuple(trailers.get("Evidence-Sha256", ())),
        sources=tuple(trailers.get("Source", ())),
        accepted=accepted,
        time=record.time,
        subject=record.message.partition("\n")[0],
    )


def accepted_tree(versions: Sequence[Version]) -> str:
    """The newest version of a live folder that this clone accepted and that is ours or the person's, "" where there is none."""
    live = [version for version in versions if version.place.startswith(SKILLS_ROOT)]
    for place in reversed(range(len(live))):
        tree = live[place].tree
        whose = owner(live[: place + 1], tree) if live[place].accepted and tree else Owner.HAND
        if live[place].accepted and whose is not Owner.FOREIGN:  # a merge of ours may hold what a stranger said
            return tree if whose in {Owner.AGENT, Owner.ADOPTED} else ""
    return ""


def owner(versions: Sequence[Version], tree: str) -> Owner:
    """Who owns the folder whose tree is `tree`: read from history, never from a file that a clone brings.

    Content that we wrote is the agent's whatever commit brought it back; a person's edit adopts the skill for good.
    """
    live = [version for version in versions if version.tree and version.place.startswith(SKILLS_ROOT)]
    last = max((place for place, version in enumerate(live) if version.tree == tree), default=-1)
    ours: set[str] = set()
    whose: dict[str, Owner] = {}
    current = Owner.HAND
    for place, version in enumerate(live[: last + 1]):
        if version.action == UNITING and version.accepted and version.tree not in ours:
            current = _of_all(live[:place], version, whose)
        elif version.tree in ours:
            current = Owner.AGENT
        else:
            current = _next(version, whose.get(version.before, current))
        whose[version.tree] = current
        if current is Owner.AGENT:
            ours.add(version.tree)
    return current


def _next(version: Version, was: Owner) -> Owner:
    """Whose a folder is after a commit that changed it."""
    if not version.accepted:
        return Owner.FOREIGN
    if version.action == "restore" and was is Owner.ADOPTED:
        return was  # it comes back as whose it was
    if version.action == "adopt" or not version.action:
        return Owner.ADOPTED if version.action or was is not Owner.HAND else Owner.HAND
    return Owner.AGENT if was is not Owner.ADOPTED or version.before == "" else was


def _of_all(earlier: Sequence[Version], version: Version, whose: Mapping[str, Owner]) -> Owner:
    """Whose two lines are that were made one: the agent's only where nobody else had a hand in either."""
    ends = {item.tree for item in earlier} - {item.before for item in earlier} | {version.before}
    owners = {whose[tree] for tree in ends if tree in whose}
    return next((one for one in _DOUBT if one in owners), Owner.AGENT)
