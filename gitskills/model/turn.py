"""One thing that was said, done or shown in a session, with its place in the transcript."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Speaker(StrEnum):
    """Whose words a span is. Only USER can carry a rule by itself (LOOP C9)."""

    USER = "user"
    AGENT = "agent"
    COMMAND = "command"
    FILE = "file"
    WEB = "web"
    OTHER = "other"


class Channel(StrEnum):
    """By which way the words came."""

    TYPED = "typed"  # a prompt of the user
    QUEUED = "queued"  # typed while the agent worked
    REJECTION = "rejection"  # the reason given when a tool call was refused
    ANSWER = "answer"  # the user's answer to a question of the agent
    REVIEW = "review"  # a comment on a pull request
    SHELL = "shell"  # a command that the user ran with `!`
    TEXT = "text"  # what the agent said
    CALL = "call"  # a tool call of the agent
    RESULT = "result"  # what a tool call gave back
    ERROR = "error"  # a tool call that failed
    INJECTED = "injected"  # put there by the host: skill bodies, summaries, notifications, peers


LEARN = "learn"  # the `tool` of a turn in which a person asked, by our own command, for a lesson to be weighed
SLASH = (
    "slash"  # the `tool` of a turn in which a person called a skill or a command by its name, which is the `locator`
)
HUMAN_CHANNELS = frozenset({Channel.TYPED, Channel.QUEUED, Channel.REJECTION, Channel.ANSWER, Channel.REVIEW})


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line of a transcript file as bytes, without its newline.

    `line` counts from 1, `offset` and `end` are byte positions in the file (`end` lies behind the newline).
    `oversized` lines were longer than the reader's bound; their `content` is empty.
    """

    line: int
    offset: int
    end: int
    content: bytes
    oversized: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One span of a session. A record of several blocks gives several turns with the same `line`.

    `text` holds the words (decoded, wrappers of the host stripped); of a CALL it is empty until projection, and
    `arguments` holds the decoded input. `locator` is the path, URL or command that a RESULT came from. `cwd` is the host's folder then.
    `source` names the place where it was said in public, as a comment's URL; "" for the transcript itself.
    """

    line: int
    end: int
    speaker: Speaker
    channel: Channel
    text: str
    uuid: str = ""
    timestamp: str = ""
    tool: str = ""
    call_id: str = ""
    locator: str = ""
    arguments: Mapping[str, object] = field(default_factory=dict)
    sidechain: bool = False
    cwd: str = ""
    source: str = ""

    @property
    def human(self) -> bool:
        """Whether a person said this, in the main session."""
        return self.speaker is Speaker.USER and self.channel in HUMAN_CHANNELS and not self.sidechain


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that could not be read; counted and shown, never fatal."""

    line: int
    end: int
    reason: str
