"""Commits under construction: objects in memory, then one flushed pack, then the ref by compare-and-swap.

Until the ref moves, nothing that anybody can see has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygit2

from gitskills.errors import RepositoryFault
from gitskills.git import identity
from gitskills.git.faults import reported
from gitskills.git.join import joined_tree
from gitskills.git.memory import open_with_memory
from gitskills.git.overlay import Ground, overlaid
from gitskills.git.pack import kept_pack
from gitskills.git.port import Busy, Landed, TreeEntry
from gitskills.git.swap import Move, current, move_ref
from gitskills.git.treeedit import BLOB, EXECUTABLE, LINK, TREE, Folder, Row
from gitskills.model.changeset import ChangeSet, Message, Write

SKILL_TREE = "Skill-Tree"
_MODES = {
    ("tree", False): TREE,
    ("blob", False): BLOB,
    ("blob", True): EXECUTABLE,
    ("link", False): LINK,
    ("commit", False): b"160000",
}


@dataclass(frozen=True, slots=True)
class Target:
    """Where a batch is to land: `veto` says whether the branch is in use right now."""

    git_dir: str
    common: Path
    ref: str
    veto: Callable[[], Busy | None]
    ground: Ground | None = None  # of a branch that is carried over to another base
    replaces: str = ""  # the tip that the carried line takes the place of


class ObjectBatch:
    """A line of commits on `base`. The committer is asked of git once, so all of them bear one date."""

    def __init__(self, target: Target, base: str, signer: pygit2.Signature) -> None:
        self._target = target
        self._repo, self._held = open_with_memory(target.git_dir)
        self._signer = signer
        self._expected = target.replaces or (base if current(self._repo, target.ref) else "")
        self._tip = base
        self._made: list[str] = []
        self._root = Folder(self._repo, str(self._repo[base].peel(pygit2.Tree).id) if base else "")

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
                self._root = Folder(self._repo, joined_tree(self._repo, self._tip, other))
        return self._commit(change, [self._tip, other] if self._tip else [other])

    def unite(self, other: str, placed: Mapping[str, TreeEntry | None], change: ChangeSet) -> str:
        """A merge commit with `other` as second parent: the batch's tree, `placed` (None = gone), then `change`'s paths."""
        with reported("merge"):
            for path, entry in placed.items():
                self._root.remove(path)
                if entry is not None:
                    self._root.put(path, Row(_MODES[entry.kind, entry.executable], bytes.fromhex(entry.oid)))
        return self._commit(change, [self._tip, other])

    def carry(self, old: str, parents: Sequence[str], message: str, *, empty: bool) -> str:
        """An old commit on the new ground, author and date as they were; the parent's id where nothing of it is left."""
        if self._target.ground is None:
            raise RepositoryFault("this batch has no ground to carry commits to")
        with reported("carry a commit over"):
            there = self._repo[old].peel(pygit2.Commit)
            root = overlaid(self._repo, self._target.ground, old)
            tree = root.write()
            if len(parents) == 1 and not empty and tree == str(self._repo[parents[0]].peel(pygit2.Tree).id):
                made = parents[0]
            else:
                who = (there.author, there.committer)
                made = str(self._repo.create_commit(None, *who, message, tree, list(parents)))
                self._made.append(made)
        self._root, self._tip = root, made
        return made

    def land(self) -> Landed | Busy | None:
        """Write the pack, then move the ref where it still is where this batch found it."""
        if not self._made:
            raise RepositoryFault("a batch without commits can't land")
        ref = self._target.ref
        busy = self._target.veto()
        if busy is not None:
            return busy
        with reported(f"write to {self._target.common}"):
            if current(self._repo, ref) != self._expected:
                return None
            with kept_pack(self._repo, self._held, self._target.common / "objects"):
                moved = self._move()
        if isinstance(moved, Busy):
            return moved
        return Landed(self._tip, tuple(self._made)) if moved else None

    def _move(self) -> bool | Busy:
        plain = pygit2.Repository(self._target.git_dir)
        plain.set_ident(self._signer.name, self._signer.email)  # for the reflog
        note = f"gitskills: {len(self._made)} commit{'s' if len(self._made) > 1 else ''}"
        if self._target.replaces:
            note = f"gitskills: re-rooted, {len(self._made)} commits"
        move = Move(self._target.ref, self._expected, self._tip, note)
        moved = move_ref(plain, move, self._target.common, self._target.veto)
        if moved is True and self._target.replaces:
            _keep_old_tip(self._target.common / "logs" / self._target.ref, move, self._signer)
        return moved

    def _commit(self, change: ChangeSet, parents: list[str]) -> str:
        with reported("make a commit"):
            self._apply(change)
            tree = self._root.write() or str(self._repo.TreeBuilder().write())
            message = _text(self._filled(change))
            author = identity.author(self._signer)
            made = self._repo.create_commit(None, author, self._signer, message, tree, parents)
        self._tip = str(made)
        self._made.append(self._tip)
        return self._tip

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
            blob = self._repo.create_blob(write.content)
            self._root.put(write.path, Row(_mode(write), blob.raw))

    def _filled(self, change: ChangeSet) -> Message:
        """The message with its empty `Skill-Tree` trailer filled."""
        tree = self.folder_tree(change.skill_tree_of) if change.skill_tree_of else ""
        trailers = tuple(
            (key, tree if key == SKILL_TREE and not value else value) for key, value in change.message.trailers
        )
        return replace(change.message, trailers=trailers)


def _keep_old_tip(place: Path, move: Move, signer: pygit2.Signature) -> None:
    """The old tip must be found again, also where no reflogs are kept, as in a bare repository."""
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        hours, minutes = divmod(abs(signer.offset), 60)
        zone = f"{'-' if signer.offset < 0 else '+'}{hours:02}{minutes:02}"
        who = f"{signer.name} <{signer.email}> {signer.time} {zone}"
        place.write_text(f"{move.old} {move.new} {who}\t{move.note}\n", encoding="utf-8")


def _mode(write: Write) -> bytes:
    if write.link:
        return LINK
    return EXECUTABLE if write.executable else BLOB


def _text(message: Message) -> str:
    """The message as text that git can store: UTF-8, without NUL."""
    return message.render().encode("utf-8", "backslashreplace").decode().replace("\0", "")
