"""A redaction rule as a value: where its key can stand, what it looks like there, what it must and must not take.

Samples mark the secret with « and »; a ¦ cuts words apart so that no sample looks like a secret in this source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Accept = Callable[[bytes, bytes], bool]

# A token begins after anything but a letter or digit; what an escape, a percent code or a colour code ends with counts as outside.
EDGE = (
    r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv])|(?<=%[0-9a-fA-F]{2})|(?<=\\u[0-9a-fA-F]{4})"
    r"|(?<=\[[0-9]m)|(?<=[0-9;][0-9]m))"
)
# What follows a token that its holder cut short: the end, an ellipsis ("?" stands for every non-ASCII character).
CUT = r"(?=\Z|\?|\.{2,3}|\s?\[?\.{0,3}truncated)"
# The same edge for `before`, which reads backwards.
BEHIND = r"(?:(?![A-Za-z0-9_~])|(?=[nrt]\\|m[0-9]{1,2}[\[;]))"


class View(Enum):
    """The form of the text in which a rule's keys are looked for; positions are the same in all of them."""

    TEXT = "text"
    FOLDED = "folded"  # lower case; the pattern too is matched on it
    RUN = "run"  # only in runs of 20 and more letters, digits, `_` and `-`, and just before
    DIGITS = "digits"  # every digit a 0
    CAPITALS = "capitals"  # every capital an A, every digit a 0
    HEX = "hex"  # every hexadecimal digit a 0


def anything(_secret: bytes, _lead: bytes) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` is matched where a key stands; its group `secret`, or all of it, is what goes.

    `before` is written backwards and matched backwards from the key, at most `reach` characters; where the pattern
    has no group `secret` it belongs to what goes. `accept` sees the secret and what led to it.
    """

    id: str
    keys: tuple[str, ...]
    pattern: str
    must_match: tuple[str, ...]
    must_not_match: tuple[str, ...]
    view: View = View.TEXT
    accept: Accept = anything
    before: str = ""
    reach: int = 64


def token(prefix: str, letters: str, length: int) -> str:
    """A token of one exact length: whole, wrapped over lines, or cut short by whoever showed it."""
    whole = rf"[{letters}]{{{length}}}(?![{letters}])"
    wrapped = rf"(?:[{letters}](?:\r?\n[ \t]{{0,16}})?){{{length}}}(?![{letters}])"
    cut = rf"[{letters}]{{8,{length}}}{CUT}"
    return rf"{EDGE}{prefix}(?:{whole}|{wrapped}|{cut})"


def long_token(prefix: str, letters: str, least: int, most: int = 512) -> str:
    """A token of varying length; a cut one may be shorter."""
    return rf"{EDGE}{prefix}(?:[{letters}]{{{least},{most}}}|[{letters}]{{8,{least}}}{CUT})"


def backwards(*words: str) -> str:
    """An alternation for `before`, each word turned round."""
    return "(?:" + "|".join(word[::-1] for word in words) + ")"


def noise(length: int, seed: str = "") -> str:
    """Letters and digits for samples: looks like a secret, opens nothing."""
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789"
    digests = (hashlib.sha256(f"{seed}{turn}".encode()).digest() for turn in range(length // 32 + 1))
    return "".join(alphabet[byte % len(alphabet)] for digest in digests for byte in digest)[:length]
