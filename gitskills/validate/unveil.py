"""What an interpreter or an attentive eye makes of a text: pieces joined, variables filled in, wrappings taken off.

Pure and bounded: a wrapping within a wrapping is taken off once more, then it is left.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from gitskills.skillfile.lookalike import visible

_MOST_FILLED = 200
_DEEPEST = 2

_IFS = re.compile(r"\$(?:\{IFS[^}]*\}|IFS(?:\$\d)?)")
_EMPTY_QUOTES = re.compile(r"(?<=\w)(?:''|\"\")(?=\w)")
_INNER_BACKSLASH = re.compile(r"(?<=[a-z])\\(?=[a-z])")
_INNER_QUOTES = re.compile(r"\b([a-z]{1,5})(['\"])([a-z]{1,6})\2(?=[a-z\s]|$)")
_WHOLE_QUOTES = re.compile(r"([\"'])([a-z]{2,8})\1(?=\s+[\"']?-\w)")
_CONCATENATED = re.compile(r"(?<=\w)([\"'])\s{0,3}[+.]\s{0,3}\1(?=[\w /|])")
_PATH_PIECES = re.compile(r"(\.(?:ssh|aws|gnupg|kube|docker|config|claude))[\"']\s{0,3}[,/]\s{0,3}[\"']")
_LISTED = re.compile(r"(?<=[\w.~/-])[\"'],\s?[\"'](?=[-@/~$.|\w])")
_CODES = re.compile(r"\\x([2-7][0-9a-f])|\\u00([2-7][0-9a-f])|\\([01][0-7]{2})", re.IGNORECASE)
_PRINTED = re.compile(
    r"\$\((?:printf|echo)\s+[\"']?([\w./-]{1,40})[\"']?\)|`(?:printf|echo)\s+[\"']?([\w./-]{1,40})[\"']?`"
)
_EMPHASIS = re.compile(r"(?<!\w)(?:[*_]{1,3}|~~)(?=\S)|(?<=\S)(?:[*_]{1,3}|~~)(?!\w)")
_SPELT = re.compile(r"\b(?:[a-z][ .]){3,40}[a-z]\b", re.IGNORECASE)
_DIGIT_FOR_LETTER = re.compile(r"(?<=[a-z])[013457](?=[a-z])", re.IGNORECASE)
_LETTERS = str.maketrans("013457", "oieast")

_ASSIGNED = re.compile(
    r"(?:^|[\s;&|(`])\$?(?P<name>[A-Za-z_]\w{0,30})=(?P<value>\"[^\"\n`(]{1,120}\"|'[^'\n]{1,120}'|[^\s;&|\"'`(){}]{1,120})(?=[\s;&|)`]"
    r"|$)"
    r"|\bfor\s+(?P<each>\w{1,30})\s+in\s+(?P<first>[^\s;]{1,120})",
    re.MULTILINE,
)
_USED = re.compile(r"\$(?:\{(\w{1,31})\}|(\w{1,31})\b)")

_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,8000}={0,2}(?![\w+/=-])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-f]{2}[ ,]{0,2}){8,4000}(?![0-9A-Za-z])", re.IGNORECASE)
_TURNED = re.compile(r"rot[-_ ]?13|n-za-m", re.IGNORECASE)
_REVERSED = re.compile(r"\brev\b|\breverse|\[::-1\]|\u202e", re.IGNORECASE)
_PERCENT = re.compile(r"(?:%[2-7][0-9a-f]){3}|&#x?[0-9a-f]{2,3};", re.IGNORECASE)


def as_shell(text: str) -> str:
    """As a shell or another interpreter takes it: a line that goes on is joined without a gap."""
    text = _IFS.sub(" ", visible(text, joint=""))
    text = _CODES.sub(_char, _EMPTY_QUOTES.sub("", text))
    text = _WHOLE_QUOTES.sub(r"\2", _LISTED.sub(" ", _PATH_PIECES.sub(r"\1/", _CONCATENATED.sub("", text))))
    text = _INNER_QUOTES.sub(r"\1\3", _INNER_BACKSLASH.sub("", text))
    return filled(_PRINTED.sub(lambda found: found[1] or found[2], text))


def as_prose(text: str) -> str:
    """As an eye reads it: no emphasis, letters spelt singly joined, digits within a word as the letters they look like."""
    text = _EMPHASIS.sub("", _IFS.sub(" ", visible(text)))
    text = _SPELT.sub(lambda found: found[0].replace(" ", "").replace(".", ""), text)
    return _DIGIT_FOR_LETTER.sub(lambda found: found[0].translate(_LETTERS), text)


def filled(text: str) -> str:
    """Variables that the text itself sets, filled in."""
    values = {
        found["name"] or found["each"]: (found["value"] or found["first"]).strip("\"'")
        for found in _ASSIGNED.finditer(text)
    }
    if not values:
        return text
    return _USED.sub(lambda found: values.get(found[1] or found[2], found[0]), text, count=_MOST_FILLED)


def unwrapped(text: str, depth: int = _DEEPEST) -> Iterator[str]:
    """The texts that it carries in Base64, hexadecimal, rot13, backwards, or as codes of characters."""
    inner = [*filter(None, map(_from_base64, _BASE64.findall(text))), *filter(None, map(_from_hex, _HEX.findall(text)))]
    inner += [codecs.decode(text, "rot13")] if _TURNED.search(text) else []
    inner += [text[::-1]] if _REVERSED.search(text) else []
    inner += [html.unescape(unquote(text))] if _PERCENT.search(text) else []
    for each in inner:
        yield each
        if depth > 1 and len(each) < len(text):
            yield from unwrapped(each, depth - 1)


def _char(found: re.Match[str]) -> str:
    return chr(int(found[3], 8)) if found[3] else chr(int(found[1] or found[2], 16))


def _from_base64(word: str) -> str:
    letters = word.rstrip("=").translate(str.maketrans("-_", "+/"))
    return _readable(base64.b64decode(letters + "=" * (-len(letters) % 4))) if len(letters) % 4 != 1 else ""


def _from_hex(word: str) -> str:
    return _readable(binascii.unhexlify(re.sub(r"0x|\\x|[ ,]", "", word, flags=re.IGNORECASE)))


def _readable(found: bytes) -> str:
    text = found.decode("ascii", "replace")
    return text if text.replace("\n", "").replace("\t", "").isprintable() and "\ufffd" not in text else ""
