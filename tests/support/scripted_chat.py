"""An OpenAI-compatible server on the loopback address that says what a script tells it to, one answer a request, in order.

`forms` are the response formats that it takes; it refuses others as such servers do. Past the end it goes on saying the last.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass(frozen=True)
class Said:
    """One answer: `text` of the model, or `body` as it is with `status`. `finish` "length" is an answer that was cut."""

    text: str = ""
    finish: str = "stop"
    status: int = 200
    body: bytes | None = None
    delay: float = 0.0
    counted: bool = True
    headers: dict[str, str] = field(default_factory=dict)


def proposals(*items: dict[str, object]) -> Said:
    """An answer that is what was asked for."""
    return Said(json.dumps({"proposals": list(items)}))


def error(status: int, message: str = "broken", **headers: str) -> Said:
    body = json.dumps({"error": {"message": message, "type": "server_error"}}).encode()
    return Said(status=status, body=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


@dataclass
class ScriptedChat:
    """Serves `answers`; keeps every request's body and headers. Use as a context manager."""

    answers: Sequence[Said]
    forms: tuple[str, ...] = ("json_schema", "json_object")
    models: tuple[str, ...] = ("tiny",)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def next_answer(self, request: dict[str, Any], headers: dict[str, str]) -> Said:
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            position = min(len(self.requests), len(self.answers)) - 1
        form = request.get("response_format", {}).get("type", "")
        if form and form not in self.forms:
            with self._lock:
                self.requests.pop()
            return error(400, f"response_format {form} is not supported")
        return self.answers[position]


def _handler_for(chat: ScriptedChat) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            listed = {"object": "list", "data": [{"id": name} for name in chat.models]}
            self._send(Said(body=json.dumps(listed).encode()), b"")

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            said = chat.next_answer(request, {name.casefold(): value for name, value in self.headers.items()})
            time.sleep(said.delay)
            self._send(said, json.dumps(_completion(said, request)).encode())

        def _send(self, said: Said, completion: bytes) -> None:
            body = completion if said.body is None else said.body
            self.send_response(said.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal."""

    return Handler


def _completion(said: Said, request: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": said.text}
    made = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": said.finish}],
    }
    told = {"prompt_tokens": 900, "completion_tokens": 60, "prompt_tokens_details": {"cached_tokens": 400}}
    return made | ({"usage": told} if said.counted else {})
