"""Commits under construction: objects in memory, then one flushed pack, then the ref by compare-and-swap.

Until the ref moves, nothing that anybody can see has changed. The workbench is the adapter's, all else is the same for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gitskills.errors import RepositoryFault
from gitskills.git.commits import CommitText, composed, read_commit, root_tree, sealed
from gitskills.git.faults import reported
from gitskills.git.identity import Person, author
from gitskills.git.join import joined_tree
from gitskills.git.overlay import Ground, overlaid
from gitskills.git.port import Busy, Landed, TreeEntry
from gitskills.git.rows import TREE, mode_of
from gitskills.git.signing import Sign
from gitskills.git.source import Kind
from gitskills.git.treeedit import Folder, Row, row_of
from gitskills.git.workbench import Move, Veto, Workbench
from gitskills.model.changeset import ChangeSet, Message

SKILL_TREE = "Skill-Tree"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a batch is to land: `veto` says whether the branch is in use right now."""

    common: Path
    ref: str
    veto: Veto
    ground: Ground | None = None  # of a branch that is carried over to another base
    replaces: str = ""  # the tip that the carried line takes the place of
    sign: Sign | None = None  # where commits are signed


class ObjectBatch:
    """A line of commits on `base`. The committer is asked of git once, so all of them bear one date."""

    def __init__(self, target: Target, base: str, bench: Workbench, signer: Person) -> None:
        self._target = target
        self._bench = bench
        self._signer = signer
        self._expected = target.replaces or (base if bench.current(target.ref) else "")
        self._tip = base
        self._made: list[str] = []
        self._root = Folder(bench, root_tree(bench, base))

    def folder_tree(self, path: str) -> str:
        """Tree id of a folder at the batch's current tip, "" where absent."""
        with reported("read the branch"):
            row = self._root.get(path)
        return row.hex if row is not None and row.mode.lstrip(b"0") == TREE else ""

    def add(self, change: ChangeSet) -> str:
        """One more commit; its id."""
        return self._commit(change, [self._tip] if self._tip else [])

    def merge_in(self, other: str, change: ChangeSet) -> str:
        """A merge commit with `other` as second parent: both trees, ours where they disagree, then `change`'s paths."""
        with reported("merge"):
            if self._tip:
                self._root = Folder(self._bench, joined_tree(self._bench, self._tip, other))
        return self._commit(change, [self._tip, other] if self._tip else [other])

    def unite(self, other: str, placed: Mapping[str, TreeEntry | None], change: ChangeSet) -> str:
        """A merge commit with `other` as second parent: the batch's tree, `placed` (None = gone), then `change`'s paths."""
        with reported("merge"):
            for path, entry in placed.items():
                self._root.remove(path)
                if entry is not None:
                    self._root.put(path, row_of(entry))
        return self._commit(change, [self._tip, other])

    def carry(self, old: str, parents: Sequence[str], message: str, *, empty: bool) -> str:
        """An old commit on the new ground, author and date as they were; the parent's id where nothing of it is left."""
        if self._target.ground is None:
            raise RepositoryFault("this batch has no ground to carry commits to")
        with reported("carry a commit over"):
            there = read_commit(self._bench, old)
            root = overlaid(self._bench, self._target.ground, old)
            tree = root.write()
            if len(parents) == 1 and not empty and tree == root_tree(self._bench, parents[0]):
                made = parents[0]
            else:
                text = CommitText(tree, tuple(parents), there.author, there.committer, _stored(message))
                made = self._written(text)
                self._made.append(made)
        self._root, self._tip = root, made
        return made

    def land(self) -> Landed | Busy | None:
        """Write the pack, then move the ref where it still is where this batch found it."""
        if not self._made:
            raise RepositoryFault("a batch without commits can't land")
        busy = self._target.veto()
        if busy is not None:
            return busy
        with reported(f"write to {self._target.common}"):
            if self._bench.current(self._target.ref) != self._expected:
                return None
            with self._bench.published():
                moved = self._move()
        if isinstance(moved, Busy):
            return moved
        return Landed(self._tip, tuple(self._made)) if moved else None

    def _move(self) -> bool | Busy:
        note = f"gitskills: {len(self._made)} commit{'s' if len(self._made) > 1 else ''}"
        if self._target.replaces:
            note = f"gitskills: re-rooted, {len(self._made)} commits"
        move = Move(self._target.ref, self._expected, self._tip, note, bool(self._target.replaces))
        return self._bench.move(move, self._signer, self._target.veto)

    def _commit(self, change: ChangeSet, parents: list[str]) -> str:
        with reported("make a commit"):
            self._apply(change)
            tree = self._root.write() or str(self._bench.write(Kind.TREE, b""))
            message = _stored(self._filled(change).render())
            text = CommitText(tree, tuple(parents), author(self._signer).line, self._signer.line, message)
            self._tip = self._written(text)
        self._made.append(self._tip)
        return self._tip

    def _written(self, text: CommitText) -> str:
        content, sign = composed(text), self._target.sign
        return str(self._bench.write(Kind.COMMIT, sealed(content, sign(content)) if sign else content))

    def _apply(self, change: ChangeSet) -> None:
        for move in change.moves:
            row = self._root.get(move.source)
            there = self._root.get(move.target)
            if row is None or (there is not None and there != row):
                raise RepositoryFault(f"{move.source!r} can't be moved to {move.target!r} on the branch")
            self._root.remove(move.source)
            self._root.put(move.target, row)
        for path in change.deletes:
            self._root.remove(path)
        for write in change.writes:
            blob = str(self._bench.write(Kind.BLOB, write.content))
            self._root.put(write.path, Row(mode_of(write), bytes.fromhex(blob)))

    def _filled(self, change: ChangeSet) -> Message:
        """The message with its empty `Skill-Tree` trailer filled."""
        tree = self.folder_tree(change.skill_tree_of) if change.skill_tree_of else ""
        trailers = tuple(
            (key, tree if key == SKILL_TREE and not value else value) for key, value in change.message.trailers
        )
        return replace(change.message, trailers=trailers)


def _stored(message: str) -> bytes:
    """The message as git can store it: UTF-8, without NUL."""
    return message.encode("utf-8", "backslashreplace").replace(b"\0", b"")
