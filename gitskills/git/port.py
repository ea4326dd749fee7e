"""What gitskills needs of a repository: objects and one ref. Adapters: `objects.py` (pygit2) and `binary/` (the git program).

Paths inside a tree are `str`; bytes that are not UTF-8 travel as surrogate escapes (`os.fsdecode`). Object ids are hex.
Nothing here touches HEAD, the index, the stash, the working tree, or any ref but the one named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gitskills.model.changeset import ChangeSet
from gitskills.model.commit import CommitRecord
from gitskills.model.skill import SkillFile


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One name in a tree: `kind` is tree, blob, link or commit (a submodule)."""

    name: str
    oid: str
    kind: str
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Busy:
    """The branch must not move now: `folder` is the worktree that has it checked out, `why` says what is going on."""

    folder: str
    why: str

    def stops(self, branch: str) -> str:
        """The sentence that says so of a branch."""
        return f"{branch} can't move: {self.why} ({self.folder})"


@dataclass(frozen=True, slots=True)
class Landed:
    """The ref moved to `tip`; `commits` in the order of the change sets."""

    tip: str
    commits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A revert or merge that does not apply: the paths, and the later commits that touched them."""

    paths: tuple[str, ...]
    later: tuple[str, ...] = ()


class Batch(Protocol):
    """Commits under construction in memory, on top of `base`; nothing is visible to anyone until `land`."""

    def folder_tree(self, path: str) -> str:
        """Tree id of a folder at the batch's current tip, "" where absent."""
        ...

    def add(self, change: ChangeSet) -> str:
        """One more commit; its id. The `Skill-Tree` trailer is filled from `change.skill_tree_of`."""
        ...

    def merge_in(self, other: str, change: ChangeSet) -> str:
        """A merge commit with `other` as second parent: both trees, the batch's where they disagree, then `change`'s paths."""
        ...

    def unite(self, other: str, placed: Mapping[str, TreeEntry | None], change: ChangeSet) -> str:
        """A merge commit with `other` as second parent: the batch's tree, `placed` (None = gone), then `change`'s paths."""
        ...

    def carry(self, old: str, parents: Sequence[str], message: str, *, empty: bool) -> str:
        """In a batch of `carried_batch`: an old commit's own paths on the new base; the parent's id where nothing is left."""
        ...

    def land(self) -> Landed | Busy | None:
        """Write one pack, flush it, look once more whether the branch is busy, then move the ref by compare-and-swap.

        None: the ref had moved meanwhile (nothing was changed; take a new base and judge again).
        """
        ...


class Repository(Protocol):
    """An opened repository. Every method reads unless it says otherwise."""

    @property
    def common_dir(self) -> str: ...
    @property
    def work_dir(self) -> str | None: ...
    @property
    def bare(self) -> bool: ...

    def worktrees(self) -> tuple[str, ...]:
        """Working folders that exist, the main one first (none for a bare repository without linked worktrees)."""
        ...

    def tip(self, branch: str) -> str:
        """Commit id of refs/heads/<branch>, "" where absent."""
        ...

    def resolve(self, revision: str) -> str:
        """Commit id that a revision names (git's own syntax), "" where it names none."""
        ...

    def default_tip(self) -> str:
        """Tip that the branch forks from: the default branch's remote-tracking ref, else the local one, else ""."""
        ...

    def default_tips(self) -> tuple[str, ...]:
        """All tips of the default branch that exist (remote-tracking and local): what they track is the project's own."""
        ...

    def default_branch(self) -> tuple[str, str]:
        """(the remote of the default branch, its name), either "" where there is none."""
        ...

    def entries(self, commit: str, path: str) -> tuple[TreeEntry, ...]:
        """The names in a folder of a commit; empty where absent."""
        ...

    def unequal(self, old: str, new: str) -> tuple[dict[str, TreeEntry], dict[str, TreeEntry]]:
        """What only the one and what only the other folder holds, by name; both are given by their trees' ids, "" for none."""
        ...

    def files(self, tree: str) -> dict[str, SkillFile]:
        """All files below a tree id, recursively, by relative path."""
        ...

    def blob(self, commit: str, path: str) -> bytes | None:
        """Content of a file of a commit, or of a tree given by its id; None where there is none."""
        ...

    def read_blob(self, oid: str) -> bytes: ...

    def history(self, tip: str, stop: Sequence[str], roots: Sequence[str]) -> Iterator[CommitRecord]:
        """Commits reachable from `tip` and not from `stop`, parents before children."""
        ...

    def is_ancestor(self, ancestor: str, descendant: str) -> bool: ...

    def merge_base(self, one: str, other: str) -> str: ...

    def merge_bases(self, one: str, other: str) -> tuple[str, ...]:
        """All best common ancestors, sorted: several where both sides merged each other at once, none where both began apart."""
        ...

    def blob_id(self, content: bytes) -> str:
        """The id that git would give this content (nothing is written)."""
        ...

    def tree_id(self, files: Mapping[str, SkillFile]) -> str:
        """The id that git would give a folder of these files (nothing is written), "" where there are none."""
        ...

    def blobs_ever(self, path: str, tip: str) -> frozenset[str]:
        """Blob ids that `path` has had in any commit reachable from `tip`."""
        ...

    def busy(self, branch: str) -> Busy | None: ...

    def blocked(self, branch: str) -> str:
        """Why the branch can't be ours ("" = fine): a ref such as skills/foo in its way, or no marker of ours."""
        ...

    def batch(self, branch: str, base: str) -> Batch:
        """Start commits for `branch` on `base` ("" = a root). `land` moves the ref only from `base`, or from absent as at this call."""
        ...

    def carried_batch(self, branch: str, base: str, fork: str, names: frozenset[str]) -> Batch:
        """Start a line on `base` that takes the whole branch's place: what it has beyond `fork`, and `names`, is carried."""
        ...

    def advance(self, branch: str, base: str, tip: str) -> bool | Busy:
        """Move the branch from `base` ("" = absent) to a commit that is here already; False where it was elsewhere."""
        ...

    @property
    def shallow(self) -> bool:
        """Whether history was cut off, so that what is not there may never be missed."""
        ...

    def made_here(self, branch: str) -> frozenset[str]:
        """Commits of the branch that gitskills landed in this clone, as far back as the reflog goes."""
        ...

    def signed(self, commits: Sequence[str]) -> frozenset[str]:
        """Those that bear a good signature of an allowed signer, as git itself verifies it. Its programs may take seconds."""
        ...

    def first_parents(self, branch: str, words: str) -> tuple[tuple[str, str], ...]:
        """(commit, its first parent or "") along the first parents, newest first, of messages with a line that begins so."""
        ...

    def changed_paths(self, commit: str) -> tuple[str, ...]:
        """Every path that a commit changed against its first parent."""
        ...

    def merged_paths(self, commit: str) -> tuple[str, ...]:
        """Every path of a merge that is as none of its parents has it."""
        ...

    def revert(self, branch: str, commit: str) -> ChangeSet | Conflict:
        """The paths that undo `commit` on the branch's tip, merged in memory; the message is empty."""
        ...

    def committer(self) -> tuple[str, str]:
        """Name and e-mail of the user as `git var GIT_COMMITTER_IDENT` gives them, gitskills' own where none is set."""
        ...
