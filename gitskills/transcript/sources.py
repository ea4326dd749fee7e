"""Whose words a tool's result is, and where they came from (LOOP C9)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gitskills.model.turn import Speaker

_COMMANDS = frozenset(
    {"bash", "bashoutput", "taskoutput", "shell", "exec_command", "write_stdin", "local_shell", "powershell"}
)
_COMMAND_ENDS = frozenset({"killshell", "monitor", "exec"})
_FILES = frozenset(
    {"read", "edit", "multiedit", "write", "notebookedit", "notebookread", "grep", "glob", "ls", "lsp"}
    | {"apply_patch", "find", "view_image", "read_file", "write_file", "list_dir", "grep_files"}
)
_WEB = frozenset({"webfetch", "websearch", "web_search", "fetch", "web_fetch"})
_WEB_SERVER = re.compile(
    r"fetch|web|browser|http|playwright|puppeteer|search|exa|tavily|firecrawl|context7|slack|github|linear|jira"
)
_DOWNLOAD = re.compile(
    r"(?:^|[\s;&|(`'\"/])(?:curl|wget|aria2c|lynx|w3m|xh|httpie)\s"
    r"|(?:^|[\s;&|(`'\"/])gh\s+(?:api|gist|issue|pr|release|run|repo|search)\s"
    r"|\burlopen\(|\brequests\.(?:get|post)\(|\bhttpx\.(?:get|post)\("
)
_PLACES = ("file_path", "notebook_path", "path", "filePath", "url", "uri", "query")


def command_of(arguments: Mapping[str, object]) -> str:
    """The command line of a shell call, however the agent spells it."""
    for key in ("command", "cmd", "input"):
        value = arguments.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and value:
            words = [str(word) for word in value]
            return words[-1] if len(words) == 3 and words[1].startswith("-") else " ".join(words)
    return ""


def is_command(tool: str) -> bool:
    return tool.casefold() in _COMMANDS or tool.casefold() in _COMMAND_ENDS


def source_of(tool: str, arguments: Mapping[str, object]) -> tuple[Speaker, str]:
    """Speaker and locator of what a call of `tool` gives back."""
    name = tool.casefold()
    place = next((value for key in _PLACES if isinstance(value := arguments.get(key), str)), "")
    if is_command(tool):
        command = command_of(arguments)
        return (Speaker.WEB if _DOWNLOAD.search(command) else Speaker.COMMAND), command
    if name in _FILES:
        return Speaker.FILE, place
    if name in _WEB:
        return Speaker.WEB, place
    if name.startswith("mcp__") and _WEB_SERVER.search(name):
        return Speaker.WEB, place
    return Speaker.OTHER, place


def source_by_shape(result: object) -> tuple[Speaker, str]:
    """The same for a result whose call lies before the part that was read, from the structure kept beside its text."""
    if not isinstance(result, dict):
        return Speaker.OTHER, ""
    file = result.get("file")
    place = result.get("filePath") or (file.get("filePath") if isinstance(file, dict) else "")
    if isinstance(place, str) and place:
        return Speaker.FILE, place
    if "stdout" in result:
        return Speaker.COMMAND, ""
    if "filenames" in result:
        return Speaker.FILE, ""
    url = result.get("url") or result.get("query")
    return (Speaker.WEB, url) if isinstance(url, str) and url else (Speaker.OTHER, "")
