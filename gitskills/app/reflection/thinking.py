"""One reflection by a model: the window and what is known go in, proposals that were proven and judged as a dry run come out.

The prompt fits the model's context with its answers: a window that doesn't is thought about in parts. Every run is
written down before it begins, with what it took when it ends, however it ends.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context
from gitskills.app.reflection.consulting import Consulting
from gitskills.app.reflection.hearing import ROUNDS, Hearing
from gitskills.app.reflection.prompts import prompt
from gitskills.app.reflection.surroundings import look
from gitskills.errors import GitskillsError
from gitskills.llm.port import Cause, Limits, Model, ModelFault, Reply, Request, Tool, TooLong, Usage
from gitskills.llm.tokens import tokens_of
from gitskills.model.episode import Episode
from gitskills.model.proposal import Proposal
from gitskills.model.settings import Settings
from gitskills.model.spend import UNKNOWN, Budget, Spend
from gitskills.reflect.bundle import Room, halves
from gitskills.state import clock
from gitskills.state.journal import note
from gitskills.state.spending import begin, record

MOST_OUTPUT = 4_000  # tokens of one answer
MOST_ANSWERS = 4_000  # tokens that reading tools may bring
READINGS = 3  # requests beyond those for proposing
BYTES_A_TOKEN = 3
USUAL_FRAME = 3_500  # tokens of the prompt, tools and schema
LEAST = 1_000  # tokens for a window, however small the context
EXCERPT = 2  # a window takes about half its bytes in a prompt
DOLLARS = 0.5  # of one run, where the back end counts them


class OverBudget(GitskillsError):
    """The day's budget is used up: no model is asked."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a context is shared: tokens for the first request, for each answer of the model, for what tools bring."""

    opening: int
    output: int
    answers: int


def fit(settings: Settings) -> Fit:
    """A prompt that fits leaves room for two answers, since one refusal is usual, and for what was looked up."""
    output = min(MOST_OUTPUT, settings.context_tokens // 8)
    answers = min(MOST_ANSWERS, settings.context_tokens // 8)
    return Fit(settings.context_tokens - 2 * output - answers, output, answers)


def fitted(settings: Settings) -> Settings:
    """Settings under which most windows fit the model's context at once."""
    room = max(LEAST, fit(settings).opening - USUAL_FRAME) * BYTES_A_TOKEN
    return replace(
        settings,
        window_bytes=max(2_000, min(settings.window_bytes, room * EXCERPT)),
        digest_bytes=min(settings.digest_bytes, room // 10),
    )


class Heard(Protocol):
    """What the tool of a run was told: `taken` by id; `heard` once a list came, be it empty."""

    @property
    def taken(self) -> Mapping[str, object]: ...

    @property
    def heard(self) -> bool: ...

    def proposals(self) -> tuple[Proposal, ...]: ...


@dataclass(frozen=True, slots=True)
class Thought:
    """A request with its tools, ready to be sent."""

    request: Request
    tools: Sequence[Tool]
    hearing: Heard
    tokens: int


def think(context: Context, model: Model, episode: Episode) -> tuple[Proposal, ...]:
    """What the model proposes of one window. Raises ModelFault, or OverBudget before anything is sent."""
    libraries = [read_library(context, store) for store in context.stores()]
    return tuple(_think(context, model, libraries, episode))


def _think(context: Context, model: Model, libraries: Sequence[Library], episode: Episode) -> list[Proposal]:
    try:
        return list(run(context, model, prepare(context, model, libraries, episode)))
    except TooLong:
        smaller = halves(episode)
        if smaller is None:
            raise
    return [proposal for part in smaller for proposal in _think(context, model, libraries, part)]


def planned(context: Context, model: Model, libraries: Sequence[Library], episode: Episode) -> Iterator[Thought]:
    """What would be sent for a window, in the parts that fit. Nothing is sent."""
    try:
        yield prepare(context, model, libraries, episode)
    except TooLong:
        smaller = halves(episode)
        if smaller is None:
            raise
        for part in smaller:
            yield from planned(context, model, libraries, part)


def prepare(context: Context, model: Model, libraries: Sequence[Library], episode: Episode) -> Thought:
    """Exactly what would be sent for a window; TooLong where it does not fit."""
    shares = fit(context.settings)
    hearing = Hearing(context, libraries, episode, model)
    tools = (*Consulting(context, libraries, episode, shares.answers * BYTES_A_TOKEN).tools(), hearing.tool())
    frame = Request(
        prompt(context), "", Limits(shares.output, ROUNDS + READINGS, context.settings.run_seconds, DOLLARS)
    )
    left = max(LEAST, shares.opening - tokens_of(model.opening(frame, tools)))
    request = replace(frame, prompt=look(context, libraries, episode, Room().within(left * BYTES_A_TOKEN)))
    tokens = tokens_of(model.opening(request, tools))
    if tokens > shares.opening:
        raise TooLong(f"a prompt of about {tokens:,} tokens leaves no room for answers")
    return Thought(request, tools, hearing, tokens)


def run(context: Context, model: Model, thought: Thought) -> tuple[Proposal, ...]:
    """One run within the day's budget, on record. Raises ModelFault, or OverBudget before anything is sent."""
    settings, state = context.settings, context.need_project().state
    day = clock.now().date().isoformat()
    spend = Spend(run=secrets.token_hex(8), day=day, reflector=model.label, fresh=thought.tokens)
    if why := begin(state, Budget(settings.tokens_per_day, settings.runs_per_day), spend):
        raise OverBudget(why, "see `gitskills status`; the next day begins at midnight UTC")
    started = monotonic()
    try:
        reply = _heard(thought.hearing, model.run(thought.request, thought.tools))
    except ModelFault as fault:
        record(state, _ended(spend, fault.usage, started, f"failed: {fault.cause}"))
        note(state, "model", run=spend.run, cause=fault.cause, model=model.label)
        if isinstance(fault, TooLong) and thought.hearing.taken:
            return thought.hearing.proposals()  # there was room for the window, none for another round
        raise
    ended = _ended(spend, reply.usage, started, reply.stop)
    record(state, replace(ended, reflector=model.label, proposals=tuple(thought.hearing.taken)))
    note(state, "model", run=spend.run, ended=reply.stop, taken=len(thought.hearing.taken), model=model.label)
    return thought.hearing.proposals()


def _heard(hearing: Heard, reply: Reply) -> Reply:
    """A run in which propose was never called well said nothing that counts, not even that there is nothing to learn."""
    if not hearing.heard:
        raise ModelFault(
            "the model gave no proposals, not even an empty list", "try again later", Cause.PASSING, reply.usage
        )
    return reply


def _ended(spend: Spend, usage: Usage, started: float, ended: str) -> Spend:
    return replace(
        spend,
        fresh=usage.fresh,
        cached=usage.cached,
        output=usage.output,
        rounds=usage.rounds,
        milliseconds=int((monotonic() - started) * 1_000),
        microdollars=UNKNOWN if usage.money is None else round(usage.money * 1_000_000),
        ended=ended,
    )
