"""A person's no, read from a commit: what was taken back, what was forgiven, and what was only moved.

A revert refuses, a revert of a revert forgives, an archive move is neither, and the archive may be pruned. Whatever a
model wrote can refuse or forgive nothing by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gitskills.model.commit import CommitRecord
from gitskills.model.library import Verdict, VerdictKind, Version
from gitskills.model.skill import SKILLS_ROOT
from gitskills.promote.trailers import parse_trailers, reverted, unites

WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Told:
    """What a folder's tree says: folded digests of its quotes by their own, and of its content ("" = unknown)."""

    words: Mapping[str, str] = field(default_factory=dict)
    content: str = ""


Tell = Callable[[str], Told]
Follows = Callable[[str, str], bool]  # (an earlier commit, a later one): the later one knew of it


def nothing_told(_tree: str) -> Told:
    """For who can't look into trees: verdicts then hold by id alone."""
    return Told()


def one_line(_earlier: str, _later: str) -> bool:
    """Of a history without merges: every commit knew of all before it."""
    return True


@dataclass(frozen=True, slots=True)
class Past:
    """What came before a commit: versions by skill and by commit; and whether this clone accepts what it says."""

    versions: Mapping[str, Sequence[Version]]
    commits: Mapping[str, Sequence[Version]]
    tell: Tell
    accepted: bool
    follows: Follows

    def known(self, version: Version) -> list[Version]:
        """The versions of the same skill that its commit knew of."""
        return [one for one in self.versions.get(version.name, ()) if self.follows(one.commit, version.commit)]


def judged(record: CommitRecord, fresh: Sequence[Version], verdicts: Sequence[Verdict], past: Past) -> list[Verdict]:
    """The verdicts after a commit that made the versions `fresh`; who is not accepted forgives nothing."""
    if unites(record.message, record.parents):
        return list(verdicts)
    kept = [item for item in verdicts if not (past.accepted and _forgiven(item, record, fresh, past.follows))]
    settled = {item.name for item in verdicts} - {item.name for item in kept}
    for version in fresh:
        if version.name not in settled and not _moved(version, fresh):
            by_source = version.action == WITHDRAW and bool(version.sources)
            kept += _withdrawn(version, fresh, record, past) if by_source else _verdicts(version, record, past)
    return kept


def _withdrawn(version: Version, fresh: Sequence[Version], record: CommitRecord, past: Past) -> Iterator[Verdict]:
    """Of a source that is withdrawn only its own words are refused; where others support the skill, it may be changed on."""
    taught = [
        item
        for item in past.versions.get(version.name, ())
        if item.proposal and set(item.sources).intersection(version.sources)
    ]
    lives = any(other.tree for other in fresh if other.name == version.name)
    if version.before and (version.tree or not lives):
        kind = VerdictKind.PATCH if lives else VerdictKind.LESSON
        found = _verdict(kind, version, taught, (record, past.tell))
        yield replace(
            found,
            evidence=frozenset(version.evidence),
            words=frozenset(_words(map(past.tell, _trees(version, taught)), frozenset(version.evidence))),
        )


def _forgiven(verdict: Verdict, record: CommitRecord, fresh: Sequence[Version], follows: Follows) -> bool:
    if verdict.commit in reverted(record.message):
        return True
    by_person = "Proposal" not in parse_trailers(record.message)
    back = by_person and any(
        version.name == verdict.name and version.tree == verdict.tree and _live(version) for version in fresh
    )
    return back and follows(verdict.commit, record.oid)


def _live(version: Version) -> bool:
    return version.place.startswith(SKILLS_ROOT)


def _moved(version: Version, fresh: Sequence[Version]) -> bool:
    """Whether the folder only went to the archive or came from there, as it was."""
    across = [other for other in fresh if other.name == version.name and _live(other) != _live(version)]
    if version.tree == "":
        return any(other.tree == version.before for other in across)
    return any(other.tree == "" and other.before == version.tree for other in across)


def _verdicts(version: Version, record: CommitRecord, past: Past) -> Iterator[Verdict]:
    """One at most: a lesson is refused where its skill goes or its birth is reverted, else only a change of it."""
    where = (record, past.tell)
    live, gone = _live(version), version.tree == ""
    named = _named(version, record, past)
    birth = any(item.before == "" for item in named)
    lesson = bool(past.known(version)) if live and gone else birth and (live or gone)
    if lesson:
        yield _verdict(VerdictKind.LESSON, version, past.known(version), where)
    elif live and not gone and (refused := named or _passed_over(version, past)):
        trees = {item.tree for item in refused} - {""}  # what was brought back meanwhile is what it was at first
        same = [item for item in past.known(version) if item.tree in trees and _live(item)]
        yield _verdict(VerdictKind.PATCH, version, same, where)


def _named(version: Version, record: CommitRecord, past: Past) -> list[Version]:
    """The versions of the skill that the commit says it reverts."""
    return [
        item
        for oid in reverted(record.message)
        for item in past.commits.get(oid, ())
        if item.name == version.name and item.tree and _live(item)
    ]


def _passed_over(version: Version, past: Past) -> list[Version]:
    """The versions that a person's commit takes back by leaving the folder as it was before them."""
    if version.proposal or version.before == "" or version.action not in {"", "revert"}:
        return []
    if all(item.tree != version.tree for item in past.versions.get(version.name, ())):
        return []
    earlier = [item for item in past.known(version) if item.place == version.place]
    trees = [item.tree for item in earlier]
    if version.tree not in trees:
        return []
    back = len(trees) - 1 - trees[::-1].index(version.tree)
    return earlier[back + 1 :]


def _verdict(
    kind: VerdictKind, version: Version, refused: Sequence[Version], where: tuple[CommitRecord, Tell]
) -> Verdict:
    record, tell = where
    evidence = frozenset(digest for item in refused for digest in item.evidence)
    told = [tell(tree) for tree in _trees(version, refused)]
    return Verdict(
        kind=kind,
        name=version.name,
        commit=record.oid,
        tree=version.before,
        proposals=frozenset(item.proposal for item in refused if item.proposal),
        evidence=evidence,
        words=frozenset(_words(told, evidence)),
        contents=frozenset(one.content for one in told if one.content),
        reason=_reason(record.message),
    )


def _trees(version: Version, refused: Sequence[Version]) -> Sequence[str]:
    """The folders that hold what is refused."""
    return list(dict.fromkeys(tree for tree in (*(item.tree for item in refused), version.before) if tree))


def _reason(message: str) -> str:
    """The first paragraph in the person's own words, where there is one."""
    parts = [part.strip() for part in message.split("\n\n")[1:]]
    own = [part for part in parts if not part.startswith("This reverts commit ") and not parse_trailers(f"x\n\n{part}")]
    return next(iter(own), "")


def _words(told: Iterable[Told], evidence: frozenset[str]) -> Iterator[str]:
    """The refused quotes, folded."""
    return (folded for one in told for digest, folded in one.words.items() if digest in evidence)
