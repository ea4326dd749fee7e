"""Builds Claude Code transcripts record by record, in our own words: each method appends a record and returns its line number."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from uuid import UUID

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, "
    "the new_string was NOT written to the file). "
)
REASON = "To tell you how to proceed, the user said:\n"
STOP = "STOP what you are doing and wait for the user to tell you how to proceed."


_SESSIONS = itertools.count(1)


class TranscriptBuilder:
    """A linear session; `rewind` continues from an earlier record, as the host does when a prompt is taken back."""

    def __init__(self, *, version: str = "2.1.40", session: str = "11111111-2222-4333-8444-555555555555") -> None:
        self.number = next(_SESSIONS)  # no two sessions have a record in common, unless one is a fork
        self.version = version
        self.session = session
        self.rows: list[dict[str, object] | bytes] = []
        self.parent: str | None = None
        self.day = "2026-03-01"
        self.cwd = "/home/someone/project"
        self.last_call = ""

    @property
    def line(self) -> int:
        """Number of the last line."""
        return len(self.rows)

    def uuid(self, line: int) -> str:
        return str(UUID(int=0xA0000000000040008000000000000000 + (self.number << 64) + line))

    def _row(self, kind: str, **fields: object) -> int:
        number = len(self.rows) + 1
        row = {
            "parentUuid": self.parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": self.version,
            "gitBranch": "main",
            "type": kind,
            **fields,
            "uuid": self.uuid(number),
            "timestamp": f"{self.day}T09:{number // 60 % 60:02d}:{number % 60:02d}.000Z",
        }
        self.rows.append(row)
        self.parent = self.uuid(number)
        return number

    def _user(self, content: object, **fields: object) -> int:
        return self._row("user", message={"role": "user", "content": content}, **fields)

    def _assistant(self, block: dict[str, object]) -> int:
        number = len(self.rows) + 1
        message = {"id": f"msg_{number:06d}", "type": "message", "role": "assistant", "model": "m", "content": [block]}
        return self._row("assistant", message=message, requestId=f"req_{number:06d}")

    def user(self, text: str, **fields: object) -> int:
        """A typed prompt; `fields` go into the record (isMeta, entrypoint, origin, isSidechain …)."""
        return self._user(text, **fields)

    def meta(self, text: str, **fields: object) -> int:
        """A user record that the host wrote itself (isMeta)."""
        return self._user([{"type": "text", "text": text}], isMeta=True, **fields)

    def queued(self, text: str) -> int:
        """A message typed while the agent works, as recent versions keep it: in the queue's records alone."""
        number = self.queue("enqueue", content=text)
        self.queue("remove")
        return number

    def queue(self, operation: str, **fields: object) -> int:
        return self.raw({"type": "queue-operation", "operation": operation, "sessionId": self.session, **fields})

    def agent(self, text: str) -> int:
        return self._assistant({"type": "text", "text": text})

    def call(self, tool: str, **args: object) -> int:
        """A tool call; the next result, error, rejection or answer belongs to it."""
        self.last_call = f"toolu_{len(self.rows) + 1:08d}"
        return self._assistant({"type": "tool_use", "id": self.last_call, "name": tool, "input": args})

    def result(self, text: str, **fields: object) -> int:
        block = {"type": "tool_result", "tool_use_id": self.last_call, "content": text}
        return self._user([block], toolUseResult={"stdout": text, "stderr": ""}, **fields)

    def error(self, text: str, **fields: object) -> int:
        block = {"type": "tool_result", "tool_use_id": self.last_call, "content": text, "is_error": True}
        return self._user([block], toolUseResult=f"Error: {text}", **fields)

    def rejection(self, reason: str = "", **fields: object) -> int:
        """The call was refused, with the reason that the person typed or without one."""
        return self.error(REFUSED + (REASON + reason if reason else STOP), **fields)

    def answer(self, question: str, answer: str) -> int:
        """A question of the agent and what the person chose; the line of the answer."""
        self.call("AskUserQuestion", questions=[{"question": question, "header": "Choice", "options": []}])
        text = f'Your questions have been answered: "{question}"="{answer}". You can now continue with these answers in mind.'
        block = {"type": "tool_result", "tool_use_id": self.last_call, "content": text}
        return self._user([block], toolUseResult={"questions": [], "answers": {question: answer}})

    def exchange(self, tool: str, result: str, **args: object) -> int:
        """A call and its result."""
        self.call(tool, **args)
        return self.result(result)

    def listing(self, *names: str, whole: bool = True) -> int:
        """The host tells the session its skills: all of them, or what came anew."""
        content = "\n".join(f"- {name}: What it is for." for name in names)
        told = {
            "type": "skill_listing",
            "content": content,
            "skillCount": len(names),
            "isInitial": whole,
            "names": list(names),
        }
        return self._row("attachment", attachment=told)

    def slash(self, name: str, **fields: object) -> int:
        """A person calls a skill by its name; the host adds the skill's text."""
        number = self.user(f"<command-message>{name}</command-message>\n<command-name>/{name}</command-name>", **fields)
        self.meta(f"Base directory for this skill: /shop/.claude/skills/{name}\n\nIts text.")
        return number

    def skill(self, name: str) -> int:
        """The agent calls a skill, and gets it."""
        self.call("Skill", skill=name)
        block = {"type": "tool_result", "tool_use_id": self.last_call, "content": f"Launching skill: {name}"}
        return self._user([block], toolUseResult={"success": True, "commandName": name})

    def fork(self, session: str) -> TranscriptBuilder:
        """Another session that begins with a copy of all records, under their own ids."""
        made = TranscriptBuilder(version=self.version, session=session)
        made.rows = [{**row, "sessionId": session} if isinstance(row, dict) else row for row in self.rows]
        made.parent, made.day, made.cwd = self.parent, self.day, self.cwd
        return made

    def rewind(self, line: int) -> None:
        """What follows hangs on the record that `line` hung on, so that `line` and what came of it is abandoned."""
        row = self.rows[line - 1]
        assert isinstance(row, dict)
        parent = row["parentUuid"]
        self.parent = parent if isinstance(parent, str) else None

    def raw(self, row: dict[str, object] | bytes) -> int:
        """Any record, or bytes as they are."""
        self.rows.append(row)
        return len(self.rows)

    def lines(self) -> list[bytes]:
        """The records as bytes, without newlines."""
        return [
            row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
            for row in self.rows
        ]

    def data(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines())

    def write(self, path: Path) -> Path:
        path.write_bytes(self.data())
        return path
