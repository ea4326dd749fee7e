"""What the index holds beside HEAD, read by the git binary: of the index that a calling hook works with, where one is named."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from gitskills.app.context import Store
from gitskills.git.process import run_git
from gitskills.model.skill import SKILLS_ROOT, SkillFile, SkillFolder

Row = tuple[str, str]  # mode, object id
LINK, SUBMODULE, EXECUTABLE = "120000", "160000", "100755"


def staged_folders(store: Store, head: str, index_file: str) -> Iterator[SkillFolder]:
    """The skill folders that a commit of the index would change, as they would be."""
    index = _by_folder(_listed(_git(store, index_file, "ls-files", "--stage", "--full-name", "-z", "--", SKILLS_ROOT)))
    listed = _git(store, "", "ls-tree", "-r", "-z", "--full-tree", head, "--", SKILLS_ROOT) if head else b""
    before = _by_folder(_listed(listed))
    for name, rows in sorted(index.items()):
        if rows != before.get(name):
            yield SkillFolder(name, {path: _file(store, row) for path, row in rows.items() if row[0] != SUBMODULE})


def staged_paths(store: Store, index_file: str) -> Iterator[str]:
    """Every path that a commit of the index would change."""
    listed = _git(store, index_file, "diff-index", "--cached", "--name-only", "--no-renames", "-z", "HEAD")
    return (os.fsdecode(path) for path in listed.split(b"\0") if path)


def staged_file(store: Store, path: str, index_file: str) -> bytes | None:
    """A file as the index holds it, None where it doesn't."""
    listed = dict(_listed(_git(store, index_file, "ls-files", "--stage", "--full-name", "-z", "--", f":(top){path}")))
    return _file(store, listed[path]).content if path in listed else None


def _git(store: Store, index_file: str, *arguments: str) -> bytes:
    return run_git(store.folder, *arguments, index=str(Path(store.folder, index_file)) if index_file else "").output


def _listed(output: bytes) -> Iterator[tuple[str, Row]]:
    """(path, row) of `ls-files --stage` (mode, id, stage) or `ls-tree` (mode, kind, id)."""
    for line in output.split(b"\0"):
        heading, _, path = line.partition(b"\t")
        words = heading.decode("ascii").split()
        if len(words) == 3:
            yield os.fsdecode(path), (words[0], words[1] if len(words[1]) >= 40 else words[2])


def _by_folder(listed: Iterator[tuple[str, Row]]) -> dict[str, dict[str, Row]]:
    folders: dict[str, dict[str, Row]] = defaultdict(dict)
    for path, row in listed:
        name, _, below = path.removeprefix(f"{SKILLS_ROOT}/").partition("/")
        if below:
            folders[name][below] = row
    return folders


def _file(store: Store, row: Row) -> SkillFile:
    mode, oid = row
    content = b"" if oid == store.repo.blob_id(b"") else store.repo.read_blob(oid)
    return SkillFile(content, executable=mode == EXECUTABLE, link=mode == LINK)
