"""One action on decisions as a commit, planned on the branch as it is at that moment; what is refused writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from gitskills.app.branch.door import commit_series
from gitskills.app.branch.policies import policy_complaint, read_policy
from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.recalling import project_name
from gitskills.decisions import transitions
from gitskills.decisions.drafting import Surroundings, draft
from gitskills.decisions.index import declared, find, known, next_id
from gitskills.decisions.ladder import agree, contradict, weigh
from gitskills.decisions.listing import ended
from gitskills.decisions.topic import topic_of
from gitskills.decisions.vocabulary import misfits
from gitskills.git.port import Busy
from gitskills.model.changeset import ChangeSet
from gitskills.model.decided import DecisionIndex, Past
from gitskills.model.decision import Act, Candidate, Decided, Decision, Level, Outcome, Topic
from gitskills.model.proposal import Evidence
from gitskills.model.turn import Speaker
from gitskills.skillfile.evidence import quote_digest
from gitskills.skillfile.fault import Fault
from gitskills.state import clock
from gitskills.state.environment import variables
from gitskills.state.journal import note

_NAMES = ("primary_tag", "entity")  # a secret in what becomes a path can't be masked
Planned = tuple[Decided, ChangeSet | None]


def carry_out(context: Context, store: Store, plan: Callable[[], Planned]) -> Decided:
    """Commit what is planned, which is planned again where the branch moved; the plan's answer with the commit."""
    answer = Decided(Outcome.REFUSED)

    def series() -> tuple[ChangeSet, ...]:
        nonlocal answer
        answer, change = plan()
        return (change,) if change is not None else ()

    landed = commit_series(context, store, series)
    if isinstance(landed, Busy):
        return Decided(Outcome.WAITING, sentence=landed.stops(store.branch))
    if landed.commits:
        answer = replace(answer, commit=landed.commits[-1])
    note(store.state, f"decision-{answer.outcome}", id=answer.id, prior=answer.prior)
    return answer


@dataclass(frozen=True, slots=True)
class Recording:
    """One candidate for one topic."""

    context: Context
    store: Store
    candidate: Candidate
    topic: Topic
    supersedes: str
    act: Act

    def plan(self) -> Planned:
        """The commit for the branch as it is now, or the reason for none."""
        index = read_decided(self.context, self.store)
        new = draft(self.candidate, self.topic, self._around())
        if self._person:
            level = new.confidence if new.confidence.rank > Level.CONFIRMED.rank else Level.CONFIRMED
            new = replace(new, confidence=level, last_validated=new.date)
        refused = self._refusal(index, new)
        if refused is not None:
            return refused, None
        prior = index.current.get(self.topic.name)
        new = replace(new, id=next_id(index))
        done = Decided(Outcome.LANDED, new.id, self.topic.path, prior=prior.id if prior else "")
        sentence = f"{new.id} decides {self.topic.name}" + (f" in place of {prior.id}" if prior else "")
        change = transitions.record(new, prior, self.candidate.evidence, self.act)
        return replace(done, sentence=sentence), change

    @property
    def _person(self) -> bool:
        """Whether a person looked at it and said yes."""
        return self.act is not Act.RECORD

    def _around(self) -> Surroundings:
        author = variables(["USER"]).get("USER") or self.store.repo.committer()[0]
        return Surroundings(timestamp(), author, project_name(self.store))

    def _refusal(self, index: DecisionIndex, new: Decision) -> Decided | None:
        policy = read_policy(self.store)
        if isinstance(policy, Fault):
            return self._no(Outcome.WAITING, policy_complaint(policy))
        for misfit in misfits(new, policy.decision_tags):
            return self._no(Outcome.REFUSED, misfit)
        if not new.title:
            return self._no(Outcome.REFUSED, "a decision needs a title")
        if self.topic.name in index.faults:
            return self._no(Outcome.REFUSED, f"{self.topic.path} can't be read: {index.faults[self.topic.name]}")
        if not self._person and (why := known(index, self.candidate, self.topic)):
            return self._no(Outcome.KNOWN, why, index.current.get(self.topic.name))
        return self._weighed(index, new)

    def _weighed(self, index: DecisionIndex, new: Decision) -> Decided | None:
        prior = index.current.get(self.topic.name)
        if not self._person and new.speaker is Speaker.AGENT and (id_ := declared(index, self.candidate, self.topic)):
            return self._no(Outcome.KNOWN, f"the agent declared {id_} on this in the same session already", prior)
        if self.supersedes and (prior is None or self.supersedes not in {prior.id, *prior.aliases}):
            return self._no(Outcome.REFUSED, astray(index, self.supersedes, self.topic), prior)
        if prior is not None and (refused := weigh(prior, self._spoken_for(new), self.supersedes, new.date)):
            repeats = bool(self.candidate.evidence) and agree(prior, new)  # nothing that a person need look at
            return self._no(Outcome.KNOWN if repeats else refused.outcome, refused.sentence, prior)
        if self.supersedes or self._person:
            return None
        rival = next((one for one in index.current.values() if one != prior and contradict(one, new)), None)
        if rival is None:
            return None
        sentence = f"{rival.id} on {rival.topic.name} says otherwise of the same: {rival.title}"
        return self._no(Outcome.CONFLICT, sentence, rival)

    def _spoken_for(self, new: Decision) -> Decision:
        """What a person said yes to weighs as if the person had said it."""
        return replace(new, speaker=Speaker.USER) if self._person else new

    def _no(self, outcome: Outcome, sentence: str, prior: Decision | None = None) -> Decided:
        return Decided(outcome, path=self.topic.path, sentence=sentence, prior=prior.id if prior else "")


def astray(index: DecisionIndex, id_: str, topic: Topic) -> str:
    """Why the named prior is not the topic's own."""
    found = find(index, id_)
    if found is None:
        return f"there is no decision {id_}"
    if isinstance(found, Past):
        return f"{id_} is {ended(found)} already"
    return f"{id_} is about {found.topic.name}, not about {topic.name}"


def placed(context: Context, candidate: Candidate) -> tuple[Candidate, Topic] | Decided:
    """The candidate without secrets and the topic that it belongs to, or why it can have none."""
    asked = redacted(context, candidate)
    if isinstance(asked, Decided):
        return asked
    topic = topic_of(asked.primary_tag, asked.entity)
    return Decided(Outcome.REFUSED, sentence=topic.reason) if isinstance(topic, Fault) else (asked, topic)


def redacted(context: Context, candidate: Candidate) -> Candidate | Decided:
    """The candidate without secrets. One in what becomes a path is a reason for none."""

    def redact(text: str) -> str:
        return context.redactor.redact(text)[0]

    changed: dict[str, object] = {}
    for field in fields(Candidate):
        value = getattr(candidate, field.name)
        if type(value) is str and value:
            changed[field.name] = redact(value)
        elif isinstance(value, tuple) and field.name != "evidence":
            changed[field.name] = tuple(map(redact, value))
    if any(changed.get(name, "") != getattr(candidate, name) for name in _NAMES):
        return Decided(Outcome.REFUSED, sentence="what looks like a secret stands in the topic")
    changed["evidence"] = tuple(_masked(item, redact(item.quote)) for item in candidate.evidence)
    return replace(candidate, **changed)  # type: ignore[arg-type]


def _masked(item: Evidence, quote: str) -> Evidence:
    return item if quote == item.quote else replace(item, quote=quote, sha256=quote_digest(quote))


def timestamp() -> str:
    return clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
