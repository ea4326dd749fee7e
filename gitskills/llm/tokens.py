"""How many tokens a text takes at most, without a tokenizer: every model has its own, and none may be exceeded."""

from __future__ import annotations

_LETTERS = bytes(range(65, 91)) + bytes(range(97, 123)) + b" \n"
_ASCII = bytes(range(128))
_LETTERS_A_TOKEN = 3.2  # prose has 4 to 5
_OTHERS_A_TOKEN = 1.3  # digits and signs, mostly one or two a token
_BYTES_A_TOKEN = 1.4  # beyond ASCII


def tokens_of(text: str) -> int:
    """A number that is rather too high."""
    data = text.encode("utf-8", "replace")
    plain = len(data) - len(data.translate(None, _ASCII))
    letters = len(data) - len(data.translate(None, _LETTERS))
    beyond = len(data) - plain
    return int(letters / _LETTERS_A_TOKEN + (plain - letters) / _OTHERS_A_TOKEN + beyond / _BYTES_A_TOKEN) + 1
