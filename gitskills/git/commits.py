"""The text of a commit, as git stores it: taken apart, and put together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.git.source import Kind, Objects

_SHORT_TREE = len(b"tree ") + 40  # the first line where ids are SHA-1
_WHO = re.compile(rb"(?P<name>.*?) ?<(?P<email>[^<>]*)>(?: (?P<time>-?\d{1,18}))?.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CommitText:
    """A commit. `author` and `committer` are whole lines: name, e-mail, time and zone."""

    tree: str
    parents: tuple[str, ...]
    author: bytes
    committer: bytes
    message: bytes


@dataclass(frozen=True, slots=True)
class Who:
    """Of an author's or a committer's line: name, e-mail, seconds since 1970."""

    name: str
    email: str
    time: int


def composed(text: CommitText) -> bytes:
    """The content of the commit's object."""
    head = [f"tree {text.tree}".encode(), *(f"parent {parent}".encode() for parent in text.parents)]
    return b"\n".join((*head, b"author " + text.author, b"committer " + text.committer, b"", text.message))


def sealed(content: bytes, signature: bytes) -> bytes:
    """A commit's object with its signature, in the header that is for ids of that length."""
    head, _, message = content.partition(b"\n\n")
    key = b"gpgsig" if head.index(b"\n") == _SHORT_TREE else b"gpgsig-sha256"
    lines = signature.rstrip(b"\n").replace(b"\n", b"\n ")
    return b"\n".join((head, key + b" " + lines, b"", message))


def parsed(content: bytes) -> CommitText:
    """A commit's object taken apart; what a line lacks is empty."""
    head, _, message = content.partition(b"\n\n")
    tree, author, committer = "", b"", b""
    parents: list[str] = []
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"tree":
            tree = value.decode("ascii", "replace")
        elif key == b"parent":
            parents.append(value.decode("ascii", "replace"))
        elif key == b"author":
            author = value
        elif key == b"committer":
            committer = value
    return CommitText(tree, tuple(parents), author, committer, message)


def who(line: bytes) -> Who:
    """The person of a line."""
    found = _WHO.fullmatch(line)
    if found is None:
        return Who("", "", 0)
    name, email = (found[key].decode("utf-8", "replace") for key in ("name", "email"))
    return Who(name, email, int(found["time"] or 0))


def read_commit(objects: Objects, oid: str) -> CommitText:
    """The commit of that id; a KeyError where there is none."""
    kind, content = objects.read(oid)
    if kind != Kind.COMMIT:
        raise KeyError(f"{oid} is no commit")
    return parsed(content)


def root_tree(objects: Objects, oid: str) -> str:
    """The tree of a commit, a tree itself, or what a tag names of the two; "" for ""."""
    if not oid:
        return ""
    kind, content = objects.read(oid)
    while kind == Kind.TAG:
        oid = content.split(b"\n", 1)[0].removeprefix(b"object ").decode("ascii", "replace")
        kind, content = objects.read(oid)
    return oid if kind == Kind.TREE else parsed(content).tree
