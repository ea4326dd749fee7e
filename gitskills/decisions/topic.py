"""The topic of a decision as a path: whatever people take for the same name is the same key, so one file is one topic."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from gitskills.model.decision import DECISIONS_ROOT, Topic
from gitskills.skillfile.fault import Fault

LONGEST = 64  # bytes of a key
_DIGEST = 8
_WORDS = {"+": "-plus-", "#": "-sharp-", ".": "-dot-"}  # what tells C, C++ and C# apart
_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
_TAG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_PATH = re.compile(re.escape(DECISIONS_ROOT) + r"/([^/]+)/([^/]+)\.md")


def topic_of(primary_tag: str, entity: str) -> Topic | Fault:
    """The topic that a decision on an entity belongs to, or why it can't have one."""
    if not is_tag(primary_tag):
        return Fault(f"{primary_tag!r} is no tag: lower-case words joined by -")
    key = _key(entity)
    if not key:
        return Fault(f"{entity!r} names nothing that a decision could be about")
    if _DEVICES.fullmatch(key):
        return Fault(f"{entity!r} is a device's name on Windows: no file may bear it")
    return Topic(primary_tag, _cut(key))


def topic_at(path: str) -> Topic | None:
    """The topic whose record stands at a path of the branch; None where none may stand."""
    found = _PATH.fullmatch(path)
    return Topic(found[1], found[2]) if found and is_tag(found[1]) else None


def is_tag(text: str) -> bool:
    return len(text) <= LONGEST // 2 and _TAG.fullmatch(text) is not None and not _DEVICES.fullmatch(text)


def slug(text: str) -> str:
    """A title as part of an address."""
    return _cut(_key(text))


def _key(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    spelt = "".join(_WORDS.get(char) or _letter(char) for char in folded)
    return re.sub("-+", "-", spelt).strip("-")


def _letter(char: str) -> str:
    kind = unicodedata.category(char)
    if kind == "Cf":
        return ""  # what can't be seen makes no other name
    return char if kind[0] in "LNM" else "-"


def _cut(key: str) -> str:
    raw = key.encode("utf-8", "replace")
    if len(raw) <= LONGEST:
        return key
    head = raw[: LONGEST - _DIGEST - 1].decode("utf-8", "ignore").rstrip("-")
    return f"{head}-{hashlib.sha256(raw).hexdigest()[:_DIGEST]}"
