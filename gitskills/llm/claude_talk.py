"""The job's side of a child: one loop that feeds the prompt, follows the output and answers the relay, until time is up.

Whoever knows the token may call a tool, nobody else. When a tool says done, the call stays unanswered and the child is
ended before it asks the model once more.
"""

from __future__ import annotations

import hmac
import json
import os
import selectors
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Self

from gitskills.llm.claude_stream import Stream
from gitskills.llm.port import Cause, ModelFault, Reply, Request, Stop, Tool, TooLong
from gitskills.llm.wire import Lines, Overlong, decoded, encoded

CHUNK = 65_536
TICK = 0.25  # seconds between two looks at the clock
GRACE = 2.0  # seconds for the rest of an answer, and for a child to go
LOGIN = ("invalid api key", "/login", "not logged in", "authentication", "unauthorized", "credential")
LONG = ("prompt is too long", "context window", "too long")
OLD = ("unknown option", "unknown argument")


@dataclass(slots=True)
class Caller:
    """A connection of a relay; nothing it says counts before the token."""

    line: socket.socket
    lines: Lines = field(default_factory=Lines)
    known: bool = False


class Talk:
    """One child. Use as a context manager: it is gone afterwards, whatever happened."""

    def __init__(
        self, process: subprocess.Popen[bytes], listener: socket.socket, token: str, tools: Sequence[Tool]
    ) -> None:
        self._process, self._listener, self._token = process, listener, token
        self._tools = {tool.name: tool for tool in tools}
        self._stream, self._lines = Stream(), Lines()
        self._selector = selectors.DefaultSelector()
        self._callers: list[Caller] = []
        self._left = b""
        self._over = False
        self._done = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # one that is asked to go asks its model once more first
        self._process.wait()
        self._selector.close()
        for caller in self._callers:
            caller.line.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def run(self, request: Request, until: float, label: str) -> Reply:
        """Talk until the child or the time ends. Raises ModelFault with what was spent."""
        self._left = request.prompt.encode("utf-8", "replace")
        self._watch()
        while not self._over:
            now = monotonic()
            if now > until:
                raise self._fault(label, "took too long", "raise gitskills.model.seconds", Cause.PASSING)
            if self._done and (not self._stream.open or now > self._done + GRACE):
                return Reply("", Stop.DONE, self._stream.usage())
            if self._stream.rounds > request.limits.rounds:
                return Reply("", Stop.ROUNDS, self._stream.usage())
            for key, _ in self._selector.select(TICK):
                act: Callable[[], None] = key.data
                act()
        return self._ending(label)

    def _watch(self) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise AssertionError("the child was started without pipes")
        for pipe in (stdin, stdout, self._listener):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(stdin, selectors.EVENT_WRITE, self._feed)
        self._selector.register(stdout, selectors.EVENT_READ, self._follow)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def _feed(self) -> None:
        """The next piece of the prompt; a child that closed its ear is seen by its end."""
        stdin = self._process.stdin
        if stdin is None:
            return
        try:
            self._left = self._left[os.write(stdin.fileno(), self._left[:CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._left = b""
        if not self._left:
            self._selector.unregister(stdin)
            with suppress(BrokenPipeError):
                stdin.close()

    def _follow(self) -> None:
        stdout = self._process.stdout
        part = os.read(stdout.fileno(), CHUNK) if stdout is not None else b""
        if not part:
            self._over = True
            return
        try:
            for line in self._lines.feed(part):
                self._stream.take(line)
        except Overlong:
            self._over = True

    def _accept(self) -> None:
        line, _ = self._listener.accept()
        line.settimeout(GRACE)
        caller = Caller(line)
        self._callers.append(caller)
        self._selector.register(line, selectors.EVENT_READ, lambda: self._hear(caller))

    def _hear(self, caller: Caller) -> None:
        try:
            part = caller.line.recv(CHUNK)
            asked = [decoded(line) for line in caller.lines.feed(part)]
        except (OSError, Overlong):
            part, asked = b"", []
        if not part or not all(self._answer(caller, one) for one in asked):
            self._selector.unregister(caller.line)
            caller.line.close()
            self._callers.remove(caller)

    def _answer(self, caller: Caller, asked: Mapping[str, object]) -> bool:
        """Whether the caller may stay."""
        if not caller.known:
            caller.known = hmac.compare_digest(str(asked.get("token", "")).encode(), self._token.encode())
            return caller.known and _say(caller, tools=self._offered(), client=self._process.pid)
        tool = self._tools.get(str(asked.get("call", "")))
        if tool is None:
            return _say(caller, text="There is no such tool.")
        answer = tool.call(json.dumps(asked.get("arguments")))
        if answer.done:
            self._done = monotonic()
            return True
        return _say(caller, text=answer.text)

    def _offered(self) -> list[dict[str, object]]:
        return [
            {"name": tool.name, "description": tool.description, "schema": tool.schema} for tool in self._tools.values()
        ]

    def _ending(self, label: str) -> Reply:
        """The child has closed its output by itself."""
        if self._done:
            return Reply("", Stop.DONE, self._stream.usage())
        ended = self._stream.ended
        text = str(ended.get("result") or "")
        said = f"{text}\n{self._stream.words}".casefold()
        if ended and not ended.get("is_error"):
            return Reply(text, Stop.END, self._stream.usage())
        if any(sign in said for sign in OLD):
            raise self._fault(label, "doesn't know our options", "update Claude Code", Cause.SETUP)
        if ended and any(sign in said for sign in LOGIN):
            raise self._fault(label, "is not logged in", "start `claude` once and log in", Cause.SETUP)
        if ended and any(sign in said for sign in LONG):
            raise TooLong(f"{label}: the prompt is longer than the model's context", self._stream.usage())
        if str(ended.get("subtype", "")).startswith("error_max"):
            return Reply(text, Stop.ROUNDS, self._stream.usage())
        raise self._fault(
            label, "broke off" if not ended else "could not finish", "it is tried again later", Cause.PASSING
        )

    def _fault(self, label: str, what: str, hint: str, cause: Cause) -> ModelFault:
        return ModelFault(f"{label}: the child {what}", hint, cause, self._stream.usage())


def _say(caller: Caller, **words: object) -> bool:
    """Whether it got through."""
    try:
        caller.line.sendall(encoded(words))
    except OSError:
        return False
    return True
