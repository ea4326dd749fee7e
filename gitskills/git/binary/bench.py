"""A batch's workbench over the git program: new objects are held in memory, and one pack of them is published at last.

`git fast-import` would do the same for edits of paths, but not for trees that are merged or carried over, and it tells no id before
all is written.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from gitskills.git.binary.catfile import CatFile
from gitskills.git.binary.packing import write_pack
from gitskills.git.binary.place import Place
from gitskills.git.binary.refs import ProgramRefs
from gitskills.git.binary.scratch import Scratch, scratch
from gitskills.git.commits import CommitText, composed, read_commit
from gitskills.git.conversation import Conversation, GitFailedError
from gitskills.git.identity import AUTHOR_EMAIL, AUTHOR_NAME, Person
from gitskills.git.port import Busy
from gitskills.git.process import run_git
from gitskills.git.publishing import kept_pack
from gitskills.git.rows import entry_at
from gitskills.git.source import Kind
from gitskills.git.treeedit import Folder, row_of
from gitskills.git.treeid import object_id
from gitskills.git.workbench import Merged, Move, Sides, Veto

_MERGE = ("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z")
_NOBODY = Person(AUTHOR_NAME, AUTHOR_EMAIL, 0, 0).line


class PackBench:
    """Writes stay in memory; reads of what it doesn't hold go on to the repository."""

    def __init__(self, place: Place, objects: CatFile, refs: ProgramRefs) -> None:
        self._place = place
        self._objects = objects
        self._refs = refs
        self._held: dict[str, tuple[int, bytes]] = {}

    def read(self, oid: str, /) -> tuple[int, bytes]:
        return self._held.get(oid) or self._objects.read(oid)

    def write(self, kind: int, content: bytes, /) -> str:
        oid = object_id(Kind(kind), content, self._place.algorithm)
        self._held[oid] = (kind, content)
        return oid

    def current(self, ref: str) -> str:
        return self._refs.current(ref)

    def merge_base(self, ours: str, other: str) -> str:
        done = run_git(self._place.folder, "merge-base", other, *self._grounds(ours))
        return "" if done.status else done.text.strip()

    def _grounds(self, commit: str) -> list[str]:
        """The commits of the repository that a held one grew from: git takes them for one merge of them all."""
        if commit not in self._held:
            return [commit]
        return [ground for parent in read_commit(self, commit).parents for ground in self._grounds(parent)]

    def merged(self, sides: Sides, *, ours_wins: bool) -> Merged:
        """By `git merge-tree`, among commits that nobody ever sees, as older gits merge nothing else."""
        with scratch(Path(self._place.common, "objects"), self._held) as made:
            base = self._put(made, sides.base)
            ours, theirs = self._put(made, sides.ours, base), self._put(made, sides.theirs, base)
            before = {oid for oid, _ in made.made()}
            done = Conversation(self._place.folder, *_MERGE, ours, theirs, environment=made.environment).finish()
            if done.status not in (0, 1):
                raise GitFailedError(done.complaint)
            self._held.update((oid, found) for oid, found in made.made() if oid not in before)
        tree, *names = os.fsdecode(done.output).removesuffix("\0").split("\0")
        if names and ours_wins:
            return Merged(self._settled(tree, sides.ours, names), frozenset())
        return Merged(tree, frozenset(names))

    def _put(self, made: Scratch, tree: str, *parents: str) -> str:
        content = composed(CommitText(tree, parents, _NOBODY, _NOBODY, b"a side\n"))
        oid = object_id(Kind.COMMIT, content, self._place.algorithm)
        made.put(oid, Kind.COMMIT, content)
        return oid

    def _settled(self, tree: str, ours: str, paths: Sequence[str]) -> str:
        """The merged tree with ours at every path that the sides disagree on."""
        root = Folder(self, tree)
        for path in paths:
            kept = entry_at(self, ours, path)
            root.remove(path)
            if kept is not None:
                root.put(path, row_of(kept))
        return root.write() or self.write(Kind.TREE, b"")

    def published(self) -> AbstractContextManager[None]:
        place = self._place
        return kept_pack(
            Path(place.common, "objects"),
            self._refs.configured("core.sharedRepository"),
            lambda folder: write_pack(folder, self._held, place.folder, place.algorithm),
        )

    def move(self, move: Move, signer: Person, veto: Veto) -> bool | Busy:
        return self._refs.move(move, signer, veto)
