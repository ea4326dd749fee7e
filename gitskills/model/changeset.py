"""One commit to be: paths to write, to delete, to move, and the message. Skills, archive moves and merges all become this."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Write:
    """A file to write; `path` is repository-relative. `link`: a symbolic link to `content`, as only a revert brings one back."""

    path: str
    content: bytes
    executable: bool = False
    link: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A whole folder to rename: its tree object is reused, so that git sees a 100 % rename."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Message:
    """Subject, paragraphs and trailers of a commit. A trailer whose value is "" is left out."""

    subject: str
    paragraphs: tuple[str, ...] = ()
    trailers: tuple[tuple[str, str], ...] = ()

    def render(self) -> str:
        """The whole message; trailers are the last paragraph, one line each."""
        block = "\n".join(f"{key}: {value}" for key, value in self.trailers if value)
        return "\n\n".join(part for part in (self.subject, *self.paragraphs, block) if part) + "\n"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Applied in the order moves, deletes, writes. `deletes` names files or whole folders.

    `skill_tree_of` is a folder: the writer fills the empty `Skill-Tree` trailer with that folder's tree id.
    """

    message: Message
    writes: tuple[Write, ...] = ()
    deletes: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    skill_tree_of: str = ""
