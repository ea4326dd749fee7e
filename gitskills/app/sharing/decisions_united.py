"""The decisions of two lines of the branch made one: read whole, united by the ladder, and what a person must settle kept for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided, step_of
from gitskills.decisions.index import GIVES, extend
from gitskills.decisions.record import parse, render
from gitskills.decisions.topic import topic_at
from gitskills.decisions.uniting import Contest, Line, asked_again, unite
from gitskills.model.commit import CommitRecord
from gitskills.model.decided import DecisionIndex
from gitskills.model.decision import Decision, Pending, Topic, Waits
from gitskills.state.decisions import pending_decisions, pending_id


@dataclass(frozen=True, slots=True)
class Three:
    """A record's content in the commits where two lines parted, and in each line; None: no file."""

    bases: Sequence[bytes | None]
    one: bytes | None
    other: bytes | None


@dataclass(frozen=True, slots=True)
class UnitedDecisions:
    """By path what the merge is to hold of the decisions that differ (None: no file), and what to ask a person afterwards."""

    files: Mapping[str, bytes | None]
    contests: tuple[Contest, ...] = ()


def united_decisions(
    context: Context,
    store: Store,
    threes: Mapping[str, Three],
    own: tuple[Sequence[CommitRecord], Sequence[CommitRecord]],
) -> UnitedDecisions:
    """`own` are the commits of either line alone, oldest first. The lines may change places: the answer is the same.

    A record that can't be read yields to one that can. A path that is no topic's is left out.
    """
    records = {path: topic.name for path in threes if (topic := topic_at(path))}
    topics = {name: threes[path] for path, name in records.items() if _is_readable(threes[path])}
    unread = {path: _readable_side(threes[path]) for path, name in records.items() if name not in topics}
    lives = tuple(extend(DecisionIndex(), (step_of(store, one) for one in records), "") for records in own)
    lines = (
        Line(_parsed({name: three.one for name, three in topics.items()}), _firsts(lives[0])),
        Line(_parsed({name: three.other for name, three in topics.items()}), _firsts(lives[1])),
    )
    base = _parsed({name: _base(three) for name, three in topics.items()})
    joined = unite(base, lines, max(read_decided(context, store).taken, *(life.taken for life in lives)))
    files = {_path(name): _content(found, topics[name]) for name, found in joined.records.items()}
    return UnitedDecisions(files | unread, joined.contests)


def _content(found: Decision | None, three: Three) -> bytes | None:
    """The record's bytes: a line's own where it says just that, however a person wrote it."""
    if found is None:
        return None
    same = [content for content in (three.one, three.other) if content is not None and parse(content) == found]
    return min(same, default=render(found))


def _readable_side(three: Three) -> bytes | None:
    if three.one in three.bases or three.other in three.bases:
        return three.other if three.one in three.bases else three.one
    return max(
        (each for each in (three.one, three.other) if each is not None),
        key=lambda each: (_reads(each), each),
        default=None,
    )


def _reads(content: bytes) -> bool:
    return isinstance(parse(content), Decision)


def keep_contests(store: Store, contests: Iterable[Contest]) -> tuple[str, ...]:
    """Let what did not stay wait for a person; the ids there."""
    return tuple(_ask(store, contest) for contest in contests)


def _ask(store: Store, contest: Contest) -> str:
    candidate, kept = asked_again(contest.lost), contest.kept
    why = f"two clones decided {kept.topic.name}: {kept.id} stays, as the older"
    return pending_decisions(store.state).add(pending_id(candidate), Pending(candidate, Waits.CONFLICT, kept.id, why))


def _is_readable(three: Three) -> bool:
    return all(content is None or _reads(content) for content in (three.one, three.other))


def _parsed(contents: Mapping[str, bytes | None]) -> dict[str, Decision]:
    found = {name: parse(content) for name, content in contents.items() if content is not None}
    return {name: one for name, one in found.items() if isinstance(one, Decision)}


def _base(three: Three) -> bytes | None:
    """Of several bases the one that a line still has: the other line alone has changed it."""
    kept = (content for content in three.bases if content in {three.one, three.other})
    return next(kept, next(iter(three.bases), None))


def _firsts(life: DecisionIndex) -> dict[tuple[str, str], str]:
    """Which commit gave an id to the decision on a topic."""
    firsts: dict[tuple[str, str], str] = {}
    for event in life.events:
        if event.act in GIVES and event.id:
            firsts.setdefault((event.id, event.topic), event.commit)
    return firsts


def _path(name: str) -> str:
    return Topic(*name.split("/")).path
