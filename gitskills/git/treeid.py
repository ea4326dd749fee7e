"""The id that git would give a file or a folder's tree, without writing anything."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from gitskills.git.names import encode
from gitskills.git.rows import TREE, mode_of
from gitskills.git.source import Kind
from gitskills.model.skill import SkillFile

SHA1 = "sha1"


def object_id(kind: Kind, content: bytes, algorithm: str = SHA1) -> str:
    """The id of an object in a repository of that hash (`sha1`, `sha256`)."""
    head = b"%s %d\0" % (kind.name.lower().encode(), len(content))
    return hashlib.new(algorithm, head + content, usedforsecurity=False).hexdigest()


def tree_id(files: Mapping[str, SkillFile], algorithm: str = SHA1) -> str:
    """The tree's id for files by relative path, "" where there are none."""
    names = dict.fromkeys(path.split("/", 1)[0] for path in files)
    rows: list[tuple[bytes, bytes]] = []
    for name in names:
        raw = encode(name)
        if name in files:
            blob = object_id(Kind.BLOB, files[name].content, algorithm)
            rows.append((raw, mode_of(files[name]) + b" " + raw + b"\0" + bytes.fromhex(blob)))
            continue
        below = {path.removeprefix(f"{name}/"): file for path, file in files.items() if path.startswith(f"{name}/")}
        rows.append((raw + b"/", TREE + b" " + raw + b"\0" + bytes.fromhex(tree_id(below, algorithm))))
    content = b"".join(row for _, row in sorted(rows))
    return object_id(Kind.TREE, content, algorithm) if files else ""
