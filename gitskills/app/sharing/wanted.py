"""What the tree of two lines made one is to hold beside what the branch has already, and what is told and asked about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gitskills.decisions.uniting import Contest
from gitskills.git.port import Repository, TreeEntry
from gitskills.model.changeset import ChangeSet, Message, Write
from gitskills.model.united import UNITING
from gitskills.share.folders import Files
from gitskills.skillfile.paragraph import plain


@dataclass(frozen=True, slots=True)
class Lost:
    """A version of a skill that is not in the tree: a person decides between it and what is."""

    name: str
    base: Files
    kept: Files
    lost: Files


@dataclass(slots=True)
class Wanted:
    """`placed` are objects that are there already (None = gone), `folders` whole folders and `files` single files to write.

    `told` says of a skill what was decided and why.
    """

    placed: dict[str, TreeEntry | None] = field(default_factory=dict)
    folders: dict[str, Files] = field(default_factory=dict)
    files: dict[str, Write] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    contests: tuple[Contest, ...] = ()  # of decisions

    def change(self, branch: str) -> ChangeSet:
        """The merge commit's message, and the paths that are new in it."""
        lines = tuple(plain(f"{name}: {said}.") for name, said in sorted(self.told.items()))
        lines += tuple(
            plain(f"{one.kept.topic.name}: {one.kept.id} stays; the other waits for a person.") for one in self.contests
        )
        trailers = (*(("Skill", plain(name)) for name in sorted(self.told)), ("Action", UNITING))
        whole = [
            Write(f"{folder}/{path}", file.content, file.executable, file.link)
            for folder, files in self.folders.items()
            for path, file in sorted(files.items())
        ]
        return ChangeSet(
            Message(f"Merge {branch} of another clone", lines, trailers),
            writes=(*whole, *self.files.values()),
            deletes=tuple(self.folders),
        )


def read_folder(repo: Repository, entry: TreeEntry | None) -> Files | None:
    """The files of a folder, None where there is none."""
    return None if entry is None or entry.kind != "tree" else repo.files(entry.oid)
