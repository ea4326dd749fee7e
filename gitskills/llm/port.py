"""The one shape of every model: a request and tools go in, a reply and what it cost come out.

What a model says is text to be parsed, never an order. A failure says whether it passes, needs a person, or lies in what
was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gitskills.errors import GitskillsError


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says to the model. `done`: nothing is left to do, the run may end here."""

    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that the model may call with JSON of that schema. `final` marks the one whose input is the run's result."""

    name: str
    description: str
    schema: Mapping[str, object]
    call: Callable[[str], Answer]
    final: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one run: tokens of an answer, requests, seconds on the wall clock, dollars (0: not bounded)."""

    output_tokens: int
    rounds: int
    seconds: int
    money: float = 0.0


@dataclass(frozen=True, slots=True)
class Request:
    """`system` stays the same from run to run, so that it can be cached; `prompt` is this run's."""

    system: str
    prompt: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens over all rounds. `fresh` is input that was not read from a cache. `money` is None where nobody says."""

    fresh: int = 0
    cached: int = 0
    output: int = 0
    rounds: int = 0
    money: float | None = None

    def plus(self, other: Usage) -> Usage:
        money = None if self.money is None and other.money is None else (self.money or 0.0) + (other.money or 0.0)
        return Usage(
            self.fresh + other.fresh,
            self.cached + other.cached,
            self.output + other.output,
            self.rounds + other.rounds,
            money,
        )


class Stop(StrEnum):
    """Why a run ended."""

    DONE = "done"  # a tool said that nothing is left to do
    END = "end"  # the model has nothing more to say
    ROUNDS = "rounds"  # it would have gone on


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    stop: Stop
    usage: Usage


class Cause(StrEnum):
    """Where a failure lies."""

    PASSING = "passing"  # busy, cut off, out of time: worth another try later
    SETUP = "setup"  # key, address, program, package: a person must act
    REQUEST = "request"  # this text, with this model: another try gives the same


class ModelFault(GitskillsError):
    """A run that failed; `usage` is what was spent all the same."""

    exit_code = 3

    def __init__(self, sentence: str, hint: str, cause: Cause, usage: Usage | None = None) -> None:
        super().__init__(sentence, hint)
        self.cause = cause
        self.usage = usage or Usage()


class TooLong(ModelFault):
    """The prompt does not fit the model's context."""

    def __init__(self, sentence: str, usage: Usage | None = None) -> None:
        super().__init__(sentence, "lower gitskills.model.contextTokens", Cause.REQUEST, usage)


class Model(Protocol):
    """One back end with its settings. `label` names it in records: `anthropic claude-haiku-5-5`."""

    @property
    def label(self) -> str: ...

    def opening(self, request: Request, tools: Sequence[Tool]) -> str:
        """Exactly what the first request says, as text."""
        ...

    def run(self, request: Request, tools: Sequence[Tool]) -> Reply:
        """Talk until a tool says done, the model ends or a limit is reached. Raises ModelFault alone."""
        ...
