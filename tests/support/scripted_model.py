"""A Messages API on the loopback address that says what a script tells it to, for the real client to talk to.

Requests that offer tools belong to the conversation and take the next reply; all others (titles, probes) get a stock answer.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Block = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the model says next: text and tool calls, after `delay` seconds.

    `stop` and `usage` replace what would be said of it. A `status` other than 200 is an error instead; `broken` says how
    the connection fails: `reset` before the answer, `half` in the middle of it, `rubbish` for what is no event stream.
    """

    blocks: tuple[Block, ...] = ()
    delay: float = 0.0
    stop: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    status: int = 200
    error: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    broken: str = ""


def say(text: str, *calls: Block, delay: float = 0.0) -> Reply:
    """A reply that begins with words (or has none, where `text` is empty)."""
    words: tuple[Block, ...] = ({"type": "text", "text": text},) if text else ()
    return Reply((*words, *calls), delay)


def fails(status: int, message: str = "busy", **headers: str) -> Reply:
    """An answer that is an error, as the API words it."""
    return Reply(status=status, error=message, headers={name.replace("_", "-"): text for name, text in headers.items()})


def call(tool: str, **arguments: Any) -> Block:
    return {"type": "tool_use", "name": tool, "input": arguments}


@dataclass
class ScriptedModel:
    """Serves `replies` in their order, each once; past the end it says `after`. Use as a context manager."""

    replies: Sequence[Reply]
    after: Reply = field(default_factory=lambda: say("Done."))
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    _taken: int = 0
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
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def exhausted(self) -> bool:
        return self._taken >= len(self.replies)

    def next_reply(self, request: dict[str, Any]) -> Reply:
        with self._lock:
            self.requests.append(request)
            if not request.get("tools"):
                return say("Stock levels")
            position, self._taken = self._taken, self._taken + 1
        return self.replies[position] if position < len(self.replies) else self.after


def _handler_for(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._send(b"", "application/json")

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            if not self.path.partition("?")[0].endswith("/messages"):
                self._send(b'{"input_tokens": 1}', "application/json")
                return
            model.headers.append({name.casefold(): text for name, text in self.headers.items()})
            reply = model.next_reply(request)
            time.sleep(reply.delay)
            if reply.status != 200:
                kind = {429: "rate_limit_error", 529: "overloaded_error"}.get(reply.status, "invalid_request_error")
                error = {"type": "error", "error": {"type": kind, "message": reply.error}}
                self._send(json.dumps(error).encode(), "application/json", reply.status, reply.headers)
                return
            message = _message(reply, request, len(model.requests))
            if reply.broken:
                self._break(reply.broken, message)
            elif request.get("stream"):
                stream = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message))
                self._send(stream.encode(), "text/event-stream")
            else:
                self._send(json.dumps(message).encode(), "application/json")

        def _break(self, how: str, message: dict[str, Any]) -> None:
            if how == "rubbish":
                self._send(b"<html>a login page</html>", "text/html")
                return
            if how == "half":
                first = next(_events(message))
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Content-Length", "100000")
                self.end_headers()
                self.wfile.write(f"event: {first['type']}\ndata: {json.dumps(first)}\n\n".encode())
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True

        def _send(self, body: bytes, kind: str, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
            self.send_response(status)
            for name, text in (headers or {}).items():
                self.send_header(name, text)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal: the client draws there."""

    return Handler


def _message(reply: Reply, request: dict[str, Any], number: int) -> dict[str, Any]:
    blocks = [
        {"id": f"toolu_{number:04d}{position:02d}", **block} if block["type"] == "tool_use" else block
        for position, block in enumerate(reply.blocks)
    ]
    called = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": f"msg_{number:04d}",
        "type": "message",
        "role": "assistant",
        "model": request.get("model", ""),
        "content": blocks,
        "stop_reason": reply.stop or ("tool_use" if called else "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": 1_000, "output_tokens": 50, **reply.usage},
    }


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = block | {"input": {}}
            given = block["input"]  # a text stands for JSON as it is, whole or not
            text = given if isinstance(given, str) else json.dumps(given)
            delta = {"type": "input_json_delta", "partial_json": text}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": message["usage"]}
    yield {"type": "message_stop"}
