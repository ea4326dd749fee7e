"""Any OpenAI-compatible server (Ollama, llama.cpp, vLLM): one chat, whose every answer is the input of the final tool as JSON.

The schema is enforced where the server can, asked for in words where it can't. Small models rarely know tools, so the
reading tools are left out: what they need stands in the prompt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from gitskills.llm.port import Cause, ModelFault, Reply, Request, Stop, Tool, TooLong, Usage
from gitskills.llm.tokens import tokens_of
from gitskills.llm.web import Address, Answered

TOO_LONG = (
    "context length",
    "context_length",
    "context size",
    "context window",
    "too many tokens",
    "n_ctx",
    "too long",
)
NOT_OFFERED = ("response_format", "json_schema", "json_object", "schema", "grammar")
CUT = "Your answer was cut off. Answer again with fewer and shorter proposals."
KEPT = 8_000  # characters of its own answer that are said again to the model
SCHEMA, OBJECT, WORDS = "json_schema", "json_object", "words"


@dataclass(slots=True)
class OpenAIModel:
    """`name` "" takes the first model that the server lists. `form` is how JSON is asked for; it sinks to what is offered."""

    url: str
    key: str = field(repr=False)
    name: str
    form: str = SCHEMA

    @property
    def label(self) -> str:
        """Without the folder: servers of local files name a model by its path, and this stands in commits."""
        return f"openai {self.name.replace(chr(92), '/').rpartition('/')[2]}".rstrip()

    def opening(self, request: Request, tools: Sequence[Tool]) -> str:
        return json.dumps(self._body(request, _final(tools), _messages(request, _final(tools))), ensure_ascii=False)

    def run(self, request: Request, tools: Sequence[Tool]) -> Reply:
        address, usage = Address(self.url, self.key, monotonic() + request.limits.seconds), Usage()
        final = _final(tools)
        try:
            self.name = self.name or _first_model(address)
            messages = _messages(request, final)
            for _ in range(request.limits.rounds):
                body = self._ask(address, request, final, messages)
                text, cut = _said(body)
                usage = usage.plus(_usage(body, messages, text))
                found = _json_in(text)
                answer = final.call(found or text)
                if answer.done:
                    return Reply(text, Stop.DONE, usage)
                again = CUT if cut and not found else answer.text
                messages += [{"role": "assistant", "content": text[:KEPT]}, {"role": "user", "content": again}]
        except ModelFault as fault:
            fault.usage = usage
            raise
        return Reply(text, Stop.ROUNDS, usage)

    def _ask(
        self, address: Address, request: Request, final: Tool, messages: list[dict[str, str]]
    ) -> Mapping[str, Any]:
        """One answer of the server; the form of JSON sinks until it is taken."""
        answered = address.ask("chat/completions", self._body(request, final, messages))
        while self._sinks(answered):
            answered = address.ask("chat/completions", self._body(request, final, messages))
        if answered.status != 200:
            raise _fault(answered, self.label)
        return answered.body

    def _sinks(self, answered: Answered) -> bool:
        """Whether the server refused the form, and a plainer one is left to try."""
        words = answered.words.casefold()
        refused = answered.status in {400, 404, 415, 422, 500, 501} and any(word in words for word in NOT_OFFERED)
        if not refused or self.form == WORDS:
            return False
        self.form = OBJECT if self.form == SCHEMA else WORDS
        return True

    def _body(self, request: Request, final: Tool, messages: list[dict[str, str]]) -> dict[str, object]:
        forms: dict[str, dict[str, object]] = {
            SCHEMA: {"type": "json_schema", "json_schema": {"name": final.name, "schema": final.schema}},
            OBJECT: {"type": "json_object"},
        }
        body: dict[str, object] = {
            "model": self.name,
            "messages": messages,
            "max_tokens": request.limits.output_tokens,
            "temperature": 0,
            "stream": False,
        }
        return body | ({"response_format": forms[self.form]} if self.form in forms else {})


def _final(tools: Sequence[Tool]) -> Tool:
    return next(tool for tool in tools if tool.final)


def _messages(request: Request, final: Tool) -> list[dict[str, str]]:
    how = (
        f"You have no tools here. Your whole answer is one JSON object, the input of {final.name}, and nothing else. "
        f"Its schema:\n{json.dumps(final.schema, ensure_ascii=False, separators=(',', ':'))}"
    )
    return [
        {"role": "system", "content": f"{request.system.rstrip()}\n\n{how}"},
        {"role": "user", "content": request.prompt},
    ]


def _first_model(address: Address) -> str:
    answered = address.ask("models")
    listed = answered.body.get("data")
    ids = [one.get("id") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    if not ids or not isinstance(ids[0], str):
        raise ModelFault("the server lists no model", "name one: git config gitskills.model.name NAME", Cause.SETUP)
    return ids[0]


def _said(body: Mapping[str, Any]) -> tuple[str, bool]:
    """The text of the first choice, and whether it was cut."""
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    message = first.get("message") if isinstance(first, dict) else {}
    text = message.get("content") if isinstance(message, dict) else ""
    return text if isinstance(text, str) else "", isinstance(first, dict) and first.get("finish_reason") == "length"


def _json_in(text: str) -> str:
    """The first JSON object in a text: models like to say something around it. "" where there is none."""
    return next(_objects(text), "")


def _objects(text: str) -> Iterator[str]:
    decoder, place = json.JSONDecoder(), text.find("{")
    for _ in range(20):
        if place < 0:
            return
        try:
            _, end = decoder.raw_decode(text, place)
            yield text[place:end]
        except (ValueError, RecursionError):
            end = place + 1
        place = text.find("{", end)


def _usage(body: Mapping[str, Any], messages: list[dict[str, str]], text: str) -> Usage:
    """What the server counted; of one that does not count, an estimate."""
    told = body.get("usage")
    told = told if isinstance(told, dict) else {}
    details = told.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else 0
    sent = _count(told.get("prompt_tokens")) or sum(tokens_of(message["content"]) for message in messages)
    output = _count(told.get("completion_tokens")) or tokens_of(text)
    return Usage(max(0, sent - cached), cached, output, 1)


def _count(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 10**9 else 0


def _fault(answered: Answered, label: str) -> ModelFault:
    words, status = answered.words.casefold(), answered.status
    if status in {400, 413, 422, 500} and any(sign in words for sign in TOO_LONG):
        return TooLong(f"{label}: the prompt is longer than the model's context")
    if status in {401, 403}:
        return ModelFault(
            f"{label}: the server refused the key ({status})", "set GITSKILLS_OPENAI_API_KEY", Cause.SETUP
        )
    if status == 404:
        hint = "see gitskills.openai.url and gitskills.model.name"
        return ModelFault(f"{label}: the server knows no such address or model (404)", hint, Cause.SETUP)
    if 400 <= status < 500 and status not in {408, 409, 425, 429}:
        return ModelFault(f"{label}: the server refused the request ({status})", "see the server's log", Cause.REQUEST)
    return ModelFault(f"{label}: the server answered {status}", "it is tried again later", Cause.PASSING)
