"""A key that never leaves this clone: what must be recognisable here and meaningless elsewhere is hashed with it."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from gitskills.errors import RepositoryFault
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import read_whole, reported, write_once

_FILE = "secret"
_BYTES = 32


def secret_key(state: StateDirectory) -> bytes:
    """The key, made at the first call; two processes that both make one agree on the first."""
    place = state.file(_FILE)
    with reported(place):
        key = read_whole(place)
        if key is None:
            write_once(place, secrets.token_bytes(_BYTES))
            key = read_whole(place)
    if key is None or len(key) != _BYTES:
        raise RepositoryFault(f"{place} is damaged", f"remove {place}; a new key is made")
    return key


def keyed_hash(state: StateDirectory, text: str) -> str:
    """Sixteen hex digits that only this clone can tie to the text."""
    content = text.encode("utf-8", "surrogateescape")
    return hmac.new(secret_key(state), content, hashlib.sha256).hexdigest()[:16]
