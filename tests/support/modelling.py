"""A request and tools for the back ends' tests: the final tool takes what it is told to, and remembers what it was given."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gitskills.llm.port import Answer, Limits, Request, Tool

PROMPT = "[gitskills:reflection] the window"
SYSTEM = "[gitskills:reflection] You reflect."
SCHEMA = {"type": "object", "properties": {"proposals": {"type": "array"}}, "required": ["proposals"]}


def request(seconds: int = 20, rounds: int = 4, prompt: str = PROMPT) -> Request:
    return Request(SYSTEM, prompt, Limits(output_tokens=1_000, rounds=rounds, seconds=seconds, money=0.5))


@dataclass
class Tools:
    """`answers` are what propose says, one after the other, the last for good; `given` what the model called it with."""

    answers: Sequence[Answer] = (Answer("taken", done=True),)
    given: list[Any] = field(default_factory=list)
    read: list[Any] = field(default_factory=list)

    def all(self) -> tuple[Tool, ...]:
        line = {"type": "object", "properties": {"line": {"type": "integer"}}}
        return (
            Tool("window", "Shows turns.", line, self._read),
            Tool("propose", "Proposes skills.", SCHEMA, self._propose, final=True),
        )

    def _propose(self, text: str) -> Answer:
        self.given.append(_plain(text))
        return self.answers[min(len(self.given), len(self.answers)) - 1]

    def _read(self, text: str) -> Answer:
        self.read.append(_plain(text))
        return Answer("[line 1] user/typed: Use tabs.")


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
