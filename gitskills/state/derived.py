"""What was worked out of objects, kept so that it need not be worked out again: never the only copy of anything.

Lost, broken, made under another key or unwritable, it is as if it had never been kept.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import Any

from gitskills.errors import EnvironmentFault
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import read_whole, write_whole


def recall(state: StateDirectory, name: str, key: str) -> Any:
    """The JSON value that was kept under `name` and `key`, exactly as it was written; None where there is none."""
    try:
        content = read_whole(state.peek(f"{name}.json")) or b""
    except OSError:
        return None
    seal, _, plain = content.partition(b"\n")
    return json.loads(plain) if seal == _seal(key, plain) else None


def keep(state: StateDirectory, name: str, key: str, value: object) -> None:
    """Keep a JSON value, where that is possible."""
    plain = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    with suppress(EnvironmentFault):  # a repository that can only be read is still read
        write_whole(state.file(f"{name}.json"), _seal(key, plain) + b"\n" + plain)


def _seal(key: str, plain: bytes) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape") + b"\0" + plain).hexdigest().encode("ascii")
