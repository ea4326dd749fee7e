"""What a person should look at: the queue, what rots, conflicts, stale procedures, proposed tags. Read-only.

Every section is always there, so that "nothing" and "not looked at" are told apart. Nothing is resolved here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from gitskills.decisions.cited import cited
from gitskills.decisions.index import foreign
from gitskills.decisions.ladder import contradict, predicate
from gitskills.decisions.vocabulary import PROPOSED, is_over
from gitskills.model.decided import DecisionIndex
from gitskills.model.decision import Act, Decision, Pending, Status, Waits

ROT_DAYS = 90
RESTLESS = 3  # overwrites of one topic that make its intent unstable
QUEUE, ROT, CONFLICTS, STALE, TAGS = "queue", "rot", "conflicts", "stale procedures", "proposed tags"
FOUND = {Waits.SWEEP: ", found at a session's end", Waits.CONFLICT: ", and something else stands", Waits.DEMOTED: ""}
STANDING = ("validate", "supersede", "revoke")  # what may be said to a decision that stands
SECTIONS = (QUEUE, ROT, CONFLICTS, STALE, TAGS)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to look at. `key` is what an answer names it by: a pending item's key, a decision's id, or a tag.

    `detail` is what it would decide, and the words that it rests on, a line each.
    """

    section: str
    key: str
    title: str
    why: str
    answers: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the checked-out code holds: of all cited paths those that are gone or changed, of all cited symbols those found.

    `fault` says why nothing could be looked at, "" where all was.
    """

    gone: frozenset[str] = frozenset()
    changed: Mapping[str, frozenset[str]] = field(default_factory=dict)  # decision id → paths
    symbols: frozenset[str] = frozenset()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Surface:
    """Lines by section, each section present; `faults` says of a section why it is not complete."""

    sections: Mapping[str, tuple[Line, ...]]
    faults: Mapping[str, str] = field(default_factory=dict)


def surface(
    index: DecisionIndex, pending: Mapping[str, Pending], ground: Ground, today: date, vocabulary: frozenset[str]
) -> Surface:
    """Everything there is to look at now."""
    accepted = [record for _, record in sorted(index.current.items()) if record.status is Status.ACCEPTED]
    stale = () if ground.fault else tuple(_stale(accepted, ground))
    unreadable = "; ".join(f"{path}: {why}" for path, why in sorted(index.faults.items()))
    sections = {
        QUEUE: (*_queue(pending), *_foreign(index), *_restless(index)),
        ROT: tuple(_rot(accepted, today)),
        CONFLICTS: (*_waiting_conflicts(pending), *_conflicts(accepted)),
        STALE: stale,
        TAGS: tuple(_tags(accepted, vocabulary)),
    }
    faults = {STALE: ground.fault} if ground.fault else {}
    return Surface(sections, faults | ({QUEUE: f"not readable: {unreadable}"} if unreadable else {}))


def _queue(pending: Mapping[str, Pending]) -> Iterator[Line]:
    for key, item in pending.items():
        if not item.against:
            yield _judged(QUEUE, key, item, _why(item))


def _judged(section: str, key: str, item: Pending, why: str) -> Line:
    asked = item.candidate
    said = [f"{one.speaker}: “{' '.join(one.quote.split())}”" for one in asked.evidence] or [asked.excerpt]
    detail = "\n".join(filter(None, (" ".join(asked.decision.split()), *said)))
    return Line(section, key, asked.title, why, ("promote", "dismiss"), detail)


def _why(item: Pending) -> str:
    return item.sentence or f"{item.candidate.level}{FOUND[item.waits]}"


def _foreign(index: DecisionIndex) -> Iterator[Line]:
    """What other clones decided, and nobody accepted here: no session is told of it before."""
    for topic in sorted(foreign(index) & index.current.keys()):
        record = index.current[topic]
        place = f", in place of {record.supersedes}" if record.supersedes else ""
        why = f"came from another clone{place}, and is not accepted here"
        yield Line(QUEUE, record.id, record.title, why, STANDING, " ".join(record.decision.split()))


def _restless(index: DecisionIndex) -> Iterator[Line]:
    """Topics that are decided again and again: their intent is unstable."""
    overwrites = Counter(event.topic for event in index.events if event.act == Act.SUPERSEDE)
    for topic, count in sorted(overwrites.items()):
        record = index.current.get(topic)
        if count >= RESTLESS and record is not None and not record.last_validated:
            yield Line(QUEUE, record.id, record.title, f"decided anew {count} times", STANDING)


def _rot(accepted: Iterable[Decision], today: date) -> Iterator[Line]:
    for record in accepted:
        why = aged(record, today)
        if why:
            yield Line(ROT, record.id, record.title, why, STANDING)


def aged(record: Decision, today: date) -> str:
    """Why a decision should be looked at again, "" where it need not."""
    if is_over(record.valid_until, today.isoformat()):
        return f"it was to hold until {record.valid_until[:10]}"
    since = _day(record.last_validated) or _day(record.date)
    days = (today - since).days if since else 0
    return f"nobody has confirmed it for {days} days" if days >= ROT_DAYS else ""


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _waiting_conflicts(pending: Mapping[str, Pending]) -> Iterator[Line]:
    for key, item in pending.items():
        if item.against:
            why = _why(item)
            yield _judged(CONFLICTS, key, item, why if item.against in why else f"{why} (against {item.against})")


def _conflicts(accepted: Iterable[Decision]) -> Iterator[Line]:
    """Decisions of one subject, predicate and level that say different things: no similarity is asked."""
    groups: dict[tuple[str, ...], list[Decision]] = {}
    for record in accepted:
        if any(about := predicate(record)):  # most say none, and would all be compared with one another
            groups.setdefault((*about, record.confidence), []).append(record)
    for same in groups.values():
        for record in same:
            others = ", ".join(f"{other.id} ({other.object})" for other in same if contradict(record, other))
            if not others:
                continue
            why = f"{record.subject} {record.predicate} {record.object}, but also {others}"
            yield Line(CONFLICTS, record.id, record.title, why, ("supersede", "revoke"))


def _stale(accepted: Iterable[Decision], ground: Ground) -> Iterator[Line]:
    for record in accepted:
        names = cited(record)
        gone = [path for path in names.paths if path in ground.gone]
        lost = [symbol for symbol in names.symbols if symbol not in ground.symbols]
        changed = sorted(ground.changed.get(record.id, frozenset()) - set(gone))
        parts = [
            f"gone: {', '.join((*gone, *lost))}" if gone or lost else "",
            f"changed since: {', '.join(changed)}" if changed else "",
        ]
        if any(parts):
            yield Line(STALE, record.id, record.title, "; ".join(filter(None, parts)), STANDING)


def _tags(accepted: Iterable[Decision], vocabulary: frozenset[str]) -> Iterator[Line]:
    """Tags that were proposed, with how many decisions bear them."""
    counts = Counter(tag for record in accepted for tag in record.tags if tag.startswith(PROPOSED))
    for tag, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        word = tag.removeprefix(PROPOSED)
        if word not in vocabulary:
            decisions = "one decision bears" if count == 1 else f"{count} decisions bear"
            yield Line(TAGS, tag, word, f"{decisions} it", ("take up", "refuse"))
