"""What a person says to the decisions that want a look: one answer, one commit. Nothing is judged by itself."""

from __future__ import annotations

import hashlib

from gitskills.app.branch.policies import read_policy
from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import decide, dismiss, keep, revoke, validate
from gitskills.app.decisions.ground import look_at_code
from gitskills.app.decisions.recording import Planned, carry_out
from gitskills.decisions import transitions
from gitskills.decisions.surface import Line, Surface, surface
from gitskills.decisions.vocabulary import PROPOSED
from gitskills.errors import GitskillsError
from gitskills.model.decision import Act, Decided, Outcome, Pending
from gitskills.model.policy import Policy
from gitskills.model.skill import POLICY_PATH
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyedit import with_tag
from gitskills.state import clock
from gitskills.state.decisions import pending_decisions
from gitskills.state.seen import add_marks, read_marks

REFUSED_TAGS = "refused-tags"


def surfaced(context: Context) -> Surface:
    """All sections, as of now. Nothing is changed."""
    store = context.need_project()
    index = read_decided(context, store)
    policy = read_policy(store)
    grown = policy.decision_tags if isinstance(policy, Policy) else frozenset()
    marks = read_marks(store.state, REFUSED_TAGS)
    wished = {tag.removeprefix(PROPOSED) for record in index.current.values() for tag in record.tags}
    known = grown | {word for word in wished if _mark(word) in marks}
    waiting = dict(pending_decisions(store.state).entries())
    return surface(index, waiting, look_at_code(store, index), clock.now().date(), known)


def promote(context: Context, key: str) -> Decided:
    """A person's yes to what waits; what it meets is superseded by it."""
    store, pending = _pending(context, key)
    act = Act.RESOLVE if pending.against else Act.PROMOTE
    done = decide(context, store, pending.candidate, supersedes=pending.against, act=act)
    return _settled(store, key, done)


def refuse(context: Context, key: str, reason: str) -> Decided:
    """A person's no to what waits: of a conflict, what stands is kept; these words are not asked about again."""
    store, pending = _pending(context, key)
    stands = pending.against in {record.id for record in read_decided(context, store).current.values()}
    if stands:
        return _settled(store, key, keep(context, store, pending.against, pending.candidate, reason))
    return _settled(store, key, dismiss(context, store, pending.candidate, reason))


def _pending(context: Context, key: str) -> tuple[Store, Pending]:
    store = context.need_project()
    found = {name: item for name, item in pending_decisions(store.state).entries() if name.startswith(key) and key}
    if len(found) != 1:
        many = f"{key!r} names {len(found)} things" if found else f"nothing called {key!r} waits"
        raise GitskillsError(many, "see `gitskills decisions review`")
    return store, next(iter(found.values()))


def _settled(store: Store, key: str, done: Decided) -> Decided:
    if done.outcome in {Outcome.LANDED, Outcome.KNOWN}:
        entries = pending_decisions(store.state)
        entries.settle(*(name for name, _ in entries.entries() if name.startswith(key)))
    return done


def take_up(context: Context, tag: str, reason: str = "") -> Decided:
    """The team's policy lets a proposed tag into the vocabulary."""
    store = context.need_project()
    word = tag.removeprefix(PROPOSED)
    standing = read_decided(context, store).current.values()
    if not any(PROPOSED + word in record.tags for record in standing):
        raise GitskillsError(f"no decision proposes the tag {word!r}", "see `gitskills decisions review`")

    def plan() -> Planned:
        tip = store.repo.tip(store.branch)
        content = (store.repo.blob(tip, POLICY_PATH) if tip else None) or b""
        grown = with_tag(content, word)
        if isinstance(grown, Fault):
            raise GitskillsError(f"{word!r} can't be added to {POLICY_PATH}: {grown.reason}", "see the branch's file")
        change = transitions.vocabulary(POLICY_PATH, grown, word, reason or f"{word} is a tag of this project.")
        return Decided(Outcome.LANDED, word, POLICY_PATH, sentence=f"{word} is a tag now"), change

    return carry_out(context, store, plan)


def refuse_tag(context: Context, tag: str) -> Decided:
    """A person does not want to be asked about the tag again."""
    word = tag.removeprefix(PROPOSED)
    add_marks(context.need_project().state, REFUSED_TAGS, [_mark(word)])
    return Decided(Outcome.LANDED, word, sentence=f"{word} is not asked about again")


def _mark(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()[:32]


def answer(context: Context, line: Line, word: str, reason: str) -> Decided:
    """Carry out one of a line's own answers; `supersede` is no answer of one word: it needs a new decision."""
    store = context.need_project()
    acts = {
        "promote": lambda: promote(context, line.key),
        "dismiss": lambda: refuse(context, line.key, reason),
        "validate": lambda: validate(context, store, line.key),
        "revoke": lambda: revoke(context, store, line.key, reason),
        "take up": lambda: take_up(context, line.key, reason),
        "refuse": lambda: refuse_tag(context, line.key),
    }
    if word not in line.answers or word not in acts:
        raise GitskillsError(f"{word} is no answer here", f"answer with {', '.join(line.answers)}")
    return acts[word]()
