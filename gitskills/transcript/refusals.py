"""What a person said when a tool call was refused: the wording depends on the host's version, some have none at all."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REFUSED = (
    "The user doesn't want to proceed with this tool use.",
    "The user doesn't want to take this action right now.",
    "User rejected tool use",
)
_REASON = re.compile(
    r"(?:The user provided the following reason for the rejection:|To tell you how to proceed, the user said:)[ \t]*\n?"
)
_UNANSWERED = ("The user wants to clarify these questions", "The user declined to answer", "STOP what you are doing")
_NOTE = re.compile(r"\s*\n\s*Note: The user's next message may contain a correction or preference\b.*\Z", re.DOTALL)
# The VS Code front end of 2.0 wrote the reason alone. It can be told only where the tool's own errors have a mark of
# theirs: editors wrap them since 1.0.120, shells begin with the exit code since 2.0.50.
_BARE_SINCE = {"Bash": (2, 0, 50)} | dict.fromkeys(
    ("Edit", "MultiEdit", "Write", "NotebookEdit", "ExitPlanMode"), (2, 0, 0)
)
_BARE_UNTIL = (2, 1, 0)
_MACHINE = re.compile(
    r"\s*(?:<|\[|\{|/|Exit code|Error\b|Permission (?:to|for|denied)|Claude requested|This command requires"
    r"|File (?:has|does|content|is|must|not)|Found \d+ match|String to replace|No changes to make|Path (?:does|is)"
    r"|Command (?:timed|failed|was|contains|not)|Shell \w+ is|InputValidation|API |Request failed|Unexpected|Failed to"
    r"|Cannot (?:read|write|find|create|edit)|Tool |The agent|The file|The user|User |You are not in plan mode"
    r"|Sibling tool call|Background|Edit operation|Hook |Interrupted|Notebook|(?:Pre|Post)ToolUse|Operation "
    r"|[A-Z]{3,}: |(?:cd|bash|sh|zsh|fatal|error|warning)(?::| in ))"
    r"|.*(?:\bhook error|\bblocked by hook|was blocked\. For security|\btimed out after|Traceback \(most recent)",
    re.DOTALL,
)
_LONGEST_BARE = 2_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused call; `reason` is "" where the person gave none, or where no person refused."""

    reason: str


@dataclass(frozen=True, slots=True)
class FailedCall:
    """What a failed call left: its text, the tool ("" unknown), the host's version, and its word on who denied."""

    text: str
    tool: str
    version: str
    denial: str


def refusal(call: FailedCall) -> Refusal | None:
    """None where the call failed for another reason than a no."""
    text = call.text.strip()
    if call.denial and call.denial != "user-rejected":
        return Refusal("")
    if text.startswith(_REFUSED):
        match = _REASON.search(text)
        return Refusal(_said(text[match.end() :]) if match else "")
    if call.denial == "user-rejected" or _bare(call, text):
        return Refusal(_said(text))
    return None


def _said(text: str) -> str:
    """The person's words; a question sent back unanswered has the host's own."""
    text = _NOTE.sub("", text).strip()
    return "" if text.startswith(_UNANSWERED) else text


def _bare(call: FailedCall, text: str) -> bool:
    """A reason without any wrapper: no other trace of the person is left."""
    since = _BARE_SINCE.get(call.tool, _BARE_UNTIL)
    if not since <= _numbers(call.version) < _BARE_UNTIL or not 0 < len(text) <= _LONGEST_BARE:
        return False
    return _MACHINE.match(text) is None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", version)[:3])
