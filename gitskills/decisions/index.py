"""All that is known of decisions, derived from commits: what stands, what stood, what was refused, which ids are taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from gitskills.decisions.record import ID
from gitskills.model.commit import Trailers, first
from gitskills.model.decided import DecisionEvent, DecisionIndex, Past
from gitskills.model.decision import Act, Candidate, Decision, Status, Topic
from gitskills.skillfile.fault import Fault

TELLING, TELLING_BESIDE = 12, 20  # characters of a quote that tells by itself: alone, and as an answer to other words
_STEP = 100_000  # an id so far beyond all others nobody came to by counting: it must not use up the rest


@dataclass(frozen=True, slots=True)
class Change:
    """A record before and after a commit; a Fault is one that can't be read."""

    topic: Topic
    before: Decision | Fault | None
    after: Decision | Fault | None


@dataclass(frozen=True, slots=True)
class Step:
    """One commit: what its trailers say, what it reverts, and which records it changed against its first parent."""

    commit: str
    parents: tuple[str, ...]
    time: int
    subject: str
    trailers: Trailers
    reverts: tuple[str, ...]
    changes: tuple[Change, ...]
    trusted: bool = True


def extend(index: DecisionIndex, steps: Iterable[Step], tip: str) -> DecisionIndex:
    """The index at `tip` after `steps` (parents before children), which follow on `index.tip`; `current` is left as it was."""
    events = list(index.events)
    taken = index.taken
    for step in steps:
        fresh = list(_events(step))
        if step.reverts:
            events = [event for event in events if event.commit not in step.reverts or not _is_tombstone(event)]
        events += fresh
        taken = _counted(taken, (id_ for event in fresh for id_ in event.ids))
    return replace(index, tip=tip, events=tuple(events), taken=taken)


_TOMBSTONES = frozenset({Act.DISMISS, Act.RESOLVE})
GIVES = frozenset({Act.RECORD, Act.SUPERSEDE, Act.PROMOTE, Act.RESOLVE, Act.RENUMBER})  # an id to a decision


def _is_tombstone(event: DecisionEvent) -> bool:
    """Whether it says no to words, and changed no record."""
    return event.act in _TOMBSTONES and not event.title


def _events(step: Step) -> Iterator[DecisionEvent]:
    """What a commit did. A merge repeats what its sides said, but for what no side had."""
    said = first(step.trailers, "Action")
    topics = step.trailers.get("Topic", ())
    for change in step.changes:
        event = _event(step, change)
        if event is not None:
            own = said in set(Act) and change.topic.name in topics
            yield replace(event, act=said) if own else event
    if not step.changes and said in _TOMBSTONES and topics:
        yield DecisionEvent(
            commit=step.commit,
            parent=next(iter(step.parents), ""),
            act=said,
            id=first(step.trailers, "Decision-Id"),
            topic=topics[0],
            time=step.time,
            subject=step.subject,
            evidence=tuple(step.trailers.get("Evidence-Sha256", ())),
            trusted=step.trusted,
        )


def _event(step: Step, change: Change) -> DecisionEvent | None:
    """By what changed, whatever the message says."""
    before = change.before if isinstance(change.before, Decision) else None
    after = change.after if isinstance(change.after, Decision) else None
    shown = after or before
    if shown is None:
        return None
    act = _act(before, after, merged=len(step.parents) > 1)
    return DecisionEvent(
        commit=step.commit,
        parent=next(iter(step.parents), ""),
        act=act,
        id=shown.id,
        topic=change.topic.name,
        time=step.time,
        subject=step.subject,
        title=shown.title,
        replaces=before.id if before and act == Act.SUPERSEDE else "",
        level=shown.confidence,
        speaker=shown.speaker,
        evidence=shown.evidence_sha256 if after else (),
        places=shown.evidence_source if after else (),
        aliases=shown.aliases,
        created=shown.created,
        trusted=step.trusted,
    )


def _act(before: Decision | None, after: Decision | None, *, merged: bool) -> Act:
    if after is None:
        return Act.REVOKE
    if before is None:
        return Act.RECORD if not merged else Act.RENUMBER if after.aliases else Act.EDIT
    if before.id == after.id:
        return Act.EDIT
    return Act.RENUMBER if before.id in after.aliases else Act.SUPERSEDE


def with_current(index: DecisionIndex, records: Mapping[str, Decision | Fault]) -> DecisionIndex:
    """The index with what stands at its tip, by path-given topic. A record that claims another topic than its path's is a fault."""
    current: dict[str, Decision] = {}
    faults: dict[str, str] = {}
    for name, found in records.items():
        if isinstance(found, Fault):
            faults[name] = found.reason
        elif found.canonical_id != name:
            faults[name] = f"it says that its topic is {found.canonical_id}"
        else:
            current[name] = found
    highest = _counted(index.taken, (one.id for one in current.values()))
    return replace(index, current=current, faults=faults, taken=highest)


def number_of(id_: str) -> int:
    """The number that an id stands for, 0 where it is none."""
    return int(id_) if ID.fullmatch(id_) else 0


def _counted(taken: int, ids: Iterable[str]) -> int:
    """The highest id that counting came to, after these."""
    for number in sorted(map(number_of, ids)):
        taken = max(taken, number) if number <= taken + _STEP else taken
    return taken


def next_id(index: DecisionIndex) -> str:
    """Four digits for people; more where they are used up. Never one that was given, however somebody came to it."""
    used = {id_ for event in index.events for id_ in event.ids} | {one.id for one in index.current.values()}
    return next(id_ for number in count(index.taken + 1) if (id_ := f"{number:04d}") not in used)


def past(index: DecisionIndex) -> tuple[Past, ...]:
    """What stood once and stands no more, oldest end first; what a merge left out comes last."""
    standing = {(id_, name): found for name, found in index.current.items() for id_ in (found.id, *found.aliases)}
    ends = [end for event in index.events if (end := _end(event)) and (end.id, end.topic) not in standing]
    ended = {(end.id, end.topic): end for end in ends}
    renamed = {(alias, event.topic) for event in index.events if event.act == Act.RENUMBER for alias in event.aliases}
    given = defaultdict[tuple[str, str], list[DecisionEvent]](list)
    for event in index.events:
        if event.act in GIVES and event.title:
            given[event.id, event.topic].append(event)
    lost = (
        event
        for key, events in given.items()
        if key not in ended and (key not in renamed or len(events) > 1)
        for event in _lost(events, standing.get(key))
    )
    return (*ended.values(), *(_left_out(index, event) for event in lost))


def _end(event: DecisionEvent) -> Past | None:
    """The decision that a commit ended, None where it ended none."""
    if event.replaces:
        over, status, by = event.replaces, Status.SUPERSEDED, event.id
    elif event.act == Act.REVOKE:
        over, status, by = event.id, Status.REJECTED, ""
    else:
        return None
    return Past(over, event.topic, status, event.commit, event.parent, by, event.time, event.trusted)


def _lost(events: Sequence[DecisionEvent], stands: Decision | None) -> Iterator[DecisionEvent]:
    """Of those that gave an id to a topic the ones that a merge left out: two lines may have given the same."""
    if stands is None:
        yield events[-1]
    elif len(events) > 1:
        yield from (event for event in events if (event.created, event.title) != (stands.created, stands.title))


def _left_out(index: DecisionIndex, event: DecisionEvent) -> Past:
    by = index.current.get(event.topic)
    status = Status.SUPERSEDED if by else Status.REJECTED
    return Past(
        event.id, event.topic, status, event.commit, event.commit, by.id if by else "", event.time, event.trusted
    )


def find(index: DecisionIndex, id_: str) -> Decision | Past | None:
    """A decision by its id or by one that it had before a merge. Where two bear one, it is the accepted one's, then the older's."""
    strange, given = foreign(index), [(event.id, event.topic) for event in index.events if event.id == id_]

    def claim(found: Decision) -> tuple[bool, int]:
        own = (found.id, found.topic.name)
        return found.topic.name not in strange, -given.index(own) if own in given else -len(given)

    standing = {found.id: found for found in sorted(index.current.values(), key=claim)}
    ended = {gone.id: gone for gone in past(index)}
    renamed = {alias: event.id for event in index.events if event.act == Act.RENUMBER for alias in event.aliases}
    for each in (id_, renamed.get(id_, "")):
        if found := standing.get(each) or ended.get(each):
            return found
    return None


def dismissed(index: DecisionIndex) -> frozenset[str]:
    """Digests of quotes that a person wanted no decision from."""
    return frozenset(digest for event in _noes(index) for digest in event.evidence)


def _noes(index: DecisionIndex) -> Iterator[DecisionEvent]:
    """A stranger's no is none of ours."""
    return (event for event in index.events if _is_tombstone(event) and event.trusted)


def _is_dismissed(index: DecisionIndex, candidate: Candidate, topic: Topic) -> bool:
    """A "yes" that was dismissed once says nothing of a "yes" to another question: only words that tell do."""
    own = [item for item in candidate.evidence if item.speaker is candidate.speaker]
    alone = len(own) == len(candidate.evidence)
    least = TELLING if alone else TELLING_BESIDE
    if {item.sha256 for item in own if len(item.quote) >= least} & dismissed(index):
        return True
    whole = {item.sha256 for item in candidate.evidence}
    return any(whole <= {*no.evidence} and not (alone and no.topic != topic.name) for no in _noes(index))


def known(index: DecisionIndex, candidate: Candidate, topic: Topic) -> str:
    """Why these very words need not be looked at again, "" where they are new. What has no quote is always new."""
    if not candidate.evidence:
        return ""
    said = [(item.sha256, f"{item.source}:{item.line}") for item in candidate.evidence]
    if _is_dismissed(index, candidate, topic):
        return "these words were dismissed"
    for event in reversed(index.events):
        if event.topic == topic.name and set(said) <= set(zip(event.evidence, event.places, strict=False)):
            return f"these words made {event.id} already"
    return ""


def declared(index: DecisionIndex, candidate: Candidate, topic: Topic) -> str:
    """The decision that the same speaker declared on the topic in the same session, "" for none."""
    sessions = {item.source for item in candidate.evidence}
    for event in reversed(index.events):
        by = event.speaker == candidate.speaker and event.topic == topic.name
        if by and any(place.rpartition(":")[0] in sessions for place in event.places):
            return event.id
    return ""


def foreign(index: DecisionIndex) -> frozenset[str]:
    """Topics whose last change this clone has not accepted, or knows nothing of; to merge or to reword one is not to accept it."""
    last: dict[str, bool] = {}
    for event in index.events:
        if not _is_tombstone(event):
            same = event.act in {Act.RENUMBER, Act.EDIT}
            last[event.topic] = event.trusted and (not same or last.get(event.topic, True))
    return frozenset(topic for topic in {*last, *index.current} if not last.get(topic, False))
