"""The text of a tool call as a reader needs it: what was done and where, not every byte (ADVISOR, Projection and Locators).

Deterministic; every cut is marked. Anchors of edits need the disk and are left to a caller that has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from gitskills.model.turn import Channel, Turn
from gitskills.transcript.asking import ASKING_TOOL, shown
from gitskills.transcript.clipping import cut, mark
from gitskills.transcript.sources import command_of, is_command

BASH_CAP = 400
EDIT_NEW = 200
EDIT_OLD = 100
WRITE_HEAD = 200
AGENT_PROMPT = 400
DEFAULT_CAP = 400
LITERAL_HEAD = 120
LONG_LITERAL = 200

_LOCATORS = ("file_path", "notebook_path", "path", "paths", "file", "glob", "pattern", "offset", "limit")
_LITERAL = re.compile(r"'[^']*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\"", re.DOTALL)
_HEREDOC = re.compile(r"(?<!<)<<(?!<)-?[ \t]*(['\"]?)(\w+)\1[^\n]*\n")

Arguments = Mapping[str, object]


def project(turn: Turn) -> str:
    """The words of a turn; of a call its projection."""
    if turn.channel is not Channel.CALL:
        return turn.text
    name = turn.tool.casefold()
    if is_command(turn.tool):
        text = _bash(turn.arguments)
    elif name.startswith("mcp__"):
        text = _whole(turn.arguments)
    else:
        text = _BY_TOOL.get(name, _other)(turn.arguments)
    return f"{turn.tool}: {text}" if text else turn.tool


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def _bash(arguments: Arguments) -> str:
    command = _shortened(command_of(arguments))
    parts = [cut(command, BASH_CAP)]
    if description := _text(arguments.get("description")):
        parts.append(f"({description})")
    if arguments.get("run_in_background") is True:
        parts.append("[background]")
    if not command:
        return _other(arguments)
    return " ".join(parts)


def _shortened(command: str) -> str:
    """Bodies of here-documents and long quoted literals by their heads."""
    parts: list[str] = []
    place = 0
    while (match := _HEREDOC.search(command, place)) is not None:
        end = re.compile(rf"^[ \t]*{match[2]}\b", re.MULTILINE).search(command, match.end())
        stop = end.start() if end else len(command)
        parts += [_literals(command[place : match.end()]), _head(command[match.end() : stop])]
        place = stop
    return "".join(parts) + _literals(command[place:])


def _literals(text: str) -> str:
    return _LITERAL.sub(lambda match: match[0][0] + _head(match[0][1:-1]) + match[0][-1], text)


def _head(body: str) -> str:
    if len(body) < LONG_LITERAL:
        return body
    return body[:LITERAL_HEAD] + mark(body[LITERAL_HEAD:], body[LITERAL_HEAD - 1])


def _place(arguments: Arguments) -> str:
    return _text(arguments.get("file_path") or arguments.get("notebook_path") or arguments.get("path"))


def _edit(arguments: Arguments) -> str:
    edits = arguments.get("edits")
    pieces = [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else [arguments]
    return "\n".join([_place(arguments), *map(_replacement, pieces)])


def _replacement(edit: Arguments) -> str:
    old = _text(edit.get("old_string") or edit.get("oldText"))
    new = _text(edit.get("new_string") or edit.get("new_source") or edit.get("newText"))
    every = " everywhere" if edit.get("replace_all") is True else ""
    return f"-{_count(old)} +{_count(new)} lines{every}\nold: {cut(old, EDIT_OLD)}\nnew: {cut(new, EDIT_NEW)}"


def _count(text: str) -> int:
    return len(text.splitlines())


def _write(arguments: Arguments) -> str:
    content = _text(arguments.get("content"))
    size = f"{_count(content)} lines, {len(content.encode('utf-8', 'replace'))} bytes"
    return f"{_place(arguments)} ({size})\n{cut(content, WRITE_HEAD)}"


def _agent(arguments: Arguments) -> str:
    kind, description = _text(arguments.get("subagent_type")), _text(arguments.get("description"))
    return f"{kind} ({description}) {cut(_text(arguments.get('prompt')), AGENT_PROMPT)}".strip()


def _whole(arguments: Arguments) -> str:
    return " ".join(f"{key}={_text(value)}" for key, value in arguments.items())


def _other(arguments: Arguments) -> str:
    places = {key: value for key, value in arguments.items() if key in _LOCATORS}
    rest = {key: value for key, value in arguments.items() if key not in _LOCATORS}
    shown = cut(json.dumps(rest, ensure_ascii=False, sort_keys=True, default=str), DEFAULT_CAP) if rest else ""
    return f"{_whole(places)} {shown}".strip()


_BY_TOOL: dict[str, Callable[[Arguments], str]] = {
    "edit": _edit,
    "multiedit": _edit,
    "notebookedit": _edit,
    "write": _write,
    "agent": _agent,
    "task": _agent,
    "read": _whole,
    "glob": _whole,
    "grep": _whole,
    "ls": _whole,
    ASKING_TOOL.casefold(): shown,
    "apply_patch": lambda arguments: cut(command_of(arguments), DEFAULT_CAP),
}
