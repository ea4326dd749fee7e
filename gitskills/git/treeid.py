"""The id that git would give a folder's tree, without writing anything."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import pygit2

from gitskills.git.names import encode
from gitskills.git.treeedit import BLOB, EXECUTABLE, LINK, TREE
from gitskills.model.skill import SkillFile


def tree_id(files: Mapping[str, SkillFile]) -> str:
    """The tree's id for files by relative path, "" where there are none."""
    return _hashed({path.split("/", 1)[0]: None for path in files}, files) if files else ""


def _hashed(names: Mapping[str, None], files: Mapping[str, SkillFile]) -> str:
    rows: list[tuple[bytes, bytes]] = []
    for name in names:
        raw = encode(name)
        if name in files:
            rows.append((raw, _mode(files[name]) + b" " + raw + b"\0" + bytes.fromhex(_blob(files[name]))))
            continue
        below = {path.removeprefix(f"{name}/"): file for path, file in files.items() if path.startswith(f"{name}/")}
        rows.append((raw + b"/", TREE + b" " + raw + b"\0" + bytes.fromhex(tree_id(below))))
    content = b"".join(row for _, row in sorted(rows))
    return hashlib.sha1(b"tree %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _blob(file: SkillFile) -> str:
    return str(pygit2.hash(file.content))


def _mode(file: SkillFile) -> bytes:
    if file.link:
        return LINK
    return EXECUTABLE if file.executable else BLOB
