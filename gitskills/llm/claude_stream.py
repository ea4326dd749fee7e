"""What a child Claude Code says on its standard output, line by line: how much was taken, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gitskills.llm.port import Usage
from gitskills.llm.prices import price
from gitskills.llm.wire import decoded

KEPT = 2_000  # characters of what is no JSON, to tell a cause by


@dataclass(slots=True)
class Stream:
    """`ended` is the final record, empty until it comes; `open` while an answer of the model is still being said."""

    usages: dict[str, Usage] = field(default_factory=dict)
    ended: Mapping[str, Any] = field(default_factory=dict)
    words: str = ""
    open: bool = False
    model: str = ""
    _current: str = ""

    def take(self, line: bytes) -> None:
        """The next line; what is not known is passed over."""
        record: Mapping[str, Any] = decoded(line)
        kind = record.get("type")
        if not record:
            self.words = (self.words + line.decode("utf-8", "replace") + "\n")[-KEPT:]
        elif kind == "result":
            self.ended = record
        elif kind == "assistant":
            self._assistant(_part(record, "message"))
        elif kind == "stream_event":
            self._event(_part(record, "event"))

    @property
    def rounds(self) -> int:
        return len(self.usages)

    def usage(self) -> Usage:
        """Over all answers. The final record knows the money; where it never came, the list price."""
        total = Usage()
        for one in self.usages.values():
            total = total.plus(one)
        money = self.ended.get("total_cost_usd")
        known = float(money) if isinstance(money, int | float) else price(self.model, total)
        return Usage(total.fresh, total.cached, total.output, self.rounds, known)

    def _event(self, event: Mapping[str, Any]) -> None:
        kind = event.get("type")
        if kind == "message_start":
            self.open = True
            self._assistant(_part(event, "message"))
        elif kind == "message_delta":
            self._count(self._current, _part(event, "usage"))
        elif kind == "message_stop":
            self.open = False

    def _assistant(self, message: Mapping[str, Any]) -> None:
        name, model = message.get("id"), message.get("model")
        if isinstance(name, str) and name:
            self._current = name
            self._count(name, _part(message, "usage"))
        if isinstance(model, str) and not model.startswith("<"):
            self.model = model

    def _count(self, name: str, told: Mapping[str, Any]) -> None:
        """Usage is told again and again of one answer; the largest figures are the last."""
        before = self.usages.get(name, Usage(rounds=1))
        fresh = _number(told, "input_tokens") + _number(told, "cache_creation_input_tokens")
        self.usages[name] = Usage(
            max(before.fresh, fresh),
            max(before.cached, _number(told, "cache_read_input_tokens")),
            max(before.output, _number(told, "output_tokens")),
            1,
        )


def _part(record: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = record.get(name)
    return found if isinstance(found, dict) else {}


def _number(record: Mapping[str, Any], name: str) -> int:
    found = record.get(name)
    return found if isinstance(found, int) and 0 <= found < 10**9 else 0
