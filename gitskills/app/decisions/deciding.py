"""Every action on decisions through the one door: recording one, and a person's word on those that stand.

The answer says what became of it, and names the decision in the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.recording import Planned, Recording, astray, carry_out, placed, redacted, timestamp
from gitskills.decisions import transitions
from gitskills.decisions.index import find, known
from gitskills.decisions.topic import topic_of
from gitskills.model.changeset import ChangeSet
from gitskills.model.decision import Act, Candidate, Decided, Decision, Outcome, Pending, Topic, Waits
from gitskills.skillfile.fault import Fault
from gitskills.state.decisions import Queued, decision_queue, pending_decisions, pending_id


def decide(
    context: Context, store: Store, candidate: Candidate, *, supersedes: str = "", act: Act = Act.RECORD
) -> Decided:
    """Record a decision, or say why not. With PROMOTE or RESOLVE as the act a person has looked at it and said yes.

    While the branch is busy it waits in local state, until `drain`.
    """
    asked = redacted(context, candidate)
    if isinstance(asked, Decided):
        return asked
    wanted = Queued(asked, supersedes, act)
    done = _record(context, store, wanted)
    if done.outcome is Outcome.WAITING:
        decision_queue(store.state).add(pending_id(asked), wanted)
    return done


def drain(context: Context, store: Store) -> tuple[Decided, ...]:
    """Record what waited for the branch, in order of arrival; what is refused now waits for a person."""
    queue = decision_queue(store.state)
    done: list[Decided] = []
    for key, wanted in tuple(queue.entries()):
        one = _record(context, store, wanted)
        if one.outcome is Outcome.WAITING:
            break
        _hold_back(context, store, wanted.candidate, one)
        queue.settle(key)
        done.append(one)
    return tuple(done)


def _record(context: Context, store: Store, wanted: Queued) -> Decided:
    topic = topic_of(wanted.candidate.primary_tag, wanted.candidate.entity)
    if isinstance(topic, Fault):
        return Decided(Outcome.REFUSED, sentence=topic.reason)
    recording = Recording(context, store, wanted.candidate, topic, wanted.supersedes, wanted.act)
    return carry_out(context, store, recording.plan)


def capture(context: Context, store: Store, candidate: Candidate, *, supersedes: str = "") -> Decided:
    """As `decide`, for what nobody asked to record: what the ladder does not let through waits for a person, and is not lost."""
    done = decide(context, store, candidate, supersedes=supersedes)
    _hold_back(context, store, candidate, done)
    return done


def _hold_back(context: Context, store: Store, candidate: Candidate, done: Decided) -> None:
    if done.outcome in {Outcome.CONFLICT, Outcome.REFUSED} and done.prior:
        why = Waits.CONFLICT if done.outcome is Outcome.CONFLICT else Waits.DEMOTED
        hold(context, store, Pending(candidate, why, done.prior, done.sentence))


def hold(context: Context, store: Store, pending: Pending) -> str:
    """Let a candidate wait in local review; its id there, "" where it holds what may not be kept or was judged before."""
    found = placed(context, pending.candidate)
    if isinstance(found, Decided):
        return ""
    asked, topic = found
    if known(read_decided(context, store), asked, topic):
        return ""
    return pending_decisions(store.state).add(pending_id(asked), replace(pending, candidate=asked))


def revoke(context: Context, store: Store, id_: str, reason: str, *, agent: bool = False) -> Decided:
    """Take a decision back without another in its place; the reason is not optional. An agent takes back what no person said."""
    words = context.redactor.redact(reason)[0].strip()
    if not words:
        return Decided(Outcome.REFUSED, id_, sentence="a decision is revoked for a reason: say which")
    firm = f"{id_} is a person's decision: only a person takes it back" if agent else ""

    def make(prior: Decision) -> ChangeSet | str:
        return firm if firm and prior.endorsed else transitions.revoke(prior, words)

    return _on_standing(context, store, id_, "is revoked", make)


def validate(context: Context, store: Store, id_: str) -> Decided:
    """A person says that a decision still holds."""
    now = timestamp()
    return _on_standing(context, store, id_, "holds", lambda prior: transitions.validate(prior, now[:10], now))


def keep(context: Context, store: Store, id_: str, candidate: Candidate, reason: str) -> Decided:
    """A person resolved a conflict for what stands; the candidate's words are not asked about again."""
    words = context.redactor.redact(reason)[0]
    return _on_standing(context, store, id_, "stays", lambda prior: transitions.kept(prior, candidate, words))


def dismiss(context: Context, store: Store, candidate: Candidate, reason: str) -> Decided:
    """A person wants no decision from these words: a tombstone on the branch, so that no clone asks again."""
    found = placed(context, candidate)
    if isinstance(found, Decided):
        return found
    asked, topic = found
    words = context.redactor.redact(reason)[0]
    done = Decided(Outcome.LANDED, path=topic.path, sentence=f"dismissed: {topic.name}")
    return carry_out(context, store, lambda: (done, transitions.dismiss(topic, asked, words)))


def _on_standing(
    context: Context, store: Store, id_: str, told: str, make: Callable[[Decision], ChangeSet | str]
) -> Decided:
    """`make` gives the commit, or why there is none; `told` is what it does to the decision."""

    def plan() -> Planned:
        index = read_decided(context, store)
        found = find(index, id_)
        if isinstance(found, Decision):
            change = make(found)
            if isinstance(change, str):
                return Decided(Outcome.REFUSED, found.id, found.topic.path, sentence=change, prior=found.id), None
            sentence = f"{found.id} {told}: {found.title}"
            return Decided(Outcome.LANDED, found.id, found.topic.path, sentence=sentence, prior=found.id), change
        why = f"there is no decision {id_}" if found is None else astray(index, id_, Topic("", ""))
        return Decided(Outcome.REFUSED, id_, sentence=why), None

    return carry_out(context, store, plan)
