"""Anthropic's API through its SDK: a tool loop with the stable beginning cached; streaming, time-outs and retries are the SDK's.

The package is imported at the first request: it takes two seconds. The key and the address are those that were named for
gitskills, whatever the environment holds for others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from gitskills.llm.port import Answer, Cause, ModelFault, Reply, Request, Stop, Tool, TooLong, Usage

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic.types import ContentBlock, Message

SMALL = "claude-haiku-5-5"
RETRIES = 2  # the SDK waits between them as the server asks
CUT = "Your answer was cut off before it was whole. Propose fewer and shorter."
PASSING = frozenset({408, 409, 425, 429})
CACHED: dict[str, str] = {"type": "ephemeral"}

Blocks = list[dict[str, Any]]


@dataclass(slots=True)
class AnthropicModel:
    """`name` "" takes a small model."""

    url: str
    key: str = field(repr=False)
    name: str

    @property
    def label(self) -> str:
        return f"anthropic {self.name or SMALL}"

    def opening(self, request: Request, tools: Sequence[Tool]) -> str:
        return json.dumps(self._body(request, tools), ensure_ascii=False)

    def run(self, request: Request, tools: Sequence[Tool]) -> Reply:
        from anthropic import Anthropic, APIError
        from httpx2 import HTTPError

        until, usage = monotonic() + request.limits.seconds, Usage()
        body = self._body(request, tools)
        try:
            with Anthropic(api_key=self.key, base_url=self.url, max_retries=RETRIES, open_telemetry=False) as client:
                for number in range(request.limits.rounds):
                    if number == request.limits.rounds - 1:  # it has looked around enough
                        body["tool_choice"] = {"type": "tool", "name": next(tool.name for tool in tools if tool.final)}
                    message = _send(client, body, until)
                    usage = usage.plus(_usage(message))
                    answers, done = _answers(message, tools)
                    if done or not answers:
                        return Reply(_text(message), Stop.DONE if done else Stop.END, usage)
                    said = [_again(block) for block in message.content]
                    body["messages"] += [{"role": "assistant", "content": said}, {"role": "user", "content": answers}]
        except (APIError, HTTPError) as error:  # the latter in the middle of a stream
            raise _fault(error, self.label, usage) from error
        except ModelFault as fault:
            fault.usage = usage
            raise
        return Reply("", Stop.ROUNDS, usage)

    def _body(self, request: Request, tools: Sequence[Tool]) -> dict[str, Any]:
        offered = [{"name": tool.name, "description": tool.description, "input_schema": tool.schema} for tool in tools]
        return {
            "model": self.name or SMALL,
            "max_tokens": request.limits.output_tokens,
            "system": [{"type": "text", "text": request.system, "cache_control": CACHED}],
            "tools": offered,
            "tool_choice": {"type": "any"},
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": request.prompt, "cache_control": CACHED}]}
            ],
        }


def _send(client: Anthropic, body: dict[str, Any], until: float) -> Message:
    """One answer, streamed; a server that goes on and on is left when time is up."""
    left, whole = until - monotonic(), False
    with client.with_options(timeout=max(1.0, left / (RETRIES + 1))).messages.stream(**body) as stream:
        for event in stream:
            whole = event.type == "message_stop"
            if monotonic() > until:
                raise ModelFault("the model took too long", "raise gitskills.model.seconds", Cause.PASSING)
        if not whole:
            raise ModelFault(
                "the model's server said nothing that is a whole answer", "see gitskills.anthropic.url", Cause.PASSING
            )
        message = stream.get_final_message()
    if message.stop_reason == "refusal":
        raise ModelFault("the model declined to read this window", "", Cause.REQUEST)
    if message.stop_reason == "model_context_window_exceeded":
        raise TooLong("the prompt is longer than the model's context")
    return message


def _answers(message: Message, tools: Sequence[Tool]) -> tuple[Blocks, bool]:
    """The results of the tools that were called, and whether one of them ends the run."""
    by_name, blocks, done = {tool.name: tool for tool in tools}, [], False
    cut = message.stop_reason == "max_tokens"
    for block in message.content:
        if block.type != "tool_use":
            continue
        tool = by_name.get(block.name)
        if cut:
            answer = Answer(CUT)
        elif tool is None:
            answer = Answer(f"There is no tool {block.name[:40]}.")
        else:
            answer = tool.call(json.dumps(block.input))
        done = done or answer.done
        blocks.append(
            {"type": "tool_result", "tool_use_id": block.id, "content": answer.text, "is_error": cut or tool is None}
        )
    if cut and not blocks:
        blocks.append({"type": "text", "text": CUT})
    return blocks, done


def _again(block: ContentBlock) -> dict[str, Any]:
    """A block of the answer as it is said again; input that is no object is what the model alone could send."""
    said: dict[str, Any] = block.model_dump(mode="json", exclude_none=True, warnings=False)
    if block.type == "tool_use" and not isinstance(block.input, dict):
        said["input"] = {}
    return said


def _text(message: Message) -> str:
    return "\n".join(block.text for block in message.content if block.type == "text")


def _usage(message: Message) -> Usage:
    told = message.usage
    fresh = told.input_tokens + (told.cache_creation_input_tokens or 0)
    return Usage(fresh, told.cache_read_input_tokens or 0, told.output_tokens, 1)


def _fault(error: Exception, label: str, usage: Usage) -> ModelFault:
    from anthropic import APIStatusError

    status = error.status_code if isinstance(error, APIStatusError) else 0
    words = str(error).casefold()
    if status in {400, 413} and ("too long" in words or "context" in words or status == 413):
        return TooLong(f"{label}: the prompt is longer than the model's context", usage)
    if status in {401, 403}:
        return ModelFault(
            f"{label}: the key was refused ({status})", "see GITSKILLS_ANTHROPIC_API_KEY", Cause.SETUP, usage
        )
    if status == 404:
        return ModelFault(f"{label}: there is no such model (404)", "see gitskills.model.name", Cause.SETUP, usage)
    if 400 <= status < 500 and status not in PASSING:
        return ModelFault(
            f"{label}: the request was refused ({status})", "see gitskills.model.name", Cause.REQUEST, usage
        )
    what = f"answered {status}" if status else f"could not be reached ({type(error).__name__})"
    return ModelFault(f"{label}: the server {what}", "it is tried again later", Cause.PASSING, usage)
