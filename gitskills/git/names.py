"""Names in trees are bytes; here they are str, what is not UTF-8 as surrogate escapes, whatever the locale says."""

from __future__ import annotations

from gitskills.errors import RepositoryFault

_FORBIDDEN = frozenset({b"", b".", b"..", b".git"})


def encode(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def decode(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def parts(path: str) -> list[bytes]:
    """The names along a path; none for the root."""
    return [encode(name) for name in path.split("/")] if path else []


def checked_parts(path: str) -> list[bytes]:
    """The names along a path that is to be written; a RepositoryFault where git must not hold one of them."""
    names = parts(path)
    for name in names:
        if name.lower() in _FORBIDDEN or b"\0" in name:
            raise RepositoryFault(f"{path!r} is no path that git can hold", "")
    return names
