"""JSON over HTTP for back ends without a library of their own: bounded in time and size, retried where it may help.

No redirect is followed: the key is for the address that a person named.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from time import monotonic, sleep
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from gitskills.llm.port import Cause, ModelFault

LONGEST = 4_000_000  # bytes of an answer
CHUNK = 65_536
PAUSES = (1.0, 3.0, 0.0)  # the last try is followed by none
LONGEST_PAUSE = 30.0
RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(frozen=True, slots=True)
class Answered:
    """A status, and the body as JSON where it is an object, else empty; `words` is the body's beginning as text."""

    status: int
    body: Mapping[str, object]
    words: str
    retry_after: float = -1.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where requests go; `until` is the instant (monotonic) at which patience ends."""

    url: str
    key: str
    until: float

    def ask(self, path: str, body: Mapping[str, object] | None = None) -> Answered:
        """POST a body, GET without one; busy servers are asked again while there is time."""
        for pause in PAUSES:
            answered = self._once(path, body)
            wait = min(answered.retry_after if answered.retry_after >= 0 else pause, LONGEST_PAUSE)
            if answered.status not in RETRIED or pause == PAUSES[-1] or monotonic() + wait > self.until:
                break
            sleep(wait)
        return answered

    def _once(self, path: str, body: Mapping[str, object] | None) -> Answered:
        left = self.until - monotonic()
        if left <= 0:
            raise self._fault("took too long to answer")
        if not self.url.startswith(("http://", "https://")):
            raise ModelFault(f"{self.url} is no http address", "see gitskills.openai.url", Cause.SETUP)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "gitskills"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        sent = None if body is None else json.dumps(body).encode("ascii")
        try:
            request = Request(f"{self.url.rstrip('/')}/{path}", data=sent, headers=headers)  # noqa: S310 - the scheme was looked at
            with _OPENER.open(request, timeout=left) as response:
                return _answered(response.status, self._read(response), response.headers)
        except HTTPError as error:
            with error:
                return _answered(error.code, self._read(error), error.headers)
        except TimeoutError as error:
            raise self._fault("took too long to answer") from error
        except (URLError, HTTPException, OSError, ValueError) as error:
            raise self._fault(f"could not be reached ({getattr(error, 'reason', '') or error})") from error

    def _read(self, response: IO[bytes]) -> bytes:
        parts, size = [], 0
        while part := response.read(CHUNK):
            parts.append(part)
            size += len(part)
            if size > LONGEST:
                raise self._fault(f"answered with more than {LONGEST:,} bytes")
            if monotonic() > self.until:
                raise self._fault("took too long to answer")
        return b"".join(parts)

    def _fault(self, why: str) -> ModelFault:
        return ModelFault(f"the model's server at {self.url} {why}", "is it running?", Cause.PASSING)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """A redirect is an answer like any other."""


_OPENER = build_opener(_Stay())


def _answered(status: int, content: bytes, headers: Message) -> Answered:
    words = content.decode("utf-8", "replace")
    try:
        found = json.loads(words)
    except (ValueError, RecursionError):
        found = None
    after = headers.get("Retry-After", "")
    return Answered(
        status, found if isinstance(found, dict) else {}, words[:2_000], float(after) if after.isdigit() else -1.0
    )
